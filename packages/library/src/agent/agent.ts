/** An agent as a program holds it: a model in a loop with the tools of a session. */
import type {
  AiSdkLanguageModel,
  Completion,
  LoopLimits,
  LoopOutcome,
  LoopState,
  Model,
  Picture,
  RunEvent,
} from "@toolplane/agent";
import type {
  BackgroundRuns,
  ExecutionStrategy,
  Reasoning,
  SecurityMode,
  ToolCall,
  ToolplaneEvent,
  ToolResult,
} from "@toolplane/contract";
import type { Engine } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { RunFork } from "../runs/fork-run.ts";
import type { ViewEvent } from "../views/view-event.ts";

/** Looks at a person's words before any model does. `warn` is added to them; `reject` ends the run with its reason. */
export type InputFilter = (
  text: string,
) => "pass" | { readonly warn: string } | { readonly reject: string };

/** Where a run works: the project itself, a view of its own, or one that was left behind. */
export type AgentView = "project" | "own" | { readonly id: string };

export interface DrivingEngine extends Pick<Engine, "submit" | "cancel"> {
  /** A label that only workers on this machine have: what cannot leave it needs that. */
  readonly here?: string;
}

export interface AgentOptions {
  /**
   * A model of the AI SDK, one of ours (`scriptedModel`), or a name: `openai:gpt-5.1`, `anthropic:…`, `google:…` with the key in the
   * environment, or `https://host/v1#name` for anything that speaks OpenAI's chat.
   */
  readonly model: Model | AiSdkLanguageModel | string;
  /** The model has no function calling: its prompt describes the tools, and its calls are read out of its answers. */
  readonly textTools?: boolean;
  /** Opened for it unless given; what a person says while calls run is then heard between them. */
  readonly session?: Session;
  /** Of the session that is opened for it. */
  readonly mode?: SecurityMode;
  /** Of the session that is opened for it: how the calls of one answer run. */
  readonly strategy?: ExecutionStrategy;
  /** Comes first in the system prompt. */
  readonly instructions?: string;
  /** Amount of thinking before the model answers, as far as it can. */
  readonly reasoning?: Reasoning;
  readonly limits?: Partial<LoopLimits>;
  /** `model` unless given: the model sees every error and goes on. */
  readonly completion?: Completion;
  readonly filters?: readonly InputFilter[];
  /** A run that the store keeps, by its id: it goes on where it was, with its session. No other process may drive it. */
  readonly run?: string;
  /**
   * Suspends the run where a person has to be asked: the question stays in the store, and the process that goes on with the run
   * takes its answer. Holds for a session that is opened for the run; without it, the toolplane's broker is asked. `questions`: only
   * where a tool asks something of its own, and what needs permission goes to the toolplane's broker, where there is one.
   */
  readonly suspends?: boolean | "questions";
  /** Goes on from an earlier turn of another run: `fork` of a toolplane makes it, with a folder that this one has as its workspace. */
  readonly fork?: RunFork;
  /**
   * The W3C trace context (`traceparent`) of whoever asks for a new run: its exported spans are in that trace, whichever process goes
   * on with it. What is none is left out.
   */
  readonly trace?: string;
  /** An earlier state that the caller kept, to go on with. The store keeps nothing of such a run. */
  readonly state?: LoopState;
  /**
   * `own`: it works in a workspace of its own, and what it changed lands when a turn is over: merged with what others changed
   * meanwhile, and all or nothing. An `id` takes over a view that another run left, with all it holds. `project`: what it writes is
   * written at once; unless given, a new run works there, and one that goes on works in the view that it left, if it left one.
   * Rejects where the machine can hold no view. Of the session that is opened for it.
   */
  readonly view?: AgentView;
  /** More prompts follow: what a check holds back for the whole run lands when the agent is closed. Otherwise a prompt is the run. */
  readonly isTalk?: boolean;
  /**
   * The engine that drives this run, which is one that the store keeps: subagents in the background are given to it, as runs of their
   * own. Unless given, they work in this process.
   */
  readonly engine?: DrivingEngine;
  /** Given every state before anything is done with it. */
  readonly keep?: (state: LoopState) => Promise<void>;
}

interface PromptOptions {
  readonly signal?: AbortSignal;
  /** Text that goes to the model with the words and is not a person's: the text of a file, say. */
  readonly context?: string;
  /** Pictures that the person shows beside the words. */
  readonly pictures?: readonly Picture[];
}

export interface GoOnOptions {
  readonly signal?: AbortSignal;
  /** When it fires, the run is let go of between two steps, with what is left undone; it is no end, as that of `signal` is. */
  readonly leaving?: AbortSignal;
}

/** Events of the loop, of each call, and of its subagents. */
export type AgentEvent = RunEvent | ToolplaneEvent | SubagentEvent | ViewEvent;

/** Something that happens to a subagent. */
export interface SubagentEvent {
  readonly type: "subagent-event";
  readonly sessionId: string;
  /** The subagent by its type, below those that started it: the outermost first. */
  readonly agents: readonly string[];
  readonly event: RunEvent | ToolplaneEvent | ViewEvent;
}

export interface Agent {
  readonly session: Session;
  /**
   * Works until there is nothing left to do. Never rejects because of a model or a tool: how it ended is the outcome. Rejects with a
   * ToolError `conflict` while it works already.
   */
  run(prompt: string, options?: PromptOptions): Promise<LoopOutcome>;
  /** Goes on with what a state that was kept left undone. */
  goOn(options?: GoOnOptions): Promise<LoopOutcome>;
  /** A person's words for now: calls that have not begun are skipped. False when too much waits already. */
  steer(text: string): boolean;
  /** A person's words for afterwards. False when too much waits already. */
  followUp(text: string): boolean;
  /** The subagents that it started in the background. A run is not over before they are. */
  readonly background: BackgroundRuns;
  /**
   * A call that the person makes themselves, in the agent's session: it goes the road like any other, and the model reads what came
   * of it before it answers next.
   */
  ownCall(call: ToolCall, options?: { readonly signal?: AbortSignal }): Promise<ToolResult>;
  /** Takes the newest words back that were said to it and that it has not heard; null when there are none. */
  unsay(): string | null;
  /** Another model from the next prompt on. Rejects where there is none of that name. */
  use(model: AgentOptions["model"]): Promise<void>;
  /** Says the beginning of the conversation shorter before the next answer, however long it is. */
  compact(): void;
  state(): LoopState;
  on(listener: (event: AgentEvent) => void): () => void;
  /** Stops what runs, and closes the session that was opened for it. */
  close(): Promise<void>;
}
