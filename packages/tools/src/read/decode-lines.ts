/**
 * The text of scanned lines. UTF-8 is tried first and must be flawless; then the whole window is guessed at as an older
 * encoding; what fits none is shown with marks in the place of broken bytes, as long as it is mostly text at all.
 */
import { isToolError } from "@toolplane/contract";
import { decodeText } from "../text/encoding/decode-text.ts";
import type { ScannedLine } from "./scan-lines.ts";
import type { TextLayout } from "./text-layout.ts";

export interface DecodedLines {
  readonly texts: readonly string[];
  /** Null when nothing fits and broken bytes are marked. */
  readonly encoding: string | null;
}

/** More control characters than this, and it is no text. */
const MAX_CONTROL_SHARE = 0.02;

/** Decodes; null when the bytes are no text. `path` is for errors only. */
export async function decodeLines(
  lines: readonly ScannedLine[],
  { encoding, width }: Pick<TextLayout, "encoding" | "width">,
  path: string,
): Promise<DecodedLines | null> {
  const parts = lines.map(({ bytes, length }) =>
    bytes.length < length && encoding === "utf-8" ? wholeCharacters(bytes) : bytes,
  );
  if (width === 2) {
    const decoder = new TextDecoder(encoding);
    return { texts: parts.map((part) => decoder.decode(part)), encoding };
  }
  const strict = decodeStrictly(parts);
  if (strict !== null) return { texts: strict, encoding: "utf-8" };
  const joined = joinWithFeeds(parts);
  try {
    const { text, form } = await decodeText(joined, path);
    const texts = text.split("\n");
    if (texts.length === parts.length) return { texts, encoding: form.encoding };
  } catch (error) {
    if (!isToolError(error)) throw error;
  }
  if (controlShare(joined) > MAX_CONTROL_SHARE) return null;
  const lenient = new TextDecoder();
  return { texts: parts.map((part) => lenient.decode(part)), encoding: null };
}

function decodeStrictly(parts: readonly Uint8Array[]): readonly string[] | null {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  try {
    return parts.map((part) => decoder.decode(part));
  } catch {
    return null;
  }
}

/** Without the first bytes of a character at the end. */
export function wholeCharacters(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.subarray(0, bytes.length - back) : bytes;
  }
  return bytes;
}

function joinWithFeeds(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length + 1, -1));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
    if (at < joined.length) joined[at] = 0x0a;
    at += 1;
  }
  return joined;
}

/** How much of it is control characters, tabs, line ends, form feeds and escapes aside. */
export function controlShare(bytes: Uint8Array): number {
  if (bytes.length === 0) return 0;
  let count = 0;
  for (const byte of bytes)
    if (byte < 0x20 && byte !== 0x1b && (byte < 0x09 || byte > 0x0d)) count += 1;
  return count / bytes.length;
}
