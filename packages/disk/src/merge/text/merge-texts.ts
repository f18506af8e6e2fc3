import type { MergeLines, MergePiece, TextSides } from "../lines/merge-lines.ts";
import { sameBytes } from "../lines/tidy-pieces.ts";
import { mergeStructure } from "./merge-structure.ts";
import type { MergeHunk, TextMerge } from "./text-merge.ts";

/** A larger file is merged by a person, or not at all. */
export const MAX_MERGED_BYTES = 10_000_000;

/** The effects of a merge, and what its caller knows of the file. */
export interface MergeTextsOptions {
  /** The path in the project: its ending says which structure is known. */
  readonly path: string;
  readonly mergeLines: MergeLines;
  /** True for files that a package manager writes: they are merged by lines, and otherwise made again. */
  readonly isLockFile?: boolean;
}

/** Merges three versions of a file: lines first, and where these conflict what they mean. What is not certain is a conflict. */
export async function mergeTexts(
  sides: TextSides,
  { path, mergeLines, isLockFile = false }: MergeTextsOptions,
): Promise<TextMerge> {
  const side = unchangedSide(sides);
  if (side !== null) return { kind: "merged", bytes: side, by: "side" };
  const versions = [sides.base, sides.ours, sides.theirs];
  if (versions.some(({ length }) => length > MAX_MERGED_BYTES)) return whole(sides, "too large");
  if (versions.some((version) => version.includes(0))) return whole(sides, "binary");
  const pieces = await mergeLines(sides);
  const [first] = pieces;
  if (first === undefined) return { kind: "merged", bytes: new Uint8Array(), by: "lines" };
  if (pieces.length === 1 && first.kind === "agreed")
    return { kind: "merged", bytes: first.bytes, by: "lines" };
  const bytes = isLockFile ? null : await mergeStructure(pieces, path);
  if (bytes !== null) return { kind: "merged", bytes, by: "structure" };
  const reason = isLockFile ? "lock file" : "edited on both sides";
  return { kind: "conflict", reason, pieces, hunks: hunksOf(pieces) };
}

/** The answer where one side did nothing, or both did the same. */
function unchangedSide({ base, ours, theirs }: TextSides): Uint8Array | null {
  if (sameBytes(ours, theirs) || sameBytes(base, theirs)) return ours;
  return sameBytes(base, ours) ? theirs : null;
}

function whole(sides: TextSides, reason: "too large" | "binary"): TextMerge {
  return { kind: "conflict", reason, pieces: [{ kind: "open", ...sides }], hunks: [] };
}

function hunksOf(pieces: readonly MergePiece[]): readonly MergeHunk[] {
  const hunks: MergeHunk[] = [];
  let line = 1;
  for (const piece of pieces) {
    if (piece.kind === "open")
      hunks.push({
        number: hunks.length + 1,
        line,
        base: shown(piece.base),
        ours: shown(piece.ours),
        theirs: shown(piece.theirs),
      });
    line += countLines(piece.kind === "open" ? piece.ours : piece.bytes);
  }
  return hunks;
}

function shown(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function countLines(bytes: Uint8Array): number {
  return bytes.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 0);
}
