/** `toolplane/agent`: the parts of an agent: the loop, models, skills and kits. */
export {
  advance,
  aiSdkModel,
  type Completion,
  findSkills,
  type Kit,
  type KitStep,
  type LoopEvent,
  type LoopInput,
  type LoopLimits,
  type LoopOutcome,
  type LoopState,
  type LoopStep,
  type LoopWork,
  type Message,
  type Model,
  type ModelAnswer,
  ModelError,
  type ModelRequest,
  type ModelScript,
  newLoop,
  type RunEvent,
  readKit,
  readScript,
  readSkill,
  readToolSkill,
  renderKits,
  renderSkills,
  renderToolSkills,
  replayModel,
  type ScriptedTurn,
  type Skill,
  type SkillFiles,
  type SkillIndex,
  type SkillNote,
  type SkillOrigin,
  type SkillSource,
  type SubagentType,
  scriptedModel,
  type ToolSkill,
  textToolsModel,
  usableKits,
  workOf,
} from "@toolplane/agent";
export type {
  Agent,
  AgentEvent,
  AgentOptions,
  AgentView,
  InputFilter,
  SubagentEvent,
} from "../agent/agent.ts";
export { createUiChunks, type UiChunk } from "../agent/create-ui-chunks.ts";
export type { RunEngine, RunEngineOptions, RunWork } from "../fleet/open-run-engine.ts";
export type { RunQuery, Runs } from "../runs/create-runs.ts";
export type { ForkedRun, ForkOptions, RunFork } from "../runs/fork-run.ts";
export type { KeptRun, OpenedRun, RunAbout, RunStatus } from "../runs/kept-run.ts";
export { shippedKits, shippedToolSkills } from "../skills/shipped-kits.ts";
export type { ViewEnd } from "../views/own-view.ts";
export type { ViewEvent } from "../views/view-event.ts";
