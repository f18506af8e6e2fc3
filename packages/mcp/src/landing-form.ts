/**
 * A command has ended and asks to land: the first lines of the card as a form. Counts first, then what asks with its reason. Leaving
 * out what asks is offered as one choice; whatever comes back that is none of the choices is no answer, and the set waits.
 */
import {
  type Answer,
  changeCount,
  countChanges,
  describeCounts,
  type Question,
} from "@toolplane/contract";
import { foldLine } from "@toolplane/kernel";
import { escapeHidden } from "@toolplane/readings";
import type { QuestionForm } from "./form.ts";

const LAND = "Land all";
const DROP = "Drop everything";
/** A form is read at once: past this many the rest is counted. */
const MOST_NAMED = 20;

export function landingForm(question: Question): QuestionForm {
  const { changeSet, reasons } = question;
  const asking = askingPaths(question);
  const counts = countChanges(changeSet ?? { changes: [] });
  const left = asking.length - MOST_NAMED;
  const { command } = question.arguments;
  return {
    mode: "form",
    message: [
      question.title,
      ...(typeof command === "string" ? [`  ${foldLine(command)}`] : []),
      `${changeCount(counts)} files changed (${describeCounts(counts)}); nothing has landed yet.${asking.length > 0 ? ` ${asking.length} of them ${asking.length === 1 ? "asks" : "ask"}:` : ""}`,
      ...asking.slice(0, MOST_NAMED).map((path) => `  ${escapeHidden(path)}`),
      ...(left > 0 ? [`  and ${left} more`] : []),
      ...[...new Set(reasons.map(({ reason }) => reason))]
        .slice(0, MOST_NAMED)
        .map((reason) => `Why it asks: ${reason}`),
    ].join("\n"),
    requestedSchema: {
      type: "object",
      properties: { answer: { type: "string", title: "Answer", enum: choicesOf(question) } },
      required: ["answer"],
    },
  };
}

/** The answer that a reply means; null where it is none of those that were offered. */
export function readLanding(
  question: Question,
  { answer }: Readonly<Record<string, unknown>>,
): Answer | null {
  if (answer === LAND) return { choice: "once" };
  const [, without] = choicesOf(question);
  if (answer === without && without !== DROP)
    return { choice: "without", paths: askingPaths(question) };
  return answer === DROP ? { choice: "reject" } : null;
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
