/** Words the changes of a run's result and what it leaves out. */
import type { KeptResult, OpenResult } from "@toolplane/library/rooms/fleet";
import { formatCount, formatPlural } from "@toolplane/readings";
import { note, type Shown } from "../../terminal/shown/shown.ts";

const MOST_NAMED = 5;

export function changeOf({ change, added, removed }: OpenResult["files"][number]): string {
  if (added === null || removed === null) return `${change}, not text`;
  return `${change}  +${formatCount(added)} -${formatCount(removed)}`;
}

export function leftOutNotes({
  ignored,
  leftOut,
  leadOut,
  unlanded,
}: Pick<OpenResult, "ignored" | "leftOut" | "leadOut"> &
  Pick<KeptResult, "unlanded">): readonly Shown[] {
  return [
    ...(unlanded > 0
      ? [
          note(),
          note(
            `Left out: ${formatPlural(unlanded, "change")} that did not land: a check did not pass, or the turn is not over. With them: --unlanded`,
            { wraps: true },
          ),
        ]
      : []),
    ...(ignored > 0
      ? [
          note(),
          note(
            `Left out: ${formatPlural(ignored, "new file")} that git ignores. With them: --ignored`,
          ),
        ]
      : []),
    ...(leftOut.length > 0
      ? [
          note(),
          note(`A commit does not hold, and so left out: ${named(leftOut)}`, { wraps: true }),
        ]
      : []),
    ...(leadOut.length > 0
      ? [note(), note(`Links that lead out of the repository: ${named(leadOut)}`, { wraps: true })]
      : []),
  ];
}

function named(paths: readonly string[]): string {
  const more = paths.length - MOST_NAMED;
  const shown = paths.slice(0, MOST_NAMED).join(", ");
  return more > 0 ? `${shown} and ${formatCount(more)} more` : shown;
}
