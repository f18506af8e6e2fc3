/**
 * Line numbers that were copied from a listing along with the text. They are numbers when every line has one, they count
 * up by one, and the same sign follows each. A listing has lost its last line break, so its lines are taken whole.
 */
import { findByLines } from "./block-rung.ts";
import type { EditSubject, RungFinding } from "./edit-change.ts";

const NUMBERED = /^[ \t]*(\d{1,9})(\t|\u2192|: | \| ?|\| ?)(.*)$/;
const BARE_NUMBER = /^[ \t]*(\d{1,9})[ \t]*$/;

/** Looks for the old text without its line numbers. */
export function findByLineNumbers(subject: EditSubject): RungFinding {
  const old = stripNumbers(subject.old);
  if (old === null) return null;
  const next = stripNumbers(subject.next) ?? subject.next;
  const isUnclear =
    subject.next !== "" && (next.trim() === "" || (next === subject.next && looksNumbered(next)));
  const bare = { ...subject, old, next };
  const look = { listing: true, showsEnd: next === subject.next };
  const found =
    findByLines(bare, { rung: "exact", ...look }) ??
    findByLines(bare, { rung: "trailing whitespace", ...look });
  if (found?.kind === "places" && isUnclear)
    return { kind: "refused", at: found.places[0]?.start ?? 0, reason: UNCLEAR_NUMBERS };
  const isTrimmed = subject.old
    .split("\n")
    .some((line) => BARE_NUMBER.test(line) && !NUMBERED.test(line));
  if (found?.kind === "places" && next !== subject.next && isTrimmed)
    return { kind: "refused", at: found.places[0]?.start ?? 0, reason: TRIMMED_LISTING };
  return found;
}

/** An editor or a model that cuts what follows the number of an empty line cuts blanks of other lines too. */
const TRIMMED_LISTING =
  "the numbers of empty lines came without the sign that follows the others, so new_string may have lost blanks at the ends of lines";

const UNCLEAR_NUMBERS =
  "it is not clear which numbers at the beginning of the lines of new_string are line numbers";

function looksNumbered(text: string): boolean {
  return text.split("\n").some((line) => NUMBERED.test(line) || BARE_NUMBER.test(line));
}

function stripNumbers(text: string): string | null {
  const ended = text.endsWith("\n");
  const lines = (ended ? text.slice(0, -1) : text).split("\n");
  const bare: string[] = [];
  let sign: string | null = null;
  let previous: number | null = null;
  for (const line of lines) {
    const [, digits, separator, rest] = NUMBERED.exec(line) ?? BARE_NUMBER.exec(line) ?? [];
    if (digits === undefined) return null;
    const number = Number(digits);
    if (previous !== null && number !== previous + 1) return null;
    const trimmed: string | null = separator?.trim() ?? sign;
    if (sign !== null && trimmed !== sign) return null;
    sign = trimmed;
    previous = number;
    bare.push(rest ?? "");
  }
  // One number alone may be an empty line, or nothing.
  if (bare.length === 1 && bare[0] === "") return null;
  // A last line that is empty would be taken for the end of the line before it.
  const isOpen = ended || bare.at(-1) === "";
  return sign === null ? null : bare.join("\n") + (isOpen ? "\n" : "");
}
