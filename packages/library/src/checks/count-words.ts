import type { Comparison } from "./compare-outcomes.ts";
import type { JudgedCommand } from "./judge-command.ts";

/** The line of counts: `214 pass, 2 broke`. */
export function countWords({ comparison, outcome, stopped }: JudgedCommand): string {
  if (stopped !== null) return stopWords(stopped);
  if (comparison === null || outcome === null) return "no result";
  const { fault } = comparison;
  if (outcome.runner === null)
    return fault === null && outcome.end === "good"
      ? "passes"
      : fault === null
        ? "fails, as it did before: it shows nothing about this change"
        : `fails with ${exitWords(outcome.exitCode)}; it passed before`;
  if (fault === "unread") return `left no report that can be read; ${exitWords(outcome.exitCode)}`;
  if (fault === "empty") return "ran 0 tests; that counts as broken";
  const parts = partsOf(comparison);
  return fault === "end"
    ? `${parts.join(", ")}, yet it ended with ${exitWords(outcome.exitCode)}: not believed`
    : parts.join(", ");
}

function partsOf({ passed, broke, newRed, gone, skipped, added }: Comparison): readonly string[] {
  const are = (count: number): string => (count === 1 ? "is" : "are");
  return [
    `${passed} pass`,
    ...(broke.length > 0 ? [`${broke.length} broke`] : []),
    ...(newRed.length > 0
      ? [`${newRed.length} new ${newRed.length === 1 ? "fails" : "fail"}`]
      : []),
    ...(gone.length > 0 ? [`${gone.length} ${are(gone.length)} gone`] : []),
    ...(skipped.length > 0 ? [`${skipped.length} ${are(skipped.length)} skipped now`] : []),
    ...(added > 0 ? [`${added} new`] : []),
  ];
}

function exitWords(exitCode: number | null): string {
  return exitCode === null ? "a signal" : `exit code ${exitCode}`;
}

function stopWords({ stopped, why, on }: NonNullable<JudgedCommand["stopped"]>): string {
  const where = {
    base: " on the project as it is",
    view: "",
    restored: " with the files as they were before",
  }[on];
  const what = {
    time: "did not end in its time",
    flood: "printed or wrote without end",
    cancelled: "was cancelled",
    refused: "could not be run",
    asks: "has to ask, and nobody is here to answer",
  }[stopped];
  return `${what}${where}${why === null ? "" : `: ${why}`}`;
}
