/** Splits the lines of a question by subject; a line that fits no other is an argument's. */
import type { Question } from "@toolplane/contract";

export interface SplitLines {
  readonly resources: readonly string[];
  /** Lines about what was read before, and where something would go to. */
  readonly flow: readonly string[];
  readonly arguments: readonly string[];
}

export function splitLines({ lines, footprint, seen = [], sends = [] }: Question): SplitLines {
  const first = footprint.resources.length;
  const second = first + seen.length + sends.length;
  return {
    resources: lines.slice(0, first),
    flow: lines.slice(first, second),
    arguments: lines.slice(second),
  };
}
