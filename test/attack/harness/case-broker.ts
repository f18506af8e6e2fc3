/** The person of a case: answers what the case says, rejects everything else, and remembers every question with its moment. */
import type { Answer, Question } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";

export interface AskedQuestion {
  readonly question: Question;
  /** The call had begun to run: a question about it came too late to be a permission. */
  readonly isLate: boolean;
}

export interface CaseBroker extends Broker {
  /** From now on questions of this call are answered so. */
  answerFor(callId: string, answer: Answer["choice"]): void;
  readonly asked: () => readonly AskedQuestion[];
}

/** Makes the person; `hasStarted` says whether a call runs. */
export function createCaseBroker(hasStarted: (callId: string) => boolean): CaseBroker {
  const answers = new Map<string, Answer["choice"]>();
  const asked: AskedQuestion[] = [];
  return {
    async ask(question) {
      asked.push({ question, isLate: hasStarted(question.callId) });
      if (question.kind === "tool")
        return {
          choice: "answers",
          answers: (question.questions ?? []).map(({ options }) => [options?.[0]?.label ?? "yes"]),
        };
      return answerOf(answers.get(question.callId) ?? "reject");
    },
    answerFor: (callId, answer) => void answers.set(callId, answer),
    asked: () => asked,
  };
}

function answerOf(choice: Answer["choice"]): Answer {
  switch (choice) {
    case "once":
    case "session":
      return { choice };
    default:
      return { choice: "reject" };
  }
}

/** The corpus's words for answers, as a broker gives them. */
export function readChoice(word: string | undefined): Answer["choice"] {
  return word === "always" ? "session" : word === "reject" ? "reject" : "once";
}
