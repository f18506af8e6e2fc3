export type { ViewEvent } from "../views/view-event.ts";
export type {
  Agent,
  AgentEvent,
  AgentOptions,
  AgentView,
  SubagentEvent,
} from "./agent.ts";
export { demoScript } from "./demo-script.ts";
export { openPromptCommands } from "./open-prompt-commands.ts";
export { type OfferedPrompt, openPromptTrust, type PromptOffer } from "./open-prompt-trust.ts";
export {
  type OfferedSubagent,
  openSubagentTrust,
  type SubagentOffer,
} from "./open-subagent-trust.ts";
export { type Worker, workOn } from "./work-on.ts";
