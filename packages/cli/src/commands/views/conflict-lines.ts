/** Conflicts of a view with their three sides, each cut to what fits a screen. */
import type { ViewConflict } from "@toolplane/contract/ports";
import { formatPlural } from "@toolplane/readings";
import { line, note, type Shown } from "../../terminal/shown/shown.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";

const MOST_CONFLICTS = 20;
const MOST_LINES = 12;
const MOST_PLACES = 20;
/** Lines before the first difference that are shown. */
const BEFORE = 2;

export function conflictLines(
  conflicts: readonly ViewConflict[],
  { id, workspace }: { readonly id: string; readonly workspace: string | null },
): readonly Shown[] {
  const shown = conflicts.slice(0, MOST_CONFLICTS);
  const left = conflicts.length - shown.length;
  const [first] = conflicts;
  const name = first === undefined ? "PATH" : shortPath(first.path, workspace);
  return [
    ...shown.flatMap((conflict) => oneConflict(conflict, workspace)),
    ...(left > 0 ? [line(`and ${formatPlural(left, "more conflict")}`, { indent: 2 })] : []),
    line(),
    note(
      `${formatPlural(conflicts.length, "conflict")}. Nothing was merged. Answer all of them at once:`,
    ),
    note(`  toolplane views rebase ${id} --ours ${name}     the view's version`),
    note(`  toolplane views rebase ${id} --theirs ${name}   the project's version`),
    ...(hasPlaces(first)
      ? [
          note(
            `  toolplane views rebase ${id} --ours ${name}:1 --theirs ${name}:2   place by place`,
          ),
        ]
      : []),
  ];
}

/** One place is answered as the file is. */
function hasPlaces(conflict: ViewConflict | undefined): boolean {
  return (conflict?.hunks?.length ?? 0) > 1;
}

function oneConflict(conflict: ViewConflict, workspace: string | null): readonly Shown[] {
  const { path, reason, base, theirs, ours, hunks = [] } = conflict;
  const places = hunks.slice(0, MOST_PLACES);
  const left = hunks.length - places.length;
  if (hasPlaces(conflict))
    return [
      line([{ text: shortPath(path, workspace), style: "bold" }, `  ${reason}`], { mark: "ask" }),
      ...places.flatMap((place) => [
        line(`place ${place.number}, line ${place.line}`, { indent: 4 }),
        ...side("base, before both", place.base, 0),
        ...side("theirs, the project", place.theirs, 0),
        ...side("ours, the view", place.ours, 0),
      ]),
      ...(left > 0 ? [line(`and ${formatPlural(left, "more place")}`, { indent: 4 })] : []),
    ];
  const from = Math.max(0, firstDifference([base, theirs, ours]) - BEFORE);
  return [
    line([{ text: shortPath(path, workspace), style: "bold" }, `  ${reason}`], { mark: "ask" }),
    ...side("base, before both", base, from),
    ...side("theirs, the project", theirs, from),
    ...side("ours, the view", ours, from),
  ];
}

function side(title: string, text: string | null, from: number): readonly Shown[] {
  const head = line([{ text: title, style: "dim" }], { indent: 4 });
  if (text === null) return [head, line("nothing there, or no text", { indent: 6 })];
  if (text === "") return [head, line("nothing", { indent: 6 })];
  const lines = text.replace(/\n$/, "").split("\n");
  const shown = lines.slice(from, from + MOST_LINES);
  const left = lines.length - from - shown.length;
  return [
    head,
    ...shown.map((one) => line(one, { indent: 6 })),
    ...(left > 0 ? [line(`… ${formatPlural(left, "more line")}`, { indent: 6 })] : []),
  ];
}

/** The first line in which the sides that are texts differ. */
function firstDifference(sides: readonly (string | null)[]): number {
  const texts = sides.flatMap((text) => (text === null ? [] : [text.split("\n")]));
  const longest = Math.max(0, ...texts.map(({ length }) => length));
  for (let at = 0; at < longest; at += 1)
    if (new Set(texts.map((lines) => lines[at])).size > 1) return at;
  return 0;
}
