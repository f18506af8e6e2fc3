/** A change of a file in a few signs: `+2 −2`, `new +3`, `removed`. One without lines is told in words: `changed, not text, 12 kB`. */
import type { ShownChange } from "@toolplane/contract";
import { escapeText } from "../text/escape-text.ts";

export function changeText({
  kind,
  added,
  removed,
  note,
}: Omit<ShownChange, "diff" | "path">): string {
  if (added + removed === 0 && note !== undefined)
    return `${kind === "created" ? "new" : kind}, ${escapeText(note)}`;
  if (kind === "removed") return "removed";
  return kind === "created" ? `new +${added}` : `+${added} −${removed}`;
}
