/** A line of a check's card as plain text: what belongs to a line above it stands below it. */
import type { CheckLine } from "./check-result.ts";

export function cardText({ kind, text }: CheckLine): string {
  if (kind === "test") return `  × ${text}`;
  return kind === "note" ? `  ${text}` : text;
}
