/**
 * Makes one edit of a text. The old text is looked for as it is; only when it is not there is it looked for with
 * something ignored, rung by rung, and the first rung that finds anything decides. A place counts when it is the only
 * one. On the rungs past the first three the new text is fitted to the place, by rules that the place proves, or the
 * edit is refused. Likeness is never measured: a text that is merely similar is shown in the error and left alone.
 */
import { ToolError } from "@toolplane/contract";
import {
  rawIndexes,
  readEndings,
  soleEnding,
  splitsEnding,
  toLf,
  withEnding,
} from "../text/encoding/line-endings.ts";
import { findByLines } from "./block-rung.ts";
import { describeMany, describeMiss, describeRefusal } from "./describe-miss.ts";
import { doubtIndentation } from "./doubt-indentation.ts";
import { doubtPlace } from "./doubt-place.ts";
import type {
  EditRequest,
  EditRung,
  EditSubject,
  Replacement,
  RungFinding,
} from "./edit-change.ts";
import { findByEscapes } from "./escape-rung.ts";
import { findOccurrences } from "./find-occurrences.ts";
import { findOmission } from "./find-omission.ts";
import { lineAt } from "./line-at.ts";
import { findByLineNumbers } from "./line-number-rung.ts";
import { findByPunctuation } from "./punctuation-rung.ts";
import { refuseOversized, refuseTooMany, replaceEverywhere } from "./replace-everywhere.ts";

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
  const everywhere = edit.replace_all === true ? applyEverywhere(text, edit, path) : null;
  if (everywhere !== null) return everywhere;
  const exact = findExactly(text, edit, path);
  if (exact.length > 0) {
    if (exact.length === 1) refuseUnindented(text, { edit, path, at: exact[0]?.start ?? 0 });
    return replace({ text, edit, path }, "exact", exact);
  }
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
    refuseGrown(subject.text, finding.places, path);
    return replace({ text, edit, path }, rung, toRaw(text, subject.text, finding.places));
  }
  throw describeMiss(subject);
}

/** On the first two rungs, in a file of one line ending, every place becomes the same. Null where that is not so. */
function applyEverywhere(text: string, edit: EditRequest, path: string): AppliedEdit | null {
  const { old_string: old, new_string: next } = edit;
  const ending = soleEnding(text);
  if (ending === null) return null;
  const exact = { old, next: fitEndings(text, { old, next })(0), path };
  const found = replaceEverywhere(text, exact);
  if (found !== null) return appliedOf(text, found, { rung: "exact", path });
  if (findOccurrences(text, old, { overlapping: false, limit: 1 }).length > 0) return null;
  if (hasStrayReturns(text, edit)) return null;
  const fitted = { old: withEnding(toLf(old), ending), next: withEnding(toLf(next), ending), path };
  const likewise = replaceEverywhere(text, fitted);
  // One place on that rung has to be shown to be meant.
  if (likewise === null || likewise.replaced === 1) return null;
  return appliedOf(text, likewise, { rung: "line endings", path });
}

function appliedOf(
  text: string,
  found: { readonly text: string; readonly replaced: number; readonly start: number },
  { rung, path }: { readonly rung: EditRung; readonly path: string },
): AppliedEdit {
  if (found.text === text) throw unchanged(path);
  return { text: found.text, rung, replaced: found.replaced, line: lineAt(text, found.start) };
}

function unchanged(path: string): ToolError {
  return new ToolError("invalid_input", `Nothing would change: ${path} already reads that way.`);
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
function findExactly(text: string, edit: EditRequest, path: string): readonly Replacement[] {
  const { old_string: old, new_string: next, replace_all = false } = edit;
  const fitted = fitEndings(text, { old, next });
  return findPlaces(text, old, { all: replace_all, path })
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

const MAX_PLACES = 20;
/** Places that are looked at one by one. */
const MAX_ALL_PLACES = 500_000;

/** All places, or enough of them to say that there are several. */
function findPlaces(
  text: string,
  old: string,
  { all, path }: { readonly all: boolean; readonly path: string },
): readonly number[] {
  if (!all) return findOccurrences(text, old, { overlapping: true, limit: MAX_PLACES });
  const places = findOccurrences(text, old, { overlapping: false, limit: MAX_ALL_PLACES + 1 });
  refuseTooMany(places.length, { most: MAX_ALL_PLACES, path });
  return places;
}

function findByLineEndings({ text, old, next, path, all }: EditSubject): RungFinding {
  const places = findPlaces(text, old, { all, path });
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

/** The exact text, found behind an indentation that the new lines would lose. */
function refuseUnindented(
  text: string,
  { edit, path, at }: { readonly edit: EditRequest; readonly path: string; readonly at: number },
): void {
  const { old_string: old, new_string: next } = edit;
  const reason =
    edit.replace_all === true ? null : doubtIndentation(text, { old, next, start: at, path });
  if (reason !== null) throw describeRefusal({ text, old, path, at, reason, rung: "exact" });
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
  refuseGrown(text, places, path);
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    if (place.start < at) continue;
    parts.push(text.slice(at, place.start), place.text);
    at = place.end;
  }
  parts.push(text.slice(at));
  const after = parts.join("");
  if (after === text) throw unchanged(path);
  const [first] = places;
  return { text: after, rung, replaced: places.length, line: lineAt(text, first?.start ?? 0) };
}

function refuseGrown(text: string, places: readonly Replacement[], path: string): void {
  const grown = places.reduce(
    (sum, place) => sum + place.text.length - (place.end - place.start),
    0,
  );
  refuseOversized(text.length + grown, places.length, path);
}
