/**
 * A command has ended and asks to land: the first lines of the card as a form. Counts in the first line, then what asks with its
 * reason, then the command and what else changed. Leaving out what asks is offered as one choice; whatever comes back that is none of the choices is no answer, and the set waits.
 */
import { countChanges, describeCounts, describeFiles, type Question } from "@toolplane/contract";
import { foldLine } from "@toolplane/kernel";
import { escapeHidden } from "@toolplane/readings";
import type { ClientAnswer } from "./client-answer.ts";
import type { QuestionForm } from "./form.ts";
import { changeLines, whyLines } from "./form-lines.ts";

const LAND = "Land all";
const DROP = "Drop everything";
/** A form is read at once: past this many the rest is counted. */
const MOST_NAMED = 20;

export function landingForm(question: Question): QuestionForm {
  const { changeSet, reasons } = question;
  const asking = askingPaths(question);
  const counts = countChanges(changeSet ?? { changes: [] });
  const { command } = question.arguments;
  return {
    mode: "form",
    message: [
      `${question.title}: ${describeFiles(counts)} (${describeCounts(counts)})${asksOf(asking.length)}`,
      ...namedLines(asking),
      ...whyLines(reasons),
      ...(typeof command === "string" ? ["The command:", `  ${foldLine(command)}`] : []),
      ...alongLines(question, asking),
      ...changeLines(question.changes ?? []),
      "Nothing has landed yet.",
    ].join("\n"),
    requestedSchema: {
      type: "object",
      properties: { answer: { type: "string", title: "Answer", enum: choicesOf(question) } },
      required: ["answer"],
    },
  };
}

function asksOf(count: number): string {
  return count === 0 ? "" : `, ${count} ${count === 1 ? "asks" : "ask"}`;
}

function alongLines({ changeSet }: Question, asking: readonly string[]): readonly string[] {
  const paths = (changeSet?.changes ?? []).map(({ path }) => path);
  const along = paths.filter((path) => !asking.includes(path));
  return along.length === 0 ? [] : ["Changed along with it:", ...namedLines(along)];
}

function namedLines(paths: readonly string[]): readonly string[] {
  const left = paths.length - MOST_NAMED;
  return [
    ...paths.slice(0, MOST_NAMED).map((path) => `  ${escapeHidden(path)}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

/** The answer that a reply means. */
export function readLanding(
  question: Question,
  { answer }: Readonly<Record<string, unknown>>,
): ClientAnswer {
  if (answer === LAND) return { choice: "once" };
  const [, without] = choicesOf(question);
  if (answer === without && without !== DROP)
    return { choice: "without", paths: askingPaths(question) };
  if (answer === DROP) return { choice: "reject" };
  return { choice: "none", why: "the answer was none of those that were offered" };
}

function choicesOf(question: Question): string[] {
  const count = askingPaths(question).length;
  const without = count === 0 ? [] : [`Land without ${count === 1 ? "that 1" : `those ${count}`}`];
  return [LAND, ...without, DROP];
}

function askingPaths({ footprint }: Question): readonly string[] {
  return footprint.resources.flatMap((resource) =>
    resource.capability === "fs.write" ? [resource.path] : [],
  );
}
