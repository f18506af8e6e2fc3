/**
 * Puts one question at a time to a person, in the order they came. Every fault is a refusal: a broker that throws, an
 * answer that does not fit, a queue that is full. A question whose call was cancelled leaves the queue at once; if it
 * was the one being shown, the next is not kept waiting for a broker that may never come back. A broker that handed a
 * question to a program, which may never come back either, lets the next one pass.
 */
import {
  type Answer,
  isToolError,
  type Question,
  suspendedBy,
  ToolError,
} from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { readAnswer } from "./read-answer.ts";

const MAX_WAITING = 1_000;
/** Questions without an answer that a program may have at once; past it they come one at a time again. */
const MAX_PASSED_ON = 100;

export interface QuestionQueue {
  /** Rejects with a ToolError: `cancelled` when the signal fires, `permission_denied` when no answer can be had. */
  ask(
    question: Question,
    signal: AbortSignal,
    suspend?: (questionId?: string) => ToolError,
  ): Promise<Answer>;
  /** How many questions have no answer yet, the one being shown included. */
  pending(): number;
}

/** Puts a queue before the broker, which then never sees two questions at once. */
export function createQuestionQueue(broker: Broker): QuestionQueue {
  const waiting: Entry[] = [];
  /** Handed to a program that shows them in its own time. */
  const passedOn = new Set<Entry>();
  let shown: Entry | null = null;

  const showNext = (): void => {
    const entry = waiting.shift() ?? null;
    shown = entry;
    if (entry === null) return;
    const passOn = (): void => {
      if (entry.settled || shown !== entry || passedOn.size >= MAX_PASSED_ON) return;
      passedOn.add(entry);
      showNext();
    };
    putQuestion(broker, entry, passOn).then(entry.resolve, entry.reject);
  };
  const leave = (entry: Entry): void => {
    const place = waiting.indexOf(entry);
    if (shown === entry) showNext();
    else if (place >= 0) waiting.splice(place, 1);
    passedOn.delete(entry);
  };

  return {
    ask: (question, signal, suspend) => {
      if (signal.aborted) return Promise.reject(cancelled());
      if (waiting.length >= MAX_WAITING) {
        return Promise.reject(unanswered(`${MAX_WAITING} questions are waiting already`));
      }
      return new Promise<Answer>((resolve, reject) => {
        const onAbort = (): void => entry.reject(cancelled());
        const settle = (finish: () => void): void => {
          if (entry.settled) return;
          entry.settled = true;
          signal.removeEventListener("abort", onAbort);
          finish();
          leave(entry);
        };
        const entry: Entry = {
          question,
          signal,
          suspend,
          settled: false,
          resolve: (answer) => settle(() => resolve(answer)),
          reject: (error) => settle(() => reject(error)),
        };
        signal.addEventListener("abort", onAbort);
        waiting.push(entry);
        if (shown === null) showNext();
      });
    },
    pending: () => waiting.length + passedOn.size + (shown === null ? 0 : 1),
  };
}

interface Entry {
  readonly question: Question;
  readonly signal: AbortSignal;
  /** Gives its call up; absent where something of it has begun. */
  readonly suspend: ((questionId?: string) => ToolError) | undefined;
  settled: boolean;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

async function putQuestion(
  broker: Broker,
  { question, signal, suspend }: Entry,
  passOn: () => void,
): Promise<Answer> {
  let given: unknown;
  try {
    given = await broker.ask(question, signal, passOn, suspend);
  } catch (cause) {
    // The broker's own words for why there is no answer; the code marks them as a text for the model.
    if (isToolError(cause) && (cause.code === "permission_denied" || suspendedBy(cause) !== null))
      throw cause;
    throw unanswered("the broker failed", cause);
  }
  const answer = readAnswer(given, question);
  if (answer === null) throw unanswered("the broker gave something that is not an answer to it");
  return answer;
}

function cancelled(): ToolError {
  return new ToolError("cancelled", "Cancelled");
}

function unanswered(why: string, cause?: unknown): ToolError {
  return new ToolError("permission_denied", `The question could not be answered: ${why}.`, {
    cause,
  });
}
