/**
 * Finds registered values in all their forms. Base64 gets a second look: `base64` breaks lines after 76 characters,
 * MIME and PEM too, so a form may have a line break in the middle. For that the text is searched once more without the
 * line breaks between two characters of the alphabet; most texts have few, and without any the second look is free.
 */
import type { Found, Match, ScanOptions } from "./match.ts";
import { createMultiSearch, type MultiSearch } from "./multi-search.ts";
import { base64Forms, MIN_SECRET_CHARS, secretForms } from "./secret-forms.ts";

/** A registered value and the label in its place. */
export interface RegisteredSecret {
  readonly label: string;
  readonly value: string;
}

export interface SecretSearch {
  find(text: string, options: ScanOptions): Found;
  /** True when a whole text surely holds none. Nearly every text is that, so nothing is made to say it. */
  isFree(text: string): boolean;
  /** The most characters that a form can take up, line breaks included. */
  readonly longest: number;
}

/** A line break inside a form: at worst CR and LF after each character. */
const MAX_BREAK_FACTOR = 3;

/** The first of two secrets with the same form names it. */
export function createSecretSearch(secrets: readonly RegisteredSecret[]): SecretSearch {
  const whole = createFormSearch(secrets, secretForms);
  const wrapped = createFormSearch(secrets, (value) =>
    [...base64Forms(value), ...base64Forms(value.trim())].filter(
      (form) => form.length >= MIN_SECRET_CHARS,
    ),
  );
  return {
    longest: Math.max(whole.search.longest, wrapped.search.longest * MAX_BREAK_FACTOR),
    isFree: (text) =>
      (wrapped.search.longest === 0 || !text.includes("\n")) && !whole.search.has(text),
    find: (text, { final }) => {
      const matches: Match[] = [];
      whole.collect(text, (start, end, label) =>
        matches.push({ anchor: start, start, end, label, rank: 1 }),
      );
      findWrapped(text, wrapped, matches);
      const settledTo = final
        ? text.length
        : Math.min(whole.search.pendingFrom(text), pendingWrapped(text, wrapped.search));
      return { matches, settledTo };
    },
  };
}

interface FormSearch {
  readonly search: MultiSearch;
  collect(text: string, visit: (start: number, end: number, label: string) => void): void;
}

function createFormSearch(
  secrets: readonly RegisteredSecret[],
  formsOf: (value: string) => readonly string[],
): FormSearch {
  const labels = new Map<string, string>();
  for (const { label, value } of secrets) {
    for (const form of formsOf(value)) if (!labels.has(form)) labels.set(form, label);
  }
  const forms = [...labels.keys()];
  const search = createMultiSearch(forms);
  return {
    search,
    collect: (text, visit) => {
      for (const { start, id } of search.find(text) ?? []) {
        const form = forms[id] as string;
        visit(start, start + form.length, labels.get(form) as string);
      }
    },
  };
}

/** Line breaks left out: where each piece of the shortened text begins, there and in the text itself. */
interface Joined {
  readonly text: string;
  readonly starts: readonly number[];
  readonly sources: readonly number[];
}

function findWrapped(text: string, wrapped: FormSearch, matches: Match[]): void {
  if (wrapped.search.longest === 0) return;
  const joined = joinLines(text);
  if (joined === null) return;
  wrapped.collect(joined.text, (start, end, label) => {
    const from = sourceIndex(joined, start);
    const to = sourceIndex(joined, end - 1) + 1;
    // Without a line break inside it was found already.
    if (to - from > end - start) {
      matches.push({ anchor: from, start: from, end: to, label, rank: 1 });
    }
  });
}

function joinLines(text: string): Joined | null {
  const pieces: string[] = [];
  const starts: number[] = [];
  const sources: number[] = [];
  let from = 0;
  let length = 0;
  const cut = (to: number, next: number): void => {
    pieces.push(text.slice(from, to));
    starts.push(length);
    sources.push(from);
    length += to - from;
    from = next;
  };
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    const to = text.charCodeAt(at - 1) === 13 ? at - 1 : at;
    if (isBase64(text.charCodeAt(to - 1)) && isBase64(text.charCodeAt(at + 1))) cut(to, at + 1);
  }
  if (pieces.length === 0) return null;
  cut(text.length, text.length);
  return { text: pieces.join(""), starts, sources };
}

function sourceIndex({ starts, sources }: Joined, at: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= at) low = middle;
    else high = middle - 1;
  }
  return (sources[low] as number) + at - (starts[low] as number);
}

/** As if every line break in the tail were left out: the end may hold more than it must, never less. */
function pendingWrapped(text: string, search: MultiSearch): number {
  const tailStart = Math.max(0, text.length - search.longest * MAX_BREAK_FACTOR);
  const tail = text.slice(tailStart);
  if (!tail.includes("\n") && !tail.endsWith("\r")) return text.length;
  const squeezed = tail.replace(/[\r\n]+/g, "");
  let left = search.pendingFrom(squeezed);
  if (left === squeezed.length) return text.length;
  let at = tailStart;
  for (; isLineBreak(text.charCodeAt(at)) || left > 0; at++) {
    if (!isLineBreak(text.charCodeAt(at))) left -= 1;
  }
  return at;
}

function isLineBreak(code: number): boolean {
  return code === 10 || code === 13;
}

function isBase64(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 45 ||
    code === 95 ||
    code === 61
  );
}
