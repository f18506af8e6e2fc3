/** Why a view did not land when it was to: the words of the checks, conflicts, or what was refused. */
import type { HeldView } from "@toolplane/contract/ports";
import { formatMoment } from "@toolplane/readings";
import { noteWords } from "../../terminal/changes/view-words.ts";
import { line, type Shown } from "../../terminal/shown/shown.ts";

export function noteLines(
  { note }: Pick<HeldView, "note">,
  { nowMs }: { readonly nowMs: number },
): readonly Shown[] {
  if (note === null) return [];
  const when = formatMoment(note.atMs, { nowMs });
  return [
    line(`${when}  ${noteWords(note.state)}`, { mark: note.state === "held" ? "ask" : "failed" }),
    ...note.lines.map((text) => {
      const words = text.trimStart();
      return line(words, { indent: 4 + text.length - words.length, wraps: true });
    }),
  ];
}
