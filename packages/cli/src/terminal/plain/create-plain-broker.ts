/**
 * The person at this terminal, asked in plain lines: for screen readers, and for people who want no redrawing. The question is
 * printed, and one typed line answers it. Text typed before the question was there answers nothing, and neither does a line that
 * is no answer.
 */
import { createInterface, type Interface } from "node:readline";
import { type Answer, type Question, ToolError } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import type { Terminal } from "../terminal.ts";
import { questionText } from "./question-text.ts";
import { plainWords, readOwnAnswer, readPlainAnswer } from "./read-plain-answer.ts";

export interface PlainGround {
  readonly terminal: Terminal;
  /** Ctrl-C. */
  readonly cancel: () => void;
}

/** Text that was typed ahead comes at once. */
const QUIET_MS = 500;

/** One question at a time, first come first served. */
export function createPlainBroker({ terminal, cancel }: PlainGround): Broker {
  let last: Promise<unknown> = Promise.resolve();
  return {
    ask(question, signal) {
      const asked = last.then(() => askHere(question, { terminal, cancel, signal }));
      last = asked.catch(() => undefined);
      return asked;
    },
  };
}

interface Asking extends PlainGround {
  readonly signal: AbortSignal;
}

async function askHere(question: Question, asking: Asking): Promise<Answer> {
  const { terminal, cancel, signal } = asking;
  if (signal.aborted) throw cancelled();
  for (const line of questionText(question)) terminal.note(line);
  const lines = createInterface({ input: terminal.input, terminal: false });
  const onAbort = (): void => lines.close();
  // The terminal sends the signal itself while it is not raw; a line editor would not.
  lines.on("SIGINT", cancel);
  signal.addEventListener("abort", onAbort);
  const reader = createReader(lines, terminal);
  try {
    await reader.settle();
    return question.kind === "tool"
      ? await askOwn(question, reader)
      : await askWord(question, reader);
  } finally {
    signal.removeEventListener("abort", onAbort);
    lines.close();
  }
}

async function askWord(question: Question, reader: Reader): Promise<Answer> {
  const words = plainWords(question).join(", ");
  for (;;) {
    const answer = readPlainAnswer(await reader.line(`Type ${words}: `), question);
    if (answer !== null) return answer;
  }
}

async function askOwn({ questions = [] }: Question, reader: Reader): Promise<Answer> {
  const answers: (readonly string[])[] = [];
  for (const one of questions) {
    const place =
      questions.length > 1 ? `Answer ${answers.length + 1} of ${questions.length}` : "Answer";
    let answer: readonly string[] | null = null;
    while (answer === null)
      answer = readOwnAnswer(await reader.line(`${place}, a number or own words: `), one);
    answers.push(answer);
  }
  return { choice: "answers", answers };
}

interface Reader {
  /** Lets what was typed ahead go by. */
  settle(): Promise<void>;
  /** The next line; rejects when there is none any more. */
  line(prompt: string): Promise<string>;
}

function createReader(lines: Interface, terminal: Terminal): Reader {
  let hear: ((line: string | null) => void) | null = null;
  let isClosed = false;
  lines.on("line", (line) => hear?.(line));
  lines.on("close", () => {
    isClosed = true;
    hear?.(null);
  });
  return {
    settle: () => new Promise((resolve) => setTimeout(resolve, QUIET_MS)),
    line: (prompt) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(cancelled());
        terminal.error.write(prompt);
        hear = (line) => {
          hear = null;
          if (line === null) reject(cancelled());
          else resolve(line);
        };
      }),
  };
}

function cancelled(): ToolError {
  return new ToolError("cancelled", "Cancelled");
}
