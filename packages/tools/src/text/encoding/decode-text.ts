/**
 * The bytes of a file as text, and the form they had, so that what is written back differs only where it was changed.
 * UTF-8 is the rule and is proven byte by byte; UTF-16 is believed only with its mark. Anything else is an older encoding,
 * which can only be guessed: the guess counts when encoding the text again gives the same bytes. What holds a NUL, or fits
 * no encoding, is binary and is refused rather than bent. A file that is valid UTF-8 never loads the guessing libraries.
 */
import { ToolError } from "@toolplane/contract";

/** How a text was stored. `encoding` is a name that iconv-lite knows. */
export interface TextForm {
  readonly encoding: "utf-8" | "utf-16le" | "utf-16be" | (string & {});
  /** True when the file begins with a byte order mark; the text does not hold it. */
  readonly mark: boolean;
}

export interface DecodedText {
  readonly text: string;
  readonly form: TextForm;
}

/** The form of a new file. */
export const PLAIN_FORM: TextForm = Object.freeze({ encoding: "utf-8", mark: false });

/** A binary file shows itself early. */
const SNIFFED_BYTES = 8_192;
/** The guess looks at no more than this. */
const GUESSED_BYTES = 65_536;

/** Decodes a file; `invalid_input` when it is binary. `path` is for the error only. */
export async function decodeText(bytes: Uint8Array, path: string): Promise<DecodedText> {
  const marked = markedForm(bytes);
  if (marked !== null) return decodeMarked(bytes, marked, path);
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) throw binary(path);
  const text = decodeStrictly(bytes, "utf-8");
  if (text !== null) return { text, form: PLAIN_FORM };
  if (bytes.some(isControl)) throw binary(path);
  const guessed = await decodeGuessing(bytes);
  if (guessed === null) throw binary(path);
  return guessed;
}

function markedForm(bytes: Uint8Array): TextForm | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: "utf-8", mark: true };
  if (first === 0xff && second === 0xfe) return { encoding: "utf-16le", mark: true };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", mark: true };
  return null;
}

function decodeMarked(bytes: Uint8Array, form: TextForm, path: string): DecodedText {
  const body = bytes.subarray(form.encoding === "utf-8" ? 3 : 2);
  const text = decodeStrictly(body, form.encoding);
  if (text === null) throw binary(path);
  return { text, form };
}

function decodeStrictly(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

async function decodeGuessing(bytes: Uint8Array): Promise<DecodedText | null> {
  const [{ analyse }, iconv] = await Promise.all([import("chardet"), import("iconv-lite")]);
  const guesses = analyse(bytes.subarray(0, GUESSED_BYTES)).map(({ name }) => name);
  for (const encoding of guesses) {
    if (/^utf/i.test(encoding) || !iconv.default.encodingExists(encoding)) continue;
    const text = iconv.default.decode(bytes, encoding);
    if (text.includes("\ufffd")) continue;
    if (sameBytes(iconv.default.encode(text, encoding), bytes))
      return { text, form: { encoding, mark: false } };
  }
  return null;
}

/** True for a byte that no text holds: control characters but tab, line breaks, form feed and escape. */
function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0x1b && (byte < 0x09 || byte > 0x0d);
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function binary(path: string): ToolError {
  return new ToolError(
    "invalid_input",
    `${path} is not a text file, so it is not edited as text. Replace it whole, or use a program made for it.`,
  );
}
