/**
 * Text takes the form of the file it replaces: its byte order mark, its encoding and its line endings, so that an edit of
 * one line shows as one line. Bytes are never touched. Only what the old file says clearly is kept: mixed line endings and
 * unknown encodings leave the text as it was handed in, in UTF-8.
 */
import { isUtf8 } from "node:buffer";

type Encoding = "utf8" | "utf8-bom" | "utf16le" | "utf16be" | "latin1";

const BOM = "\uFEFF";
/** Enough of a file to see which line endings it uses. */
const SAMPLE_BYTES = 1024 * 1024;

/** The bytes of a text that replaces `before`; null when there was no file. */
export function encodeLike(text: string, before: Uint8Array | null): Uint8Array {
  if (before === null || before.length === 0) return Buffer.from(text, "utf8");
  const encoding = encodingOf(before);
  return encode(
    withLineEndings(text, decode(before.subarray(0, SAMPLE_BYTES), encoding)),
    encoding,
  );
}

function encodingOf(bytes: Uint8Array): Encoding {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf8-bom";
  if (first === 0xff && second === 0xfe) return "utf16le";
  if (first === 0xfe && second === 0xff) return "utf16be";
  // Bytes that are no UTF-8 and hold no NUL are text of an older, one-byte encoding.
  return isUtf8(bytes) || bytes.includes(0) ? "utf8" : "latin1";
}

function decode(bytes: Uint8Array, encoding: Encoding): string {
  const buffer = Buffer.from(bytes);
  if (encoding === "utf16le") return buffer.toString("utf16le");
  if (encoding === "utf16be") return swapped(buffer).toString("utf16le");
  return buffer.toString("latin1");
}

function encode(text: string, encoding: Encoding): Uint8Array {
  const marked = text.startsWith(BOM) ? text : BOM + text;
  if (encoding === "utf8-bom") return Buffer.from(marked, "utf8");
  if (encoding === "utf16le") return Buffer.from(marked, "utf16le");
  if (encoding === "utf16be") return swapped(Buffer.from(marked, "utf16le"));
  // A text that the old encoding cannot say is not bent into it.
  const fits = encoding === "latin1" && /^[\0-\u00FF]*$/.test(text);
  return Buffer.from(text, fits ? "latin1" : "utf8");
}

function withLineEndings(text: string, before: string): string {
  const breaks = before.match(/\r?\n/g) ?? [];
  const windows = breaks.filter((end) => end === "\r\n").length;
  if (breaks.length === 0 || (windows > 0 && windows < breaks.length)) return text;
  if (windows > 0) return text.replace(/\r?\n/g, "\r\n");
  // A text that is all CRLF was written on the other system; a mixed one means what it says.
  return /(?:^|[^\r])\n/.test(text) ? text : text.replace(/\r\n/g, "\n");
}

function swapped(buffer: Buffer): Buffer {
  const even = buffer.subarray(0, buffer.length - (buffer.length % 2));
  return Buffer.from(even).swap16();
}
