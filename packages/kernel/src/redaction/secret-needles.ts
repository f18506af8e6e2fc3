/** Registered values as bytes to look for. */
import type { ByteNeedle } from "./byte-search.ts";
import { base64Forms, MIN_SECRET_CHARS, secretForms } from "./secret-forms.ts";

/** Needles for every form as it is, whole or its beginning; null when one has no beginning to look for. */
export function secretNeedles(values: readonly string[]): readonly ByteNeedle[] | null {
  const needles: ByteNeedle[] = [];
  for (const form of new Set(values.flatMap(secretForms))) {
    // Half a surrogate pair never comes out of decoding.
    if (!form.isWellFormed()) continue;
    // The replacement character takes the place of any broken bytes.
    const [start = ""] = form.split("\ufffd", 1);
    const bytes = Buffer.from(start);
    if (bytes.length < MIN_NEEDLE_BYTES) return null;
    needles.push({ bytes, confirm: () => true });
  }
  return needles;
}

const MIN_NEEDLE_BYTES = 3;
/** Two parts of a form that are looked for, each of so many characters, three for the shortest forms. */
const PART_CHARS = 4;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Needles for base64 that is broken into lines somewhere. */
export function brokenForms(values: readonly string[]): readonly ByteNeedle[] {
  const forms = [...new Set(values.flatMap((value) => [value, value.trim()]).flatMap(base64Forms))]
    .filter((form) => form.length >= MIN_SECRET_CHARS)
    .map((form) => Buffer.from(form));
  if (forms.length === 0) return [];
  const parts = forms.flatMap((form) => {
    const size = Math.min(PART_CHARS, form.length >> 1);
    return [0, size].map((offset) => ({
      bytes: form.subarray(offset, offset + size),
      confirm: (bytes: Uint8Array, start: number) =>
        goesOn(form.subarray(offset + size), bytes, start + size),
    }));
  });
  return [...parts, shortLines(forms)];
}

/** The rest follows, line breaks left out, as far as there are bytes. */
function goesOn(rest: Uint8Array, bytes: Uint8Array, from: number): boolean {
  let at = from;
  for (const expected of rest) {
    while (bytes[at] === LINE_FEED || bytes[at] === CARRIAGE_RETURN) at += 1;
    if (at >= bytes.length) return true;
    if (bytes[at] !== expected) return false;
    at += 1;
  }
  return true;
}

/** A line between two breaks that fall into the first two parts of a form. */
function shortLines(forms: readonly Uint8Array[]): ByteNeedle {
  const starts = forms.map((form) => form.subarray(0, 2 * PART_CHARS));
  const singles = new Set(starts.flatMap((start) => [...start]));
  const pairs = new Set(
    starts.flatMap((start) =>
      [...start.subarray(1)].map((byte, at) => (start[at] as number) * 256 + byte),
    ),
  );
  return {
    bytes: Uint8Array.of(LINE_FEED),
    confirm: (bytes, lineEnd) => {
      const end = bytes[lineEnd - 1] === CARRIAGE_RETURN ? lineEnd - 1 : lineEnd;
      const least = Math.max(1, end - 2 * PART_CHARS);
      let start = end;
      while (start >= least && bytes[start - 1] !== LINE_FEED) start -= 1;
      if (start === end || start < least) return false;
      const first = bytes[start] as number;
      if (end - start === 1) return singles.has(first);
      return pairs.has(first * 256 + (bytes[start + 1] as number));
    },
  };
}
