import type { MergePiece } from "../lines/merge-lines.ts";

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
