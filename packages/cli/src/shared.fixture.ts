export { type Editor, type EditorOptions, openEditor } from "./scenarios/acp-world.fixture.ts";
export {
  type CliWorld,
  linesWiderThan,
  openCliWorld,
  openCliWorldAt,
  PROGRAM,
  programWords,
  type RunAnswer,
} from "./scenarios/cli-world.fixture.ts";
export {
  type ConsoleWorld,
  openConsoleWorld,
  type SendOptions,
  type Sent,
  send,
} from "./scenarios/console-world.fixture.ts";
export { keepTalk } from "./scenarios/keep-talk.fixture.ts";
export { createProtocolCheck } from "./scenarios/protocol-check.fixture.ts";
export {
  FILES,
  makeRecordedWorld,
  openRecordedWorld,
  type RecordedWorld,
  type Step,
} from "./scenarios/record-world.fixture.ts";
