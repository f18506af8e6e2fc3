/** Takes away what content is wrapped in: gzip, zlib, zstd, zip, base64, hexadecimal, one in another too. */
import { gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from "node:zlib";

export interface Peeled {
  /** The content, and everything that it wraps. */
  readonly contents: readonly Buffer[];
  /** Something of it is packed or enciphered in a way that is not read here. */
  readonly sealed: boolean;
}

const MAX_DEPTH = 4;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_PARTS = 2_000;
/** Longer texts are not taken for one value in letters. */
const MAX_LETTERS = 16 * 1024 * 1024;

/** How such content begins: xz, bzip2, 7z, rar, lz4, openssl, age, git's bundles, and what PGP enciphered. */
const SEALED: readonly Buffer[] = [
  ...["fd377a585a00", "377abcaf271c", "526172211a07", "04224d18"].map((text) =>
    Buffer.from(text, "hex"),
  ),
  ...[
    "BZh",
    "Salted__",
    "age-encryption.org",
    "# v2 git bundle",
    "# v3 git bundle",
    "-----BEGIN PGP MESSAGE",
    "-----BEGIN AGE",
  ].map((text) => Buffer.from(text)),
];

export function peelContent(content: Buffer): Peeled {
  const contents: Buffer[] = [];
  let sealed = false;
  let left = MAX_BYTES;
  const waiting = [{ bytes: content, depth: 0 }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { bytes, depth } = next;
    contents.push(bytes);
    sealed ||= SEALED.some((start) => bytes.subarray(0, start.length).equals(start));
    const inner = innerOf(bytes);
    left -= inner.reduce((sum, one) => sum + one.length, 0);
    if (inner.length === 0) continue;
    if (depth >= MAX_DEPTH || left < 0 || contents.length > MAX_PARTS) sealed = true;
    else for (const one of inner) waiting.push({ bytes: one, depth: depth + 1 });
  }
  return { contents, sealed };
}

function innerOf(bytes: Buffer): readonly Buffer[] {
  const start = bytes.length < 4 ? 0 : bytes.readUInt32BE(0);
  if (start >>> 16 === 0x1f8b) return unpacked(() => gunzipSync(bytes, BOUND));
  if (start === 0x28b52ffd) return unpacked(() => zstdDecompressSync(bytes, BOUND));
  if (start === 0x504b0304) return zipParts(bytes);
  if (start >>> 24 === 0x78 && (start >>> 16) % 31 === 0)
    return unpacked(() => inflateSync(bytes, BOUND));
  return letters(bytes);
}

const BOUND = { maxOutputLength: MAX_BYTES };

function unpacked(read: () => Buffer): readonly Buffer[] {
  try {
    return [read()];
  } catch {
    return [];
  }
}

/** Local entries, one after the other; the list at the end of the file is not needed for what they hold. */
function zipParts(bytes: Buffer): readonly Buffer[] {
  const parts: Buffer[] = [];
  const sign = Buffer.from("504b0304", "hex");
  for (
    let at = 0;
    at >= 0 && at + 30 <= bytes.length && parts.length <= MAX_PARTS;
    at = bytes.indexOf(sign, at + 4)
  ) {
    const isDeflated = bytes.readUInt16LE(at + 8) === 8;
    const data = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
    if (isDeflated) parts.push(...unpacked(() => inflateRawSync(bytes.subarray(data), BOUND)));
  }
  return parts;
}

/** A text that is nothing but base64 or hexadecimal. */
function letters(bytes: Buffer): readonly Buffer[] {
  if (bytes.length < 8 || bytes.length > MAX_LETTERS) return [];
  const text = bytes.toString("latin1").replace(/\s+/g, "");
  if (/^(?:[0-9a-f]{2})+$/i.test(text)) return [Buffer.from(text, "hex")];
  return /^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text) ? [Buffer.from(text, "base64")] : [];
}
