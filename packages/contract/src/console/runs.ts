import type { RequirementSet } from "../policy/requirement.ts";
import type { Rule, SecurityMode } from "../policy/rule.ts";
import type { Spent } from "./figures.ts";

/** Written once, when a run begins. */
export interface RunAbout {
  /** As a person named it: a script by its file. */
  readonly model: string;
  /** The first words of what was asked for. */
  readonly prompt: string;
  readonly workspace: string | null;
  /** How calls that no rule decides were treated in its session. */
  readonly mode?: SecurityMode;
  /** The text that the model reads before everything else, where it was given. */
  readonly instructions?: string;
  /** The kind of subagent that it is, where it works behind the run that started it. */
  readonly behind?: string;
  /** The bounds of a run that others may drive than the run that started it. */
  readonly apart?: RunApart;
  /** The W3C trace context of whoever asked for it: its spans are in that trace, whichever machines drive it. */
  readonly trace?: string;
  /** The run and the turn that it goes on from, in another folder. */
  readonly forkOf?: { readonly runId: string; readonly turn: number };
}

/** A subagent that is driven wherever there is room: all that its parent, which is not there, would have bounded it by. */
export interface RunApart {
  /** The session of the first run of its family: what all of them may spend is kept with that. */
  readonly family: string;
  readonly boundsMoney: boolean;
  readonly above: {
    readonly sessionId: string;
    readonly depth: number;
    readonly agents: readonly string[];
    readonly requires: readonly RequirementSet[];
  };
  readonly session: {
    readonly mode: SecurityMode;
    readonly allowlist: readonly string[];
    readonly headless: boolean;
    readonly role: string;
    /** None of them allows anything. */
    readonly rules: readonly Rule[];
    /** Absent: all that there are. */
    readonly tools?: readonly string[];
    readonly client?: string;
    readonly maxResultBytes?: number;
  };
  /** It works in a view of its own. */
  readonly view?: "own";
}

/**
 * `working`: a process drives it. `interrupted`: it had not come to its end when its process did. `suspended`: it waits for a
 * person. The others are how it ended.
 */
export type RunStatus =
  | "ready"
  | "working"
  | "interrupted"
  | "suspended"
  | "done"
  | "stopped"
  | "failed";

/** A run of an agent as it lies in the store. */
export interface KeptRun extends RunAbout {
  readonly id: string;
  readonly sessionId: string;
  /** The run that started this one, and the call of it that did. */
  readonly parentId: string | null;
  readonly callId: string | null;
  readonly status: RunStatus;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  /** Answers of the model. */
  readonly turns: number;
  /** Ids of the questions that it waits for. */
  readonly waiting: readonly string[];
}

/** `GET /runs`. */
export interface KeptRuns {
  readonly runs: readonly KeptRun[];
}

/** `GET /runs/{run}`. */
export interface RunTurns {
  readonly run: KeptRun;
  readonly turns: readonly {
    readonly turn: number;
    readonly atMs: number;
    readonly words: string;
    readonly spent: Spent;
  }[];
}
