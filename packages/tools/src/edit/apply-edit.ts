/**
 * One edit of a text. The old text is looked for as it is; only when it stands nowhere is it looked for with something
 * ignored, rung by rung, and the first rung that finds anything decides. A place counts when it is the only one. On the
 * rungs past the first three the new text is fitted to the place, by rules that the place proves, or the edit is refused.
 * Likeness is never measured: a text that is merely similar is shown in the error and left alone.
 */
import { ToolError } from "@toolplane/contract";
import { MAX_RESULT_BYTES } from "../text/change-file.ts";
import { rawIndexes, readEndings, splitsEnding, toLf, withEnding } from "../text/line-endings.ts";
import { findByLines } from "./block-rung.ts";
import { describeMany, describeMiss, describeRefusal } from "./describe-miss.ts";
import { doubtPlace } from "./doubt-place.ts";
import type {
  EditRequest,
  EditRung,
  EditSubject,
  Replacement,
  RungFinding,
} from "./edit-change.ts";
import { findByEscapes } from "./escape-rung.ts";
import { findOccurrences, type OccurrenceSearch } from "./find-occurrences.ts";
import { findOmission } from "./find-omission.ts";
import { findByLineNumbers } from "./line-number-rung.ts";
import { findByPunctuation } from "./punctuation-rung.ts";

export interface AppliedEdit {
  readonly text: string;
  readonly rung: EditRung;
  readonly replaced: number;
  /** Where the first replacement begins, counted from 1. */
  readonly line: number;
}

type Rung = readonly [EditRung, (subject: EditSubject) => RungFinding];

/** From what changes nothing to what changes most. */
const RUNGS: readonly Rung[] = [
  ["line endings", findByLineEndings],
  ["punctuation", findByPunctuation],
  ["trailing whitespace", (subject) => findByLines(subject, { rung: "trailing whitespace" })],
  ["line numbers", findByLineNumbers],
  ["escapes", findByEscapes],
  ["indentation", (subject) => findByLines(subject, { rung: "indentation" })],
];

/** On these every place holds the same text, so all of them may be replaced at once. */
const REPEATABLE: ReadonlySet<EditRung> = new Set(["exact", "line endings"]);

/** Applies one edit; a ToolError says why it cannot be. `path` is for errors, and its ending for the language. */
export function applyEdit(text: string, edit: EditRequest, path: string): AppliedEdit {
  refuseSenseless(text, edit, path);
  const exact = findExactly(text, edit);
  if (exact.length > 0) return replace({ text, edit, path }, "exact", exact);
  const subject = {
    text: toLf(text),
    old: toLf(edit.old_string),
    next: toLf(edit.new_string),
    path,
    all: edit.replace_all === true,
  };
  for (const [rung, find] of hasStrayReturns(text, edit) ? [] : RUNGS) {
    const finding = find(subject);
    if (finding === null) continue;
    if (finding.kind === "refused") throw describeRefusal({ ...subject, ...finding, rung });
    if (finding.places.length === 1) refuseDoubtful(subject, rung, finding.places);
    refuseOversized(subject.text, finding.places, path);
    return replace({ text, edit, path }, rung, toRaw(text, subject.text, finding.places));
  }
  throw describeMiss(subject);
}

/** A carriage return inside a line that the file does not have: read as a line break, it would make lines of its own. */
function hasStrayReturns(text: string, { old_string: old }: EditRequest): boolean {
  return /\r(?!\n)/.test(old) && !/\r(?!\n)/.test(text);
}

function refuseSenseless(text: string, edit: EditRequest, path: string): void {
  const { old_string: old, new_string: next } = edit;
  if (old === "")
    throw new ToolError(
      "invalid_input",
      `old_string is empty, and ${path} exists. Give the text to replace, or use write to replace the whole file.`,
    );
  if (old === next)
    throw new ToolError(
      "invalid_input",
      "old_string and new_string are the same: nothing would change.",
    );
  const omission = findOmission(next, `${old}\n${text}`);
  if (omission !== null)
    throw new ToolError(
      "invalid_input",
      `new_string holds a placeholder, "${omission}", which would replace the code it stands for. Write that code out, or replace a smaller part.`,
    );
}

/** Places of the very text; one that begins or ends inside a CRLF is none. */
function findExactly(text: string, edit: EditRequest): readonly Replacement[] {
  const { old_string: old, new_string: next, replace_all = false } = edit;
  const fitted = fitEndings(text, { old, next });
  return findOccurrences(text, old, boundsOf(replace_all))
    .filter((start) => !splitsEnding(text, start) && !splitsEnding(text, start + old.length))
    .map((start) => ({ start, end: start + old.length, text: fitted(start) }));
}

/**
 * New line breaks follow the file, unless the old text shows that the caller knows them. What holds for every place is found out
 * once: a long text that replaces something in a hundred thousand places would be read as often.
 */
function fitEndings(
  text: string,
  { old, next }: { readonly old: string; readonly next: string },
): (at: number) => string {
  if (/[\r\n]/.test(old) || !/[\r\n]/.test(next)) return () => next;
  if (next.includes("\r")) {
    const isForeign = !text.includes("\r") && !/(?:^|[^\r])\n/.test(next);
    const fitted = isForeign ? toLf(next) : next;
    return () => fitted;
  }
  const endingAt = readEndings(text);
  const byEnding = new Map<string, string>();
  return (at) => {
    const ending = endingAt(at);
    const fitted = byEnding.get(ending) ?? withEnding(next, ending);
    byEnding.set(ending, fitted);
    return fitted;
  };
}

/** All places, or enough of them to say that there are several. */
function boundsOf(all: boolean): OccurrenceSearch {
  return all ? { overlapping: false } : { overlapping: true, limit: MAX_PLACES };
}

const MAX_PLACES = 20;

function findByLineEndings({ text, old, next, all }: EditSubject): RungFinding {
  const places = findOccurrences(text, old, boundsOf(all));
  if (places.length === 0) return null;
  return {
    kind: "places",
    places: places.map((start) => ({ start, end: start + old.length, text: next })),
  };
}

/** A place that already reads as the new text, or of which it is not clear that it, and only it, was meant. */
function refuseDoubtful(
  subject: EditSubject,
  rung: EditRung,
  [place]: readonly Replacement[],
): void {
  if (place === undefined) return;
  const at = place.start;
  if (subject.text.slice(at, place.end) === subject.next) {
    const reason = "the file already holds new_string there, so the edit seems to have been made";
    throw describeRefusal({ ...subject, at, reason, rung: "exact" });
  }
  const reason = doubtPlace(subject, { rung, place });
  if (reason !== null) throw describeRefusal({ ...subject, at, reason, rung });
}

/** Carries places of the LF reading back. What a place shares with its new text is left out, so its endings stay. */
function toRaw(text: string, lf: string, places: readonly Replacement[]): readonly Replacement[] {
  const narrow = places.map((place) => narrowPlace(lf, place));
  const indexes = rawIndexes(
    text,
    narrow.flatMap(({ start, end }) => [start, end]),
  );
  const endingAt = readEndings(text);
  return narrow.map((place, index) => {
    const start = indexes[index * 2] ?? 0;
    const ending = endingAt(start);
    return { start, end: indexes[index * 2 + 1] ?? start, text: withEnding(place.text, ending) };
  });
}

function narrowPlace(lf: string, { start, end, text }: Replacement): Replacement {
  const shorter = Math.min(end - start, text.length);
  let head = 0;
  while (head < shorter && lf[start + head] === text[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && lf[end - 1 - tail] === text.at(-1 - tail)) tail += 1;
  return { start: start + head, end: end - tail, text: text.slice(head, text.length - tail) };
}

function replace(
  {
    text,
    edit,
    path,
  }: { readonly text: string; readonly edit: EditRequest; readonly path: string },
  rung: EditRung,
  places: readonly Replacement[],
): AppliedEdit {
  if (places.length > 1 && !(edit.replace_all === true && REPEATABLE.has(rung)))
    throw describeMany({ text, path, rung, starts: places.map(({ start }) => start) });
  refuseOversized(text, places, path);
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    if (place.start < at) continue;
    parts.push(text.slice(at, place.start), place.text);
    at = place.end;
  }
  parts.push(text.slice(at));
  const after = parts.join("");
  if (after === text)
    throw new ToolError("invalid_input", `Nothing would change: ${path} already reads that way.`);
  const [first] = places;
  return { text: after, rung, replaced: places.length, line: lineOf(text, first?.start ?? 0) };
}

/** Before it is put together: no memory holds what a long text in every place of a long file would be. */
function refuseOversized(text: string, places: readonly Replacement[], path: string): void {
  const grown = places.reduce(
    (sum, place) => sum + place.text.length - (place.end - place.start),
    0,
  );
  if (text.length + grown > MAX_RESULT_BYTES)
    throw new ToolError(
      "too_large",
      `${path} would be larger than ${MAX_RESULT_BYTES} bytes with ${places.length} places replaced. Replace fewer, or by less.`,
    );
}

function lineOf(text: string, index: number): number {
  return (text.slice(0, index).match(/\r\n?|\n/g)?.length ?? 0) + 1;
}
