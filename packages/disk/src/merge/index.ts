export { answerHunks, type HunkAnswer } from "./answer-hunks.ts";
export { gitLines, type RunGit } from "./lines/git-lines.ts";
export { ownLines } from "./lines/own-lines.ts";
export { MAX_MERGED_BYTES, type MergeTextsOptions, mergeTexts } from "./merge-texts.ts";
export { findCaseClashes } from "./paths/find-case-clashes.ts";
export { mergePath } from "./paths/merge-path.ts";
export type { PathConflict, PathMerge } from "./paths/path-merge.ts";
export type { PathSide, PathSides } from "./paths/path-side.ts";
export type {
  MergeHunk,
  MergeLines,
  MergePiece,
  TextConflict,
  TextMerge,
  TextSides,
} from "./text-merge.ts";
