import type { LoopInput, ModelAnswer } from "../loop/loop-input.ts";
import type { LoopState } from "../loop/loop-state.ts";
import { ModelError, type ModelOptions, type ModelRequest } from "../models/model.ts";
import { type RepairedJson, repairJson } from "../models/repair-json.ts";
import { cancelReason } from "./cancel-reason.ts";
import type { RunOptions } from "./run-options.ts";

/** How often a request that may work a little later is made, and how long is waited in between. */
const TRIES = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Asks the model. What went wrong is an input too: a run ends, it never rejects. */
export async function answerOf(state: LoopState, options: RunOptions): Promise<LoopInput> {
  const { model, system, tools, signal, clock, on } = options;
  const began = clock.nowMs();
  const { loopId, messages } = state;
  const request = { system: system(), tools: tools(), messages, ...askedAs(options) };
  const said: string[] = [];
  const onText = (delta: string): void => {
    said.push(delta);
    on?.({ type: "message-update", loopId, delta });
  };
  const onThought = (delta: string): void => on?.({ type: "thought-update", loopId, delta });
  try {
    const asking = { request, loopId, heard: { signal, onText, onThought }, said };
    const answer = await tryAnswer(options, asking);
    return { type: "answer", answer: mended(withOwnIds(answer)), workedMs: clock.nowMs() - began };
  } catch (error) {
    if (signal.aborted) {
      const part = said.join("");
      return { type: "cancel", reason: cancelReason(signal), said: model.wordsIn?.(part) ?? part };
    }
    const why = error instanceof Error ? error.message : String(error);
    const message = `The model ${model.id} gave no answer: ${why}`;
    return { type: "model-failure", message, workedMs: clock.nowMs() - began };
  }
}

/** The asking agent, and how much the model should think. */
function askedAs({ agent, reasoning }: RunOptions): Pick<ModelRequest, "agent" | "reasoning"> {
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

async function tryAnswer(
  { model, clock, signal, on }: RunOptions,
  {
    request,
    loopId,
    heard,
    said,
  }: {
    readonly request: ModelRequest;
    readonly loopId: string;
    readonly heard: ModelOptions;
    /** Pieces of the answer that came so far; those of a try that failed belong to no answer. */
    readonly said: string[];
  },
): Promise<ModelAnswer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await model.answer(request, heard);
    } catch (error) {
      if (signal.aborted || !(error instanceof ModelError) || !error.isPassing) throw error;
      if (attempt === TRIES) throw error;
      const ms = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
      const waitMs = Math.min(ms, LONGEST_WAIT_MS);
      const { message } = error;
      on?.({ type: "model-retry", loopId, attempt: attempt + 1, of: TRIES, waitMs, message });
      said.length = 0;
      await pause(clock, waitMs, signal);
    }
  }
}

function pause(clock: RunOptions["clock"], ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      cancel();
      reject(signal.reason);
    };
    const cancel = clock.setTimer(ms, () => {
      signal.removeEventListener("abort", stop);
      resolve();
    });
    signal.addEventListener("abort", stop, { once: true });
  });
}

/** Arguments that are no JSON and can mean only one thing are made what they mean; that it was done is kept with the answer. */
function mended(answer: ModelAnswer): ModelAnswer {
  const repaired: Record<string, string> = { ...answer.repaired };
  const calls = answer.calls.map((call) => {
    const better = call.arguments === "" ? EMPTY : repairJson(call.arguments);
    if (better === null) return call;
    repaired[call.id] = better.what;
    return { ...call, arguments: better.text };
  });
  return Object.keys(repaired).length === 0 ? answer : { ...answer, calls, repaired };
}

/** A tool without arguments is called with nothing by some. */
const EMPTY: RepairedJson = { text: "{}", what: "it was empty" };

/**
 * Gives every call an id of its own: a call without an id, or with one that another call of the answer has, could not
 * be distinguished from it.
 */
function withOwnIds(answer: ModelAnswer): ModelAnswer {
  const seen = new Set<string>();
  const calls = answer.calls.map((call, index) => {
    const id = call.id !== "" && !seen.has(call.id) ? call.id : `${call.id || "call"}_${index + 1}`;
    seen.add(id);
    return id === call.id ? call : { ...call, id };
  });
  return { ...answer, calls };
}
