/** A case that is not as it should be, for people. */
import type { ExplainedOutcome } from "./run-case.ts";

/** A few lines, or null for a case that is exact. */
export function reportCase(outcome: ExplainedOutcome): string | null {
  const { subject } = outcome;
  const head = `${subject.id} ${subject.class}/${subject.family} (${subject.kind}): ${subject.title}`;
  if (outcome.kind === "skipped") return null;
  if (outcome.kind === "broken") return `HARNESS ${head}\n    ${outcome.reason}`;
  const { grade } = outcome;
  if (grade.isExact) return null;
  const mark = grade.isEscape
    ? "ESCAPE"
    : grade.isFalsePrompt
      ? "FALSE PROMPT"
      : grade.isSoftMiss
        ? "SOFT MISS"
        : grade.isOverStrict
          ? "OVER STRICT"
          : "NOT EXACT";
  const accepted = subject.accept?.length ? ` (or ${subject.accept.join(", ")})` : "";
  return [
    `${mark} ${head}`,
    `    call      ${shorten(JSON.stringify(subject.call))}`,
    `    expected  ${subject.expect}${accepted}`,
    `    got       ${grade.outcome}: ${grade.faults.map(shorten).join("; ")}`,
    ...(outcome.explained ?? "")
      .slice(0, 2_000)
      .split("\n")
      .map((line) => `    | ${line}`),
  ].join("\n");
}

function shorten(text: string): string {
  return text.length > 400 ? `${text.slice(0, 400)}… (${text.length} characters)` : text;
}
