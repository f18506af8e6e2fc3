/**
 * Work that outlives the request which began it. Where a server may not ask in the middle of a request, the request ends with
 * what is asked and the work waits here, whole: it is not done a second time for the answer, because by then it may be half
 * done.
 */
import { type ClientRequest, ToolError } from "@toolplane/contract";

/** Requests to a client, by a name each. */
export type Requests = Readonly<Record<string, ClientRequest>>;

/** A client's answers, and how long they took. */
interface Replies {
  readonly replies: Readonly<Record<string, unknown>>;
  readonly waitedMs: number;
}

/** Puts requests to the client; settles when it answered all of them. Of one piece of work they are put one after the other. */
export type Put = (requests: Requests, signal: AbortSignal) => Promise<Replies>;

type Step<T> =
  | { readonly kind: "done"; readonly value: T }
  | { readonly kind: "asks"; readonly requests: Requests };

/** Running work between requests. */
export interface HeldWork<T = unknown> {
  /** Waits until it settles or asks. The waiting caller's signal cancels the work. */
  next(signal: AbortSignal): Promise<Step<T>>;
  /** Hands over what the client answered. What lacks an answer stays asked. */
  reply(replies: Replies): void;
  /** True while something waits for an answer. */
  isAsking(): boolean;
  cancel(): void;
}

interface Asked {
  readonly requests: Requests;
  readonly resolve: (replies: Replies) => void;
}

/** Starts work. `run` is given the work's own signal and the way to the client. */
export function holdWork<T>(run: (signal: AbortSignal, put: Put) => Promise<T>): HeldWork<T> {
  const controller = new AbortController();
  let asked: Asked | null = null;
  let wake: () => void = () => {};
  const waiting: Asked[] = [];
  const showNext = (): void => {
    asked = waiting.shift() ?? null;
    if (asked !== null) wake();
  };
  const put: Put = (requests, signal) =>
    new Promise((resolve, reject) => {
      const own: Asked = { requests, resolve };
      const stop = (): void => {
        if (asked === own) showNext();
        else if (waiting.includes(own)) waiting.splice(waiting.indexOf(own), 1);
        reject(new ToolError("cancelled", "Cancelled"));
      };
      if (signal.aborted) return stop();
      signal.addEventListener("abort", stop, { once: true });
      waiting.push(own);
      if (asked === null) showNext();
    });
  const settled = run(controller.signal, put).then((value): Step<T> => ({ kind: "done", value }));
  // A waiting caller gets the failure; work without a waiter must not become an uncaught error.
  settled.catch(() => {});
  const asking = async (): Promise<Step<T>> => {
    while (asked === null)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    return { kind: "asks", requests: asked.requests };
  };
  return {
    async next(signal) {
      const abort = (): void => controller.abort();
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      try {
        return await Promise.race([settled, asking()]);
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    reply({ replies, waitedMs }) {
      const answered = asked;
      if (answered === null) return;
      const own = pick(replies, Object.keys(answered.requests));
      if (own === null) return;
      showNext();
      answered.resolve({ replies: own, waitedMs });
    },
    isAsking: () => asked !== null,
    cancel: () => controller.abort(),
  };
}

/** The answers under these names and no others; null when one is missing or is none. */
function pick(
  replies: Readonly<Record<string, unknown>>,
  names: readonly string[],
): Readonly<Record<string, unknown>> | null {
  const found: Record<string, unknown> = {};
  for (const name of names) {
    const reply = Object.hasOwn(replies, name) ? replies[name] : undefined;
    if (typeof reply !== "object" || reply === null || Array.isArray(reply)) return null;
    found[name] = reply;
  }
  return found;
}
