/** The words about one check: its own, bounded, with names and messages of strangers made safe to show. */
import { escapeHidden, formatDuration, formatPlural } from "@toolplane/readings";
import type { TestFailure } from "@toolplane/tools/test-runner";
import type { CheckLine, CheckResult } from "./check-result.ts";
import type { JudgedCommand } from "./judge-command.ts";

const MAX_NAMED = 10;
const MAX_NAME_CHARS = 200;
const MAX_MESSAGE_LINES = 6;
const MAX_MESSAGE_CHARS = 600;
const MAX_TAIL_CHARS = 2_000;

/** The lines of a card. */
export function checkLines(result: CheckResult): readonly CheckLine[] {
  const { state, name, summary, ms } = result;
  if (state === "not-needed") return [{ kind: "not-run", text: line(`${name}  ${summary}`) }];
  const kind = ({ passed: "green", broken: "red", held: "held" } as const)[state];
  const head = `${name}  ${summary}  ${formatDuration(ms)}`;
  return [
    { kind, text: line(head) },
    ...(state === "passed" ? [] : detailsOf(result)),
    ...notesOf(result).map((text): CheckLine => ({ kind: "note", text })),
  ];
}

/** The same for a model. */
export function checkText(result: CheckResult): string {
  const { state, name, run, summary, by } = result;
  if (state === "not-needed") return "";
  const how = by === "exit-code" ? ", by its exit code" : "";
  const head = `${name}${run === null ? "" : ` (${run}${how})`}: ${summary}.`;
  const details = state === "passed" ? [] : detailsOf(result);
  return [
    line(head),
    ...details.map(({ kind, text }) => (kind === "test" ? `× ${text}` : `  ${text}`)),
    ...notesOf(result),
  ].join("\n");
}

/** The tests that are to be looked at, each with what it said. */
function detailsOf({ judged, said }: CheckResult): readonly CheckLine[] {
  if (judged === null) return said === null ? [] : messageLines(said);
  const { comparison, outcome } = judged;
  if (comparison === null || outcome === null) return [];
  const messages = new Map(outcome.failures.map((one: TestFailure) => [one.name, one.message]));
  const named = [
    ...[...comparison.broke, ...comparison.newRed].map((name) => ({ name, note: "" })),
    ...comparison.gone.map((name) => ({ name, note: "  is gone" })),
    ...comparison.skipped.map((name) => ({ name, note: "  is skipped now" })),
  ];
  const lines = named
    .slice(0, MAX_NAMED)
    .flatMap(({ name, note }) => [
      { kind: "test" as const, text: `${line(name)}${note}` },
      ...(note === "" ? messageLines(messages.get(name) ?? "") : []),
    ]);
  const more = named.length - MAX_NAMED;
  if (more > 0) lines.push({ kind: "test", text: `and ${formatPlural(more, "other")}` });
  if (named.length === 0) lines.push(...messageLines(outcome.output.slice(-MAX_TAIL_CHARS)));
  return lines;
}

function messageLines(message: string): readonly CheckLine[] {
  return message
    .slice(0, MAX_MESSAGE_CHARS * 4)
    .split("\n")
    .map((text) => line(text).trimEnd())
    .filter((text) => text.trim() !== "")
    .slice(0, MAX_MESSAGE_LINES)
    .map((text) => ({ kind: "note", text: `  ${text}` }));
}

function notesOf({ judged, needsPerson }: CheckResult): readonly string[] {
  const person = needsPerson === null ? [] : [line(needsPerson, 1_000)];
  return judged === null ? person : [...historyOf(judged), ...person];
}

/** Says what was so before, and what goes by turns. */
function historyOf({ comparison, unsteady, isRestored, restored }: JudgedCommand): string[] {
  if (comparison === null) return [];
  const { broke, stillRed } = comparison;
  const notes: string[] = [];
  if (isRestored) {
    const parts = restored.map((path) => line(path));
    notes.push(`That is with ${listed(parts)} as before the change.`);
  }
  if (broke.length > 0)
    notes.push(
      broke.length === 1
        ? "It passed before and broke twice."
        : "They passed before and broke twice.",
    );
  if (stillRed.length > 0)
    notes.push(
      `${listed(stillRed.map((name) => line(name)))} failed before and may go on failing.`,
    );
  if (unsteady.length > 0)
    notes.push(`${listed(unsteady.map((name) => line(name)))} passes and fails by turns.`);
  return notes;
}

/** A few of them, and how many more. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  const more = names.length - 3;
  return more > 0 ? `${shown} and ${formatPlural(more, "other")}` : shown;
}

function line(text: string, most = MAX_NAME_CHARS): string {
  const cut = text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
  return escapeHidden(cut.replace(/[\t\r\n]+/g, " "));
}
