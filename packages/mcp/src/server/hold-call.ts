/**
 * A call that outlives the request which began it. Where a server may not ask in the middle of a request, the request ends
 * with the question and the call waits here, whole: it is not run a second time for the answer, because by then it may have
 * done half of its work.
 */
import {
  type Question,
  type ToolCall,
  type ToolCallText,
  ToolError,
  type ToolResult,
} from "@toolplane/contract";
import type { ClientAnswer } from "./client-answer.ts";
import type { AskClient } from "./mcp-broker.ts";

export type Step =
  | { readonly kind: "result"; readonly result: ToolResult }
  | { readonly kind: "question"; readonly question: Question };

/** A running call between requests. */
export interface HeldCall {
  readonly call: ToolCall | ToolCallText;
  /** Waits until it settles or asks. While somebody waits, their signal cancels the call. */
  next(signal: AbortSignal): Promise<Step>;
  /** Answers the question that it asked last. */
  answer(answer: ClientAnswer): void;
  /** The question that waits for an answer. */
  asked(): Question | null;
  cancel(): void;
}

interface Asked {
  readonly question: Question;
  readonly resolve: (answer: ClientAnswer) => void;
}

/** Starts a call. `run` is given the call's own signal and the way its questions go. */
export function holdCall(
  call: ToolCall | ToolCallText,
  run: (signal: AbortSignal, ask: AskClient) => Promise<ToolResult>,
): HeldCall {
  const controller = new AbortController();
  let asked: Asked | null = null;
  let wake: () => void = () => {};
  const ask: AskClient = (question, signal) =>
    new Promise((resolve, reject) => {
      const own: Asked = { question, resolve };
      signal.addEventListener(
        "abort",
        () => {
          if (asked === own) asked = null;
          reject(new ToolError("cancelled", "Cancelled"));
        },
        { once: true },
      );
      asked = own;
      wake();
    });
  const settled = run(controller.signal, ask).then((result): Step => ({ kind: "result", result }));
  const question = async (): Promise<Step> => {
    while (asked === null)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return { kind: "question", question: asked.question };
  };
  return {
    call,
    async next(signal) {
      const abort = (): void => controller.abort();
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      try {
        return await Promise.race([settled, question()]);
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    answer(answer) {
      const answered = asked;
      asked = null;
      answered?.resolve(answer);
    },
    asked: () => asked?.question ?? null,
    cancel: () => controller.abort(),
  };
}
