/** A change set for people: how much first, then what must be looked at, then the rest folded by folder. */
import {
  type Change,
  changeCount,
  describeCounts,
  describeFiles,
  type Landing,
  type RefusedChange,
} from "@toolplane/contract";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { Paint } from "../paint.ts";
import { escapeText } from "../text/escape-text.ts";
import { fitText } from "../text/fit-text.ts";
import { padRight } from "../text/text-width.ts";
import { indentText } from "../text/wrap-text.ts";
import { shortPath } from "../words/resource-text.ts";
import { changeWords } from "./change-words.ts";
import { foldChanges } from "./fold-changes.ts";

export interface ShownSet {
  readonly changes: readonly Change[];
  readonly counts: Landing["counts"];
  /** The changes that did not pass, with the reason: named before everything else. */
  readonly refused: readonly RefusedChange[];
  readonly workspace: string | null;
  /** True: every path on a line of its own. */
  readonly isWhole?: boolean;
}

const NAME = 44;
/** So many refusals are named; a person sees the rest with the whole list. */
const MOST_REFUSED = 20;

export function changeSetLines(set: ShownSet, paint: Paint, width: number): readonly string[] {
  const { counts, refused } = set;
  const head = `${describeFiles(counts, formatCount)} changed: ${describeCounts(counts)}.`;
  const stopped =
    refused.length === 0
      ? ""
      : ` ${formatCount(refused.length)} of them ${refused.length === 1 ? "does" : "do"} not pass:`;
  return [
    `${head}${stopped}`,
    ...refused.slice(0, MOST_REFUSED).flatMap((one) => refusedLines(one, { set, paint, width })),
    ...(refused.length > MOST_REFUSED
      ? [`  and ${formatPlural(refused.length - MOST_REFUSED, "more")}`]
      : []),
    ...restLines(set, paint, width),
  ];
}

function refusedLines(
  { path, reason }: RefusedChange,
  { set, paint, width }: { readonly set: ShownSet; readonly paint: Paint; readonly width: number },
): readonly string[] {
  const name = fitText(escapeText(shortPath(path, set.workspace)), width - 4, "end");
  return [`  ${paint.mark("ask")} ${name}`, ...indentText(escapeText(reason), "      ", width)];
}

function restLines(
  { changes, counts, refused, workspace, isWhole }: ShownSet,
  paint: Paint,
  width: number,
): readonly string[] {
  const named = new Set(refused.map(({ path }) => path));
  const rest = changes.filter(({ path }) => !named.has(path));
  if (isWhole)
    return rest.map((change) => {
      const name = fitText(escapeText(shortPath(change.path, workspace)), NAME, "end");
      return `    ${fitText(`${padRight(name, NAME)}  ${changeWords(change)}`, width - 4)}`;
    });
  if (rest.length === 0) return [];
  const left = changeCount(counts) - changes.length;
  const more = left > 0 ? ` · ${formatCount(left)} more` : "";
  const others = named.size > 0 ? `${formatCount(rest.length + Math.max(0, left))} others: ` : "";
  return indentText(
    `${paint.mark("allow")} ${others}${foldChanges(rest, workspace)}${more}`,
    "  ",
    width,
  );
}
