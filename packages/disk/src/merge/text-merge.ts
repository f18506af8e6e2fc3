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

/** An open piece as a person sees it. */
export interface MergeHunk {
  /** Counts from 1. */
  readonly number: number;
  /** The line it begins on, where every hunk above holds ours. Counts from 1. */
  readonly line: number;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** Why texts could not be merged. */
export type TextConflict = "edited on both sides" | "lock file" | "binary" | "too large";

export type TextMerge =
  | {
      readonly kind: "merged";
      readonly bytes: Uint8Array;
      /** `side`: one side is the answer as it is. */
      readonly by: "side" | "lines" | "structure";
    }
  | {
      readonly kind: "conflict";
      readonly reason: TextConflict;
      /** Joined with an answer to each open one they are the file. A binary or large file is one open piece. */
      readonly pieces: readonly MergePiece[];
      /** One for each open piece; none where the file can only be answered whole. */
      readonly hunks: readonly MergeHunk[];
    };
