/**
 * Recognises bytes that hold nothing to mask, at the speed of reading them. It looks for the beginnings of everything
 * that a redactor masks: the literals that start look-alikes and the forms of registered values, as UTF-8. Decoding
 * never makes one of them out of other bytes, except where a value holds the replacement character; of such a value
 * only the parts beside it are looked for.
 *
 * Base64 may be broken into lines. Then one of the first two parts of a form is whole, or a line so short lies between
 * two breaks that it is looked at for itself.
 */
import type { QuickLook } from "@toolplane/contract/ports";
import { type ByteNeedle, type ByteSearch, createByteSearch, NEEDLE_BYTES } from "./byte-search.ts";
import { LOOK_ALIKES, type LookAlike } from "./look-alikes.ts";
import { MAX_KEY_BLOCK, PRIVATE_KEY_ANCHOR } from "./read-key-block.ts";
import { brokenForms, secretNeedles } from "./secret-needles.ts";
import type { RegisteredSecret } from "./secret-search.ts";
import { type Alphabet, insideTable, isWordCharacter } from "./text-tails.ts";

/** Room for the longest beginning with two line-break characters after each of its own. */
const OVERLAP = 3 * NEEDLE_BYTES;
/** The most bytes that one UTF-16 unit of a decoded text can come from. */
const BYTES_PER_UNIT = 3;

/** `longest` is the most characters that a form of the secrets takes up. The tables are made at the first look. */
export function createQuickLook(
  secrets: readonly RegisteredSecret[],
  options: { readonly longest: number },
): QuickLook {
  const longestRow = LOOK_ALIKES.reduce((most, { maxLength }) => Math.max(most, maxLength), 0);
  const units = Math.max(MAX_KEY_BLOCK, longestRow, options.longest);
  let search: ByteSearch | null = null;
  return {
    overlap: OVERLAP,
    reach: units * BYTES_PER_UNIT,
    suspects: (bytes) => {
      search ??= openSearch(secrets);
      return search(bytes);
    },
  };
}

function openSearch(secrets: readonly RegisteredSecret[]): ByteSearch {
  const values = secrets.map(({ value }) => value);
  const registered = secretNeedles(values);
  if (registered === null) return () => true;
  return createByteSearch([...lookAlikeNeedles(), ...registered, ...brokenForms(values)]);
}

function lookAlikeNeedles(): readonly ByteNeedle[] {
  const rows = LOOK_ALIKES.flatMap((row) => {
    const confirm = confirmRow(row);
    return row.anchors.map((anchor) => ({
      bytes: Buffer.from(anchor),
      confirm: (bytes: Uint8Array, start: number) => confirm(bytes, start, start + anchor.length),
    }));
  });
  return [...rows, { bytes: Buffer.from(PRIVATE_KEY_ANCHOR), confirm: () => true }];
}

/** Every shape in these alphabets goes on for at least so many of their characters after its literal. */
const LEAST: Readonly<Partial<Record<Alphabet, number>>> = { word: 10, dotted: 10, base64: 10 };

type ConfirmRow = (bytes: Uint8Array, start: number, follows: number) => boolean;

function confirmRow(row: LookAlike): ConfirmRow {
  const { alphabet, needsBorder } = row;
  const inside = insideTable(alphabet);
  const least = LEAST[alphabet] ?? 0;
  // Of the parts of an address only those with a user in front hold a password.
  const sought = alphabet === "address" ? AT_SIGN : null;
  const farthest = row.maxLength * BYTES_PER_UNIT;
  return (bytes, start, follows) => {
    if (needsBorder && !mayBeBorder(bytes, start)) return false;
    const end = Math.min(bytes.length, follows + (sought === null ? least : farthest));
    for (let at = follows; at < end; at += 1) {
      const byte = bytes[at] as number;
      if (byte === sought) return true;
      if (inside[byte] === 0) return false;
    }
    return sought === null || end === bytes.length;
  };
}

const AT_SIGN = 0x40;
const PERCENT = 0x25;
const BACKSLASH = 0x5c;
/** In six characters before a word an escape may end that makes a border of them. */
const ESCAPE_BYTES = 6 * BYTES_PER_UNIT;

/** False only when the whole text has no border here. */
function mayBeBorder(bytes: Uint8Array, start: number): boolean {
  if (start < ESCAPE_BYTES || !isWordCharacter(bytes[start - 1] as number)) return true;
  for (let at = start - ESCAPE_BYTES; at < start; at += 1) {
    if (bytes[at] === PERCENT || bytes[at] === BACKSLASH) return true;
  }
  return false;
}
