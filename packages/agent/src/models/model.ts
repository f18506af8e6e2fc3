/** A model, however it is reached: the loop knows nothing of providers. */
import type { Reasoning } from "@toolplane/contract";
import type { ModelTool } from "@toolplane/kernel/projection";
import type { ModelAnswer } from "../loop/loop-input.ts";
import type { Message } from "../loop/message.ts";

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly Message[];
  /** The same list, in the same order, until tools change: providers keep what begins alike. */
  readonly tools: readonly ModelTool[];
  /** How much it is to think, where that was said. */
  readonly reasoning?: Reasoning;
  /** The subagent that asks; absent for the first agent. Not sent anywhere: scripts distinguish agents by it. */
  readonly agent?: string;
}

export interface ModelOptions {
  readonly signal: AbortSignal;
  /** Called with the answer as it comes. */
  readonly onText: (delta: string) => void;
  /** Called with its reasoning as it comes, where its provider gives that. */
  readonly onThought?: (delta: string) => void;
}

export interface Model {
  /** As a person would name it. */
  readonly id: string;
  /** True when its answers say what they cost. Without it no budget in money holds for it. */
  readonly isPriced?: boolean;
  /** Tokens of conversation that it takes, where that is known. */
  readonly contextTokens?: number;
  /** The words in a part of an answer, where calls stand in its text too; all of it otherwise. */
  wordsIn?(part: string): string;
  /** One answer. Rejects with a ModelError, or with the reason of its signal. */
  answer(request: ModelRequest, options: ModelOptions): Promise<ModelAnswer>;
}

/** The known facts of an answer that did not come, beside the provider's words. */
export interface ModelFault {
  /** The status of its answer, where it gave one. */
  readonly httpStatus?: number;
  /** Nobody was there to answer. */
  readonly isUnreachable?: boolean;
  /** The variable that its key is read from: named where it did not take the key. */
  readonly keyVariable?: string;
}

/** Why a model gave no answer. `isPassing`: the same request may well work a little later. */
export class ModelError extends Error {
  readonly isPassing: boolean;
  readonly retryAfterMs: number | undefined;
  readonly fault: ModelFault;

  constructor(
    message: string,
    facts: {
      readonly isPassing: boolean;
      readonly retryAfterMs?: number;
      readonly fault?: ModelFault;
      readonly cause?: unknown;
    },
  ) {
    super(message, { cause: facts.cause });
    this.name = "ModelError";
    this.isPassing = facts.isPassing;
    this.retryAfterMs = facts.retryAfterMs;
    this.fault = facts.fault ?? {};
  }
}
