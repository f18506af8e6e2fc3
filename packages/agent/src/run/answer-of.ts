import type { LoopInput, ModelAnswer } from "../loop/loop-input.ts";
import type { LoopState } from "../loop/loop-state.ts";
import { faultWords } from "../models/fault-words.ts";
import { ModelError, type ModelOptions, type ModelRequest } from "../models/model.ts";
import { type RepairedJson, repairJson } from "../models/repair-json.ts";
import { cancelReason } from "./cancel-reason.ts";
import type { RunOptions } from "./run-options.ts";

/** How often a request that may work a little later is made, and how long is waited in between. */
const TRIES = 5;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** How far an answer has come: for the end of one that never became whole. */
interface Asked {
  tries: number;
  /** Words of the present try; those of a try that failed belong to no answer. */
  said: string;
}

/** Asks the model. What went wrong is an input too: a run ends, it never rejects. */
export async function answerOf(state: LoopState, options: RunOptions): Promise<LoopInput> {
  const { model, system, tools, signal, clock } = options;
  const began = clock.nowMs();
  const { loopId, messages } = state;
  const request = { system: system(), tools: tools(), messages, ...askedAs(options) };
  const asked: Asked = { tries: 0, said: "" };
  try {
    const answer = await tryAnswer(options, { request, loopId, asked });
    return { type: "answer", answer: mended(withOwnIds(answer)), workedMs: clock.nowMs() - began };
  } catch (error) {
    if (!signal.aborted) return failureOf(error, model.id, asked, clock.nowMs() - began);
    const said = model.wordsIn?.(asked.said) ?? asked.said;
    return { type: "cancel", reason: cancelReason(signal), said };
  }
}

function failureOf(error: unknown, model: string, { tries }: Asked, workedMs: number): LoopInput {
  const why = error instanceof Error ? error.message : String(error);
  const fault = error instanceof ModelError ? error.fault : {};
  const words = faultWords(model, fault, why);
  const { httpStatus } = fault;
  return {
    type: "model-failure",
    message: tries > 1 ? `${words} Tried ${tries} times.` : words,
    tries,
    ...(httpStatus === undefined ? {} : { httpStatus }),
    workedMs,
  };
}

/** The asking agent, and how much the model should think. */
function askedAs({ agent, reasoning }: RunOptions): Pick<ModelRequest, "agent" | "reasoning"> {
  return {
    ...(agent === undefined ? {} : { agent }),
    ...(reasoning === undefined ? {} : { reasoning }),
  };
}

interface Asking {
  readonly request: ModelRequest;
  readonly loopId: string;
  readonly asked: Asked;
}

async function tryAnswer(
  { model, clock, signal, on }: RunOptions,
  { request, loopId, asked }: Asking,
): Promise<ModelAnswer> {
  const heard: ModelOptions = {
    signal,
    onText: (delta) => {
      asked.said += delta;
      on?.({ type: "message-update", loopId, delta });
    },
    onThought: (delta) => on?.({ type: "thought-update", loopId, delta }),
  };
  for (;;) {
    asked.tries += 1;
    asked.said = "";
    try {
      return await model.answer(request, heard);
    } catch (error) {
      if (signal.aborted || !(error instanceof ModelError) || !error.isPassing) throw error;
      if (asked.tries === TRIES) throw error;
      const ms = error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (asked.tries - 1);
      const waitMs = Math.min(ms, LONGEST_WAIT_MS);
      const { message, fault } = error;
      const retry = { attempt: asked.tries + 1, of: TRIES, waitMs, message, ...fault };
      on?.({ type: "model-retry", loopId, model: model.id, ...retry });
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
