/**
 * Finds strings that look like secrets. One pass finds the literals that start them, then each shape is tried in place.
 *
 * For text that arrives in pieces, every decision must be the one that the whole text would give. A shape depends only on the
 * few characters before it and on at most `maxLength` after its start, so it is decided as soon as the text goes on past
 * its alphabet or that length; until then the text is settled only up to its start.
 */
import { LOOK_ALIKES, type LookAlike } from "./look-alikes.ts";
import type { Found, Match, ScanOptions } from "./match.ts";
import { createMultiSearch } from "./multi-search.ts";
import { createKeyBlockReader, PRIVATE_KEY_ANCHOR } from "./read-key-block.ts";
import { createTextTails, isWordCharacter, type Shape, type TextTails } from "./text-tails.ts";

/** Characters before a string that decide whether a word begins there: as many as `\u003d` has. */
export const LEFT_CONTEXT = 6;
/** The shortest thing that is searched for, `://:x@host` at the least. */
const MIN_LENGTH = 8;

const MASK_ANCHOR = "[redacted:";
const MASK = /\[redacted:([A-Za-z0-9_.-]{1,64})\]/y;
const MASK_SHAPE: Shape = { alphabet: "line", maxLength: MASK_ANCHOR.length + 65 };

export const LOOK_ALIKE_LABELS: readonly string[] = [
  ...new Set(LOOK_ALIKES.map(({ label }) => label)),
  "private-key",
];

export interface LookAlikeSearch {
  /** Finds look-alikes and masks, in order of the literals that start them. */
  find(text: string, options: ScanOptions): Found;
  /** True when a whole text surely holds none: not even a literal that starts one. */
  isFree(text: string): boolean;
}

/** Masks with one of `labels` are ours and stay as they are. */
export function createLookAlikeSearch(labels: ReadonlySet<string>): LookAlikeSearch {
  const rows = LOOK_ALIKES.flatMap((row) => row.anchors.map((anchor) => ({ row, anchor })));
  const anchors = createMultiSearch([
    ...rows.map(({ anchor }) => anchor),
    MASK_ANCHOR,
    PRIVATE_KEY_ANCHOR,
  ]);
  const longest = LOOK_ALIKES.reduce((most, { maxLength }) => Math.max(most, maxLength), 0);

  const isFree = (text: string): boolean => text.length < MIN_LENGTH || !anchors.has(text);
  const find = (text: string, { final, from }: ScanOptions): Found => {
    let settledTo = final ? text.length : anchors.pendingFrom(text);
    const hits = final && text.length < MIN_LENGTH ? null : anchors.find(text);
    if (hits === null) return { matches: NONE, settledTo };
    const matches: Match[] = [];
    const tails = createTextTails(text, { final, longest });
    const readKeyBlock = createKeyBlockReader(text, final);
    for (const { start, id } of hits) {
      if (start < from) continue;
      const hit = rows[id];
      const found =
        hit !== undefined
          ? readRow(hit.row, { text, start, follows: start + hit.anchor.length, tails })
          : id === rows.length
            ? readMask({ text, start, follows: start + MASK_ANCHOR.length, tails }, labels)
            : readKeyBlock(start);
      if (found === "undecided") settledTo = Math.min(settledTo, start);
      else if (found !== null) matches.push(found);
    }
    return { matches, settledTo };
  };
  return { find, isFree };
}

const NONE: readonly Match[] = [];

interface Place {
  readonly text: string;
  readonly start: number;
  readonly follows: number;
  readonly tails: TextTails;
}

type Reading = Match | "undecided" | null;

function readRow(row: LookAlike, place: Place): Reading {
  const { text, start, tails } = place;
  if (row.needsBorder && !isBorder(text, start)) return null;
  if (tails.mayGrow(place, row)) return "undecided";
  row.pattern.lastIndex = start;
  const found = row.pattern.exec(text);
  if (found === null) return null;
  const end = start + found[0].length;
  const body = found[1] ?? found[0];
  if (row.accepts !== undefined && !row.accepts(body)) return null;
  return { anchor: start, start: end - body.length, end, label: row.label, rank: 2 };
}

function readMask(place: Place, labels: ReadonlySet<string>): Reading {
  const { text, start, tails } = place;
  MASK.lastIndex = start;
  const found = MASK.exec(text);
  if (found === null) return tails.mayGrow(place, MASK_SHAPE) ? "undecided" : null;
  const label = found[1] as string;
  if (!labels.has(label)) return null;
  return { anchor: start, start, end: start + found[0].length, label, rank: 0 };
}

/**
 * True where a word begins: no word comes before, or only the end of an escape (`
 * `, `%3D`, `\u003d`).
 */
function isBorder(text: string, start: number): boolean {
  if (!isWordCharacter(text.charCodeAt(start - 1))) return true;
  if (text[start - 2] === "\\" && "nrtbf".includes(text[start - 1] as string)) return true;
  if (text[start - 3] === "%") return true;
  return text[start - 6] === "\\" && text[start - 5] === "u";
}
