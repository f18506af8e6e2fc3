/** The three versions of one file. `base` is the last one that both sides had. */
export interface TextSides {
  readonly base: Uint8Array;
  readonly ours: Uint8Array;
  readonly theirs: Uint8Array;
}

/** A stretch of the merged text: bytes that both sides agree on, or three versions that only a person can choose from. */
export type MergePiece =
  | { readonly kind: "agreed"; readonly bytes: Uint8Array }
  | ({ readonly kind: "open" } & TextSides);

/** Merges lines. What comes out is the whole text in pieces, and no open piece has two equal versions. */
export type MergeLines = (sides: TextSides) => Promise<readonly MergePiece[]>;
