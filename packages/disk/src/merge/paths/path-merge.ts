import type { TextConflict, TextMerge } from "../text/text-merge.ts";
import type { PathSide } from "./path-side.ts";

/** Why a path could not be merged; each is a rule of its own, named on the card. */
export type PathConflict =
  | TextConflict
  | "deleted and edited"
  | "added on both sides"
  | "different kinds"
  | "link"
  | "mode"
  | "submodule"
  | "names that differ in letter case";

export type PathMerge =
  | {
      readonly kind: "merged";
      readonly result: PathSide;
      readonly by: "side" | "lines" | "structure";
    }
  | {
      readonly kind: "conflict";
      readonly reason: PathConflict;
      /** The hunks of a text; absent where only the whole path can be answered. */
      readonly text?: Extract<TextMerge, { readonly kind: "conflict" }>;
      /** The executable bit that belongs to an answer by hunks. */
      readonly isExecutable?: boolean;
    };
