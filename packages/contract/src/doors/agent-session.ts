/** A tool starts a subagent by this. The kernel keeps depth, permissions and cancellation; the agent package runs the loop. */

import type { RequirementSet } from "../policy/requirement.ts";
import type { Rule } from "../policy/rule.ts";
import type { Json } from "../schema/json-schema.ts";

/** The task of a subagent. Its permissions are the parent's, narrowed by what is declared here; a parent's deny is final. */
export interface SpawnRequest {
  readonly prompt: string;
  readonly subagentType?: string;
  readonly background?: boolean;
  readonly metadata?: Json;
  readonly requires?: RequirementSet;
  readonly rules?: readonly Rule[];
  /** An agent that the calling tool brings, instead of a type. Taken from tools of the program itself and from no others. */
  readonly agent?: SpawnAgent;
}

/** How much a model thinks before it answers, as far as it can. */
export type Reasoning = "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";

/** An agent that a tool brings: its instructions, its tools, and how long it may work. */
export interface SpawnAgent {
  /** As people are shown it, in questions and in the list of its calls. */
  readonly name: string;
  /** The whole system prompt of its model. */
  readonly instructions: string;
  /** Its tools by id. Absent: those of its parent. */
  readonly tools?: readonly string[];
  /** Anything that the agent package takes for a model. Absent: its parent's. */
  readonly model?: unknown;
  readonly reasoning?: Reasoning;
  readonly limits?: {
    readonly turns?: number;
    readonly tokens?: number;
    readonly timeMs?: number;
  };
}

/**
 * The outcome: the final text, or for a background run the session to look into. `untrusted`: what it read may speak through
 * its words.
 */
export type SpawnResult =
  | {
      readonly status: "done";
      readonly output: string;
      readonly sessionId: string;
      readonly turns?: number;
      readonly untrusted?: { readonly source: string };
    }
  | { readonly status: "running"; readonly sessionId: string }
  | { readonly status: "failed"; readonly message: string; readonly sessionId: string };

/** The parent's limits, which a child inherits. The runner must hand these to the session it opens. */
export interface SpawnContext {
  readonly parentSessionId: string;
  readonly parentCallId: string;
  readonly depth: number;
  readonly signal: AbortSignal;
  readonly onUpdate: (partial: Json) => void;
  readonly onProgress: (text: string) => void;
  /** Stops the deadline of the parent's call while a person is asked below it; what it returns lets it run again. */
  readonly hold: () => () => void;
}

/** One run in the background, as the call that started it sees it. */
export interface BackgroundRun {
  readonly sessionId: string;
  readonly agent: string;
  /** `suspended`: it waits for a person's answer, and goes on with the run that started it. */
  readonly state: "running" | "done" | "failed" | "stopped" | "suspended";
  readonly prompt: string;
  /** Its last words, or what went wrong; empty while it runs. */
  readonly output: string;
}

/** The background runs that one session started. */
export interface BackgroundRuns {
  /** The oldest first; those that ended are kept for as long as the session is. */
  list(): readonly BackgroundRun[];
  /** Settles when it has ended, or when the signal fires; null for one that is not known. */
  wait(sessionId: string, signal: AbortSignal): Promise<BackgroundRun | null>;
  /** Ends it. False for one that does not run. */
  stop(sessionId: string): boolean;
}

/** Port: implemented by `agent`, a scripted one in `testkit`. */
export interface AgentSession {
  spawn(request: SpawnRequest, context: SpawnContext): Promise<SpawnResult>;
  /** Those of one session. Absent: nothing of this host runs in the background. */
  background?(parentSessionId: string): BackgroundRuns;
}
