/** The object that a program holds: all its faces go the same road. */

import type { SkillIndex } from "@toolplane/agent";
import type {
  Explanation,
  ToolCall,
  ToolCallText,
  ToolplaneEvent,
  ToolResult,
} from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import type { ToolFolderProblem } from "@toolplane/host/tool-folders";
import type { BatchOutcome, CallOptions, Kernel, Session, SessionOptions } from "@toolplane/kernel";
import type { OpenAiOptions } from "@toolplane/kernel/projection";
import type { McpFace, McpServerOptions } from "@toolplane/mcp";
import type { Agent, AgentOptions } from "../agent/agent.ts";
import type { AiSdkToolSet } from "../faces/ai-sdk-tool-set.ts";
import type { AnthropicFace } from "../faces/create-anthropic-face.ts";
import type { OpenAiFace } from "../faces/create-openai-face.ts";
import type { OpenAiResponsesFace } from "../faces/create-openai-responses-face.ts";
import type { RunEngine, RunEngineOptions } from "../fleet/open-run-engine.ts";
import type { Runs } from "../runs/create-runs.ts";
import type { ForkedRun, ForkOptions } from "../runs/fork-run.ts";
import type { PolicyOption } from "./options/read-policy.ts";
import type { UsedFolder } from "./services/library-folders.ts";
import type { ResumeOptions } from "./sessions/open-sessions.ts";
import type { ToolplaneLandings } from "./toolplane-landings.ts";
import type { ToolplaneSources } from "./toolplane-sources.ts";
import type { ToolplaneViews } from "./toolplane-views.ts";

/** The session that a projection speaks through. */
export interface FaceOptions {
  /** The default session unless given. */
  readonly session?: Session;
}

export type ToMcpOptions = Omit<McpServerOptions, "source" | "broker">;

/**
 * A running toolplane. `call`, `callAll`, `explain` and the projections share one default session, opened when it is first used;
 * a program with many conversations opens a session for each, and hands it to the projections.
 */
export interface Toolplane {
  readonly kernel: Kernel;
  readonly host: Host;
  /**
   * Runs one call down the whole road. Never throws, never rejects: every outcome is a result. The program names the tool, so one
   * that a model would have to find first is called too. A session's own `call` is a model's; `byName` makes it a program's.
   */
  call(call: ToolCall | ToolCallText, options?: CallOptions): Promise<ToolResult>;
  /** Runs the calls of one model response; every call is answered, in call order. */
  callAll(
    calls: readonly (ToolCall | ToolCallText)[],
    options?: Pick<CallOptions, "signal" | "byName">,
  ): Promise<BatchOutcome>;
  /** Judges a call and says why, without asking a person and without running anything. */
  explain(call: ToolCall | ToolCallText): Promise<Explanation>;
  /** Listens to the events of every session; returns how to stop. */
  on(listener: (event: ToolplaneEvent) => void): () => void;
  /** The tools as the AI SDK takes them: `generateText({ tools: tp.toAiSdk() })`. Ask again when tools may have changed. */
  toAiSdk(options?: FaceOptions): AiSdkToolSet;
  /** The tools for OpenAI's Chat Completions, and what answers its tool calls. */
  toOpenAI(options?: FaceOptions & OpenAiOptions): OpenAiFace;
  /** The same for OpenAI's Responses. */
  toOpenAIResponses(options?: FaceOptions & OpenAiOptions): OpenAiResponsesFace;
  /** The tools for Anthropic's Messages, and what answers its tool uses. */
  toAnthropic(options?: FaceOptions): AnthropicFace;
  /** An MCP server over these tools, to be served over any transport. Every client has a session of its own and is asked itself. */
  toMcp(options?: ToMcpOptions): Promise<McpFace>;
  /**
   * An agent: a model that works with these tools until it is done, steered by a person. Rejects with a ConfigurationError for a model
   * that cannot be opened.
   */
  agent(options: AgentOptions): Promise<Agent>;
  /** The system prompt for a loop of one's own: the project's words, skills, and where it works. */
  systemPrompt(options?: FaceOptions & { readonly instructions?: string }): Promise<string>;
  /**
   * Puts these rules in the place of `policy`, for open sessions from their next judgement on. What runs and may reach less by them
   * is ended and told by which rule; that has happened when the promise settles. Rejects with a ConfigurationError when they cannot
   * be read or do not compile; then the earlier ones hold.
   */
  setPolicy(policy: PolicyOption): Promise<void>;
  /**
   * Looks at the tool folders again; what changed is in place when no turn runs. Gives what is wrong with which of them; none
   * where there are no folders.
   */
  reloadTools(): Promise<readonly ToolFolderProblem[]>;
  /**
   * Looks for tools in these folders too, instead of those that were named here before; the folders of the options stay. Tools that
   * are in none of them any more are gone for new calls; a call that runs ends with the tool that it began with. What lies in the
   * workspace is the project's, whatever layer is given, and needs the trust that a project's tools need. Gives what is wrong.
   */
  useToolFolders(folders: readonly UsedFolder[]): Promise<readonly ToolFolderProblem[]>;
  /**
   * Opens a session: one conversation's worth of calls. One that the store knows already goes on with `resume`; opened by its `id`
   * alone it still runs no call id twice. Throws a ToolError `conflict` for an `id` that is open here.
   */
  session(options?: SessionOptions): Session;
  /**
   * Opens a session that the store knows, with its mode, its approvals, its state slots and what it used of its budgets.
   * Rejects with a ToolError: `not_found`; `conflict` while it is open here, in another workspace, and for a subagent's;
   * `unavailable` without a record.
   */
  resume(id: string, options?: ResumeOptions): Promise<Session>;
  /**
   * Drives runs in this process: so many at once, later ones when there is room, those that wait for a person when they are woken. It
   * is closed with the toolplane. Rejects with a ToolError `unavailable` without a record.
   */
  engine(options: RunEngineOptions): Promise<RunEngine>;
  /** Runs of agents that the store keeps: `agent({ run: id })` goes on with one. */
  readonly runs: Pick<Runs, "list" | "open" | "remove">;
  /**
   * Makes ready to go on from an earlier turn of a run: a new folder with the workspace as it was then, and what an agent of a
   * toolplane on that folder goes on with. The run and its workspace stay as they are. What is no longer kept is named.
   */
  fork(runId: string, options?: ForkOptions): Promise<ForkedRun>;
  /** The skills that the tool `skill` loads, and what was left out and why. It does not change. */
  readonly skills: SkillIndex;
  /** The MCP servers behind it. */
  readonly sources: ToolplaneSources;
  /** Change sets of commands that did not land and wait for a person. */
  readonly landings: ToolplaneLandings;
  /** Views that runs work in of their own, or left behind. */
  readonly views: ToolplaneViews;
  /** Closes every session, stops every process, writes what waits. Safe to call twice. */
  close(): Promise<void>;
}
