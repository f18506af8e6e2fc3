/** Splits the lines of a question by subject; a line that fits no other is an argument's. */
import type { Question } from "@toolplane/contract";

export interface SplitLines {
  readonly resources: readonly string[];
  /** Lines about what was read before, and where something would go to. */
  readonly flow: readonly string[];
  /** Lines about what was looked up. */
  readonly facts: readonly string[];
  readonly arguments: readonly string[];
}

export function splitLines(question: Question): SplitLines {
  const { lines, footprint, seen = [], sends = [], facts = [] } = question;
  const first = footprint.resources.length;
  const second = first + seen.length + sends.length;
  const third = second + facts.length;
  return {
    resources: lines.slice(0, first),
    flow: lines.slice(first, second),
    facts: lines.slice(second, third),
    arguments: lines.slice(third),
  };
}
