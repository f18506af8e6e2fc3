/** Everything that a run of an agent is, between two steps: plain JSON that a store keeps and another process goes on with. */

import type { Message, UserMessage } from "./message.ts";
import { messageTokens } from "./message-tokens.ts";

/** Limits for a run and everything below it. Absent: no bound of that kind. */
export interface LoopLimits {
  /** Answers of the model to one prompt. */
  readonly turns: number;
  readonly tokens?: number;
  /** Millionths of a dollar. */
  readonly costMicros?: number;
  /** Of work since the last prompt. */
  readonly timeMs?: number;
  /** The same calls, one turn after the other: at so many the model gets a note, at twice as many the run ends. */
  readonly repeats: number;
}

export interface ReachedLimit {
  readonly by: "turns" | "tokens" | "cost" | "time";
  readonly message: string;
}

/** The usage, by the run itself and by the runs below it. */
export interface Spent {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

/**
 * The effect of a failed call. `model`: the model sees every error and goes on. `tool`: a failure ends the run unless
 * its tool says that the model should follow up, and so does a result that its tool calls terminal.
 */
export type Completion = "model" | "tool";

export interface LoopSettings {
  readonly limits: LoopLimits;
  readonly completion: Completion;
  /** Tokens of conversation from which on it is compacted; absent where the model says no bound. */
  readonly compactAt?: number;
  /** Tokens of the newest messages that compaction leaves as they are. */
  readonly keepTokens: number;
  /** The budget in money before it was raised: as much more is offered each time. */
  readonly firstCostMicros?: number;
}

/** How a run ended. `stopped`: it could have gone on, and something forbade it. */
export type LoopOutcome =
  | { readonly status: "done"; readonly text: string }
  | {
      readonly status: "stopped";
      readonly by: "turns" | "tokens" | "cost" | "time" | "repeats" | "tool" | "cancel" | "input";
      readonly message: string;
      readonly text: string;
    }
  /**
   * The model gave no answer, after so many `tries`; `httpStatus` is that of its provider's last one. `refused`: the provider
   * stopped the answer.
   */
  | {
      readonly status: "failed";
      readonly message: string;
      readonly text: string;
      readonly tries?: number;
      readonly httpStatus?: number;
      readonly refused?: true;
    }
  /** It waits for a person and goes on with the answer, here or in another process. Never the outcome of a state: that is not over. */
  | {
      readonly status: "suspended";
      /** Ids of the questions that wait for an answer. */
      readonly questions: readonly string[];
      readonly message: string;
      readonly text: string;
    };

/**
 * `ready`: no work until there is a message. `model`: the model is to answer. `calls`: its calls are to be run.
 * `compact`: the conversation is to be made shorter first. `suspended`: some of its calls wait for a person, or it waits for
 * runs behind it, and no process has to stay for that. `over`: the run has ended; a new prompt begins the next.
 */
type LoopPhase = "ready" | "model" | "calls" | "compact" | "suspended" | "over";

export interface LoopState {
  /** Grows when the shape changes, so that an older program says so instead of guessing. */
  readonly version: 1;
  readonly loopId: string;
  readonly phase: LoopPhase;
  readonly settings: LoopSettings;
  readonly messages: readonly Message[];
  /** Messages that came while it worked: read before the model answers next. */
  readonly steering: readonly UserMessage[];
  /** Messages for afterwards: read when the model has nothing more to do. */
  readonly followUps: readonly UserMessage[];
  /** Answers of the model since the last prompt. */
  readonly turns: number;
  /** Its share of `spent` that was used by the runs below it. */
  readonly spentBelow?: Spent;
  /** Turns of the runs below it, since then. */
  readonly turnsBelow?: number;
  readonly spent: Spent;
  /** The tokens that sending the conversation would cost, as far as is known. */
  readonly contextTokens: number;
  /** Milliseconds of work since the last prompt. */
  readonly workedMs: number;
  readonly repeated: { readonly key: string; readonly times: number };
  /** Ids of the questions that it is suspended for. */
  readonly waiting: readonly string[];
  /** It is suspended at this bound of its money: whether that is raised is to be asked, or was asked by the question in `waiting`. */
  readonly pausedAt?: ReachedLimit;
  /** Runs of subagents that others drive, and whose end it has not heard of: until then it is not done. */
  readonly behind?: readonly string[];
  /** A shorter conversation was requested. */
  readonly isToShorten?: true;
  readonly outcome: LoopOutcome | null;
}

/** The loop that writes states of this shape. A fleet gives a run to those alone who know its. */
export const LOOP_VERSION: LoopState["version"] = 1;

export const DEFAULT_LIMITS: LoopLimits = Object.freeze({ turns: 100, repeats: 3 });

export const NOTHING_SPENT: Spent = Object.freeze({
  inputTokens: 0,
  outputTokens: 0,
  costMicros: 0,
});
const KEEP_TOKENS = 20_000;

/** Settings with the defaults filled in. */
export function loopSettings(
  given: Partial<Omit<LoopSettings, "limits">> & { readonly limits?: Partial<LoopLimits> } = {},
): LoopSettings {
  return {
    completion: given.completion ?? "model",
    keepTokens: given.keepTokens ?? keptOf(given.compactAt),
    limits: { ...DEFAULT_LIMITS, ...given.limits },
    ...(given.compactAt === undefined ? {} : { compactAt: given.compactAt }),
  };
}

/** Where a model's memory is small, what stays must still leave something to shorten. */
function keptOf(compactAt = Number.POSITIVE_INFINITY): number {
  return Math.min(KEEP_TOKENS, Math.floor(compactAt / 2));
}

/** A run without a message yet. `messages`: the earlier conversation, where it goes on from there. */
export function newLoop(
  loopId: string,
  settings: LoopSettings = loopSettings(),
  messages: readonly Message[] = [],
): LoopState {
  return {
    version: LOOP_VERSION,
    loopId,
    phase: "ready",
    settings,
    messages,
    steering: [],
    followUps: [],
    turns: 0,
    spent: NOTHING_SPENT,
    spentBelow: NOTHING_SPENT,
    contextTokens: messageTokens(messages),
    workedMs: 0,
    repeated: { key: "", times: 0 },
    waiting: [],
    outcome: null,
  };
}
