export {
  type Answer,
  type Change,
  type ChangeSet,
  ConfigurationError,
  defineTool,
  type Explanation,
  type Landing,
  output,
  type PolicyLayer,
  type Question,
  type Rule,
  type Tool,
  type ToolCall,
  ToolError,
  type ToolplaneEvent,
  type ToolResult,
  winnerOf,
} from "@toolplane/contract";
export type {
  Broker,
  ConflictAnswer,
  HeldView,
  Host,
  RebasedView,
  ViewConflict,
  WaitingSet,
} from "@toolplane/contract/ports";
export type { SourceEntry, SourcesOption } from "@toolplane/gateway/sources/list";
export type { SourceState, SourceTool } from "@toolplane/gateway/sources/run";
export {
  type BatchOutcome,
  type CallOptions,
  readRules,
  type Session,
  type SessionOptions,
} from "@toolplane/kernel";
export type { McpFace } from "@toolplane/mcp";
export type { CheckedView, FunctionCheck } from "./checks/function-check.ts";
export type { RequireOption } from "./checks/require-option.ts";
export type { CheckChange, CheckRun, CheckStop } from "./checks/run-check.ts";
export type { AiSdkToolSet } from "./faces/ai-sdk-tool-set.ts";
export type { AnswerCallsOptions } from "./faces/answer-calls.ts";
export type { AnthropicAnswer, AnthropicFace } from "./faces/create-anthropic-face.ts";
export type { OpenAiAnswer, OpenAiFace } from "./faces/create-openai-face.ts";
export type {
  OpenAiResponsesAnswer,
  OpenAiResponsesFace,
} from "./faces/create-openai-responses-face.ts";
export type { RequiredCheck } from "./ground/required-check.ts";
export { createToolplane } from "./library/create-toolplane.ts";
export type { ModuleTool } from "./library/options/module-tool.ts";
export type { PolicyOption } from "./library/options/read-policy.ts";
export type { SkillsOption } from "./library/options/skills-option.ts";
export type { RecordOption, ToolplaneOptions } from "./library/options/toolplane-options.ts";
export type { ResumeOptions } from "./library/sessions/open-sessions.ts";
export type { FaceOptions, ToMcpOptions, Toolplane } from "./library/toolplane.ts";
export type { DropOptions, LandOptions, ToolplaneLandings } from "./library/toolplane-landings.ts";
export type { ToolplaneSources } from "./library/toolplane-sources.ts";
export type { OwnView, ToolplaneViews, ViewByOptions } from "./library/toolplane-views.ts";
