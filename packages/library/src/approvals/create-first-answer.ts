/**
 * One question, several places where a person may answer it. The first answer counts and the others are withdrawn; a place that
 * fails is left to the others, and only when all have failed is there no answer.
 */
import type { Answer } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";

/** The reason that a withdrawn place finds on its signal. */
export interface AnsweredElsewhere {
  readonly answeredElsewhere: Answer;
}

/** True for the reason of a signal that was aborted because another place answered. */
export function isAnsweredElsewhere(reason: unknown): reason is AnsweredElsewhere {
  return typeof reason === "object" && reason !== null && "answeredElsewhere" in reason;
}

export function createFirstAnswer(brokers: readonly Broker[]): Broker {
  return {
    async ask(question, signal) {
      const places = brokers.map((broker) => ({ broker, abort: new AbortController() }));
      const onAbort = (): void => {
        for (const { abort } of places) abort.abort(signal.reason);
      };
      signal.addEventListener("abort", onAbort);
      if (signal.aborted) onAbort();
      const asked = places.map(async ({ broker, abort }, index) => ({
        index,
        answer: await broker.ask(question, abort.signal),
      }));
      try {
        const { index, answer } = await Promise.any(asked);
        const reason: AnsweredElsewhere = { answeredElsewhere: answer };
        for (const [place, { abort }] of places.entries()) if (place !== index) abort.abort(reason);
        return answer;
      } catch (error) {
        throw error instanceof AggregateError ? error.errors[0] : error;
      } finally {
        signal.removeEventListener("abort", onAbort);
      }
    },
  };
}
