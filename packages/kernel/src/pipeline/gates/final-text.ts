import { type Verdict, winnerOf } from "@toolplane/contract";

/** The words of a refusal that nobody can lift. */
export function finalText(verdict: Verdict): string {
  return `${winnerOf(verdict).reason} This is final; do something else.`;
}
