/**
 * A broker without a person. Answers come from a list, in order, or from a function; a question that the script did not
 * foresee is an error of the test, never a silent yes. `hold` keeps questions open, as a person does who is at lunch.
 */
import { type Answer, ConfigurationError, type Question, ToolError } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";

/** An answer, or the name of one that needs nothing more. */
export type ScriptedAnswer = Answer | "once" | "session" | "project" | "reject";

/** Answers in order, or a function of the question. */
export type BrokerScript =
  | readonly ScriptedAnswer[]
  | ((question: Question, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

/** A broker that can be looked at and held. */
export interface ScriptedBroker extends Broker {
  /** Every question so far, in order. */
  questions(): readonly Question[];
  /** Resolves when this many questions have been asked. */
  asked(count: number): Promise<void>;
  /** From now on questions stay open until they are released. */
  hold(): void;
  /** Answers the oldest open question. */
  release(answer: ScriptedAnswer): void;
  /** Stops holding: open and further questions are answered by the script. */
  resume(): void;
  /** How many questions are open. */
  waiting(): number;
}

/** Makes a broker. Without a script every question is unforeseen. */
export function createScriptedBroker(script: BrokerScript = []): ScriptedBroker {
  const questions: Question[] = [];
  const watchers = new Set<{ readonly count: number; readonly resolve: () => void }>();
  const open = createOpenQuestions();
  let holding = false;

  async function answerOf({ question, index }: Asked): Promise<ScriptedAnswer> {
    if (typeof script === "function") return script(question, index);
    const answer = script[index];
    if (answer !== undefined) return answer;
    throw new ConfigurationError(
      "scripted broker",
      `nobody foresaw the question: ${question.title}`,
    );
  }
  function note(question: Question): Asked {
    questions.push(question);
    for (const watcher of watchers) {
      if (watcher.count > questions.length) continue;
      watchers.delete(watcher);
      watcher.resolve();
    }
    return { question, index: questions.length - 1 };
  }

  return {
    async ask(question, signal) {
      const asked = note(question);
      if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
      return completeAnswer(await (holding ? open.wait(asked, signal) : answerOf(asked)));
    },
    questions: () => questions,
    asked(count) {
      if (questions.length >= count) return Promise.resolve();
      return new Promise((resolve) => void watchers.add({ count, resolve }));
    },
    hold() {
      holding = true;
    },
    release(answer) {
      const [oldest] = open.list();
      if (oldest === undefined)
        throw new ConfigurationError("scripted broker", "no question is open");
      oldest.answer(answer);
    },
    resume() {
      holding = false;
      for (const { asked, answer } of open.list()) answer(answerOf(asked));
    },
    waiting: () => open.list().length,
  };
}

interface Asked {
  readonly question: Question;
  readonly index: number;
}

interface OpenQuestion {
  readonly asked: Asked;
  readonly answer: (answer: ScriptedAnswer | Promise<ScriptedAnswer>) => void;
}

/** Questions that wait, oldest first. One whose call is cancelled is removed. */
function createOpenQuestions() {
  const open = new Set<OpenQuestion>();
  return {
    list: (): readonly OpenQuestion[] => [...open],
    wait: (asked: Asked, signal: AbortSignal): Promise<ScriptedAnswer> =>
      new Promise((resolve, reject) => {
        const entry: OpenQuestion = {
          asked,
          answer(given) {
            signal.removeEventListener("abort", onAbort);
            open.delete(entry);
            resolve(given);
          },
        };
        const onAbort = () => {
          open.delete(entry);
          reject(new ToolError("cancelled", "Cancelled"));
        };
        signal.addEventListener("abort", onAbort, { once: true });
        open.add(entry);
      }),
  };
}

function completeAnswer(answer: ScriptedAnswer): Answer {
  return typeof answer === "string" ? { choice: answer } : answer;
}
