/**
 * Finds text that was encoded once too often: `
 * ` in two characters instead of a line break. Two encoders are known: one that escaped everything, as JSON does, and
 * one that escaped line breaks alone. The old text must fit the file in one of them. The new text is decoded the same
 * way only when it cannot be read another way: a `
 * ` that may belong into a string of the program is not guessed at.
 */
import type { EditSubject, RungFinding } from "./edit-change.ts";
import { findOccurrences } from "./find-occurrences.ts";

type Style = "json" | "breaks";

const MEANING: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  '"': '"',
  "'": "'",
  "\\": "\\",
  "/": "/",
};
const UNCLEAR =
  'old_string was escaped once too often (it holds \\n or \\" as text), and new_string can be read in more than one way. Send both with real line breaks and plain quotes';

/** Looks for the old text with its escapes decoded. */
export function findByEscapes({ text, old, next }: EditSubject): RungFinding {
  if (!/\\[nt"'\\]/.test(old)) return null;
  for (const style of ["breaks", "json"] as const) {
    const plain = decodeEscapes(old, style);
    if (plain === null || plain === old || plain.trim() === "") continue;
    const starts = findOccurrences(text, plain, { overlapping: true, limit: 2 });
    const [start] = starts;
    if (start === undefined) continue;
    const written = decodeNew({ old, next, style });
    if (written === null) return { kind: "refused", at: start, reason: UNCLEAR };
    const places = starts.map((at) => ({ start: at, end: at + plain.length, text: written }));
    return { kind: "places", places };
  }
  return null;
}

function decodeEscapes(text: string, style: Style): string | null {
  if (style === "breaks") {
    // An escaped backslash before the n makes it something else.
    return /\\\\|\\"/.test(text) || text.includes("\n")
      ? null
      : text.replace(/\\([nt])/g, (_, sign: string) => MEANING[sign] ?? "");
  }
  if (/(?:^|[^\\])(?:\\\\)*"/.test(text)) return null;
  let isValid = true;
  const plain = text.replace(/\\(.?)/gs, (_, sign: string) => {
    const meaning = MEANING[sign];
    isValid &&= meaning !== undefined;
    return meaning ?? "";
  });
  return isValid ? plain : null;
}

function decodeNew(input: {
  readonly old: string;
  readonly next: string;
  readonly style: Style;
}): string | null {
  const { old, next, style } = input;
  if (next.includes("\n") || !next.includes("\\")) {
    // Real line breaks, or nothing escaped: it was sent as it should be, unless it mixes both.
    return next.includes("\n") && /\\[nt"\\]/.test(next) ? null : next;
  }
  if (style === "json")
    return breaksUnproven(old, next) || endsUnproven(old, next) ? null : decodeEscapes(next, style);
  if (/\\t/.test(next) && !/\\t/.test(old)) return null;
  const plain = decodeEscapes(next, style);
  return plain === null || /\\/.test(plain) || splitsLiteral(plain, decodeEscapes(old, style) ?? "")
    ? null
    : plain;
}

/** True when the new text has an escaped break or tab and the old one does not show that such are escaped: quotes alone may be. */
function breaksUnproven(old: string, next: string): boolean {
  const escaped = (text: string): boolean => /\\[nrt]/.test(text.replaceAll("\\\\", ""));
  return escaped(next) && (old.includes("\n") || !escaped(old));
}

/** True when a doubled backslash before an n may end a line as well: no quote is open there, and the old text has none doubled. */
function endsUnproven(old: string, next: string): boolean {
  if (old.includes("\\\\")) return false;
  const lines = decodeEscapes(next, "json")?.split("\n") ?? [];
  return lines.some((line) =>
    [...line.matchAll(/\\[nrt]/g)].some(({ index }) => !isOpen(line.slice(0, index))),
  );
}

/** True when a quote on the line has no second one. */
function isOpen(line: string): boolean {
  return ['"', "'", "`"].some((quote) => line.split(quote).length % 2 === 0);
}

/** True when a line that is new has an open quote, or a break is between two equal signs: it may be a literal's. */
function splitsLiteral(plain: string, old: string): boolean {
  const known = new Set(old.split("\n"));
  const fresh = plain.split("\n").filter((line) => !known.has(line) && !/^\s*```/.test(line));
  return fresh.some(isOpen) || /(["'`/])\n\1/.test(plain);
}
