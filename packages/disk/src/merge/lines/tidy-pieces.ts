import type { MergePiece } from "./merge-lines.ts";

/** Pieces in their one form: what both sides say alike is agreed, neighbours that are agreed are one, and none is empty. */
export function tidyPieces(pieces: readonly MergePiece[]): readonly MergePiece[] {
  const tidied: MergePiece[] = [];
  for (const piece of pieces.map(settle)) {
    const last = tidied.at(-1);
    if (piece.kind === "open") tidied.push(piece);
    else if (piece.bytes.length === 0) continue;
    else if (last?.kind === "agreed")
      tidied[tidied.length - 1] = {
        kind: "agreed",
        bytes: Buffer.concat([last.bytes, piece.bytes]),
      };
    else tidied.push(piece);
  }
  return tidied;
}

function settle(piece: MergePiece): MergePiece {
  if (piece.kind === "agreed") return piece;
  const { base, ours, theirs } = piece;
  if (sameBytes(ours, theirs)) return { kind: "agreed", bytes: ours };
  if (sameBytes(base, ours)) return { kind: "agreed", bytes: theirs };
  return sameBytes(base, theirs) ? { kind: "agreed", bytes: ours } : piece;
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && Buffer.compare(one, other) === 0;
}
