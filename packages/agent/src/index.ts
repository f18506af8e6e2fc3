export type { Kit, KitStep, ToolSkill } from "./kits/kit.ts";
export { readKit } from "./kits/read-kit.ts";
export { readToolSkill } from "./kits/read-tool-skill.ts";
export { renderKits, usableKits } from "./kits/render-kits.ts";
export { renderToolSkills } from "./kits/render-tool-skills.ts";
export { advance } from "./loop/advance.ts";
export { lastText, workOf } from "./loop/go-on.ts";
export type { LoopInput, ModelAnswer } from "./loop/loop-input.ts";
export {
  type Completion,
  type LoopLimits,
  type LoopOutcome,
  type LoopSettings,
  type LoopState,
  loopSettings,
  newLoop,
  type Spent,
} from "./loop/loop-state.ts";
export type { LoopEvent, LoopStep, LoopWork } from "./loop/loop-step.ts";
export type { AssistantMessage, Message } from "./loop/message.ts";
export {
  type AiSdkLanguageModel,
  type AiSdkModelOptions,
  aiSdkModel,
} from "./models/ai-sdk-model.ts";
export { type Model, ModelError, type ModelRequest } from "./models/model.ts";
export { replayModel } from "./models/replay-model.ts";
export {
  type ModelScript,
  readScript,
  type ScriptedTurn,
  scriptedModel,
} from "./models/scripted-model.ts";
export { runLoop } from "./run/run-loop.ts";
export type { EarlierCalls, LoopInbox, RunEvent, RunOptions } from "./run/run-options.ts";
export { createSkillService, type SkillServiceOptions } from "./skills/create-skill-service.ts";
export { type FindSkillsOptions, findSkills } from "./skills/find-skills.ts";
export { readSkill, type SkillReading } from "./skills/read-skill.ts";
export { type RenderSkillsOptions, renderSkills } from "./skills/render-skills.ts";
export type { Skill, SkillIndex, SkillNote, SkillOrigin } from "./skills/skill.ts";
export type { RealPlace, SkillFiles, SkillSource } from "./skills/skill-files.ts";
