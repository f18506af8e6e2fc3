/**
 * Files that are open elsewhere, in an editor say, with text that may not be saved yet. A tool reads that text, and what a tool
 * writes is shown there. It is asked about a file only after the gate let the read or the write of exactly this file pass. The
 * disk stays the truth: writes go there first, and so does everything that the journal keeps.
 */
import type { ByteRange, FileRead } from "@toolplane/contract";

export interface OpenTexts {
  /** The text of the file at this real path as it is open; null where it is not. Never rejects, and answers in its own time. */
  read(path: string): Promise<string | null>;
  /** Reports that the file was written: an editor that has other text open shows this. Never rejects. */
  wrote(path: string, text: string): Promise<void>;
}

/** The bytes of an open text; null where it is not open, or is larger than what is read whole. */
export async function openBytes(
  {
    openTexts,
    maxFileBytes,
  }: { readonly openTexts: OpenTexts | null; readonly maxFileBytes: number },
  path: string,
): Promise<Uint8Array | null> {
  if (openTexts === null) return null;
  const text = await openTexts.read(path);
  if (text === null || text.length > maxFileBytes) return null;
  const bytes = new TextEncoder().encode(text);
  return bytes.length > maxFileBytes ? null : bytes;
}

/** The part of them that was asked for, as the disk would give it. */
export function rangeOf(
  bytes: Uint8Array,
  range: ByteRange | undefined,
  modifiedMs: number,
): FileRead {
  const offset = Math.min(range?.offset ?? 0, bytes.length);
  const end = Math.min(offset + (range?.length ?? bytes.length), bytes.length);
  return { bytes: bytes.subarray(offset, end), offset, size: bytes.length, modifiedMs };
}
