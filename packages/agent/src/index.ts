export type { Kit, KitStep, ToolSkill } from "./kits/kit.ts";
export { readKit } from "./kits/read-kit.ts";
export { readToolSkill } from "./kits/read-tool-skill.ts";
export { renderKits, usableKits } from "./kits/render-kits.ts";
export { renderToolSkills } from "./kits/render-tool-skills.ts";
export { advance } from "./loop/advance.ts";
export { lastText, less, sum, workOf } from "./loop/go-on.ts";
export type { LoopInput, ModelAnswer } from "./loop/loop-input.ts";
export { reachedLimit } from "./loop/loop-limits.ts";
export {
  type Completion,
  DEFAULT_LIMITS,
  LOOP_VERSION,
  type LoopLimits,
  type LoopOutcome,
  type LoopSettings,
  type LoopState,
  loopSettings,
  NOTHING_SPENT,
  newLoop,
  type ReachedLimit,
  type Spent,
} from "./loop/loop-state.ts";
export type { LoopEvent, LoopStep, LoopWork } from "./loop/loop-step.ts";
export {
  type AssistantMessage,
  type Message,
  openCalls,
  type Picture,
  saidIn,
  type UserMessage,
} from "./loop/message.ts";
export {
  type AiSdkLanguageModel,
  type AiSdkModelOptions,
  aiSdkModel,
} from "./models/ai-sdk-model.ts";
export { faultWords } from "./models/fault-words.ts";
export { type Model, ModelError, type ModelFault, type ModelRequest } from "./models/model.ts";
export {
  type ModelPrice,
  type PriceTable,
  pricedModel,
  requirePrice,
} from "./models/price.ts";
export { replayModel } from "./models/replay-model.ts";
export {
  type ModelScript,
  readScript,
  type ScriptedTurn,
  scriptedModel,
} from "./models/scripted-model.ts";
export { textToolsModel } from "./models/text-tools-model.ts";
export { fillPrompt, needsWords } from "./prompts/fill-prompt.ts";
export type { PromptCommand, PromptIndex, PromptNote } from "./prompts/prompt-command.ts";
export { type PromptReading, readPromptCommand } from "./prompts/read-prompt-command.ts";
export { runLoop } from "./run/run-loop.ts";
export type {
  EarlierCalls,
  LoopInbox,
  ModelRetry,
  RunEvent,
  RunOptions,
} from "./run/run-options.ts";
export { createWorkClock, type WorkClock } from "./run/work-clock.ts";
export { createSkillService, type SkillServiceOptions } from "./skills/create-skill-service.ts";
export { type FindSkillsOptions, findSkills } from "./skills/find-skills.ts";
export { readSkill, type SkillReading } from "./skills/read-skill.ts";
export { type RenderSkillsOptions, renderSkills } from "./skills/render-skills.ts";
export type { Skill, SkillIndex, SkillNote, SkillOrigin } from "./skills/skill.ts";
export type { RealPlace, SkillFiles, SkillSource } from "./skills/skill-files.ts";
export { BUILT_IN_SUBAGENTS, DEFAULT_SUBAGENT } from "./subagents/built-in-subagents.ts";
export {
  type BackgroundBook,
  type BackgroundEnd,
  createBackgroundBook,
} from "./subagents/create-background-book.ts";
export {
  createPurse,
  type Purse,
  type PurseMoney,
  type PurseShare,
} from "./subagents/create-purse.ts";
export { payingModel } from "./subagents/paying-model.ts";
export { readSubagent, type SubagentReading } from "./subagents/read-subagent.ts";
export { renderSubagents } from "./subagents/render-subagents.ts";
export type { SubagentIndex, SubagentNote, SubagentType } from "./subagents/subagent-type.ts";
