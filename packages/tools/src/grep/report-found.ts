/** What a search found, as a model reads it: by file, with line numbers, in the order that the mode promises. */
import type { FsReadDoor, SearchFound } from "@toolplane/contract";
import { type SearchedPlace, showPath } from "../search/show-path.ts";
import { showHits } from "./show-hits.ts";

/** What can be shown of matches. */
export const GREP_MODES = ["content", "files_with_matches", "count"] as const;

/** One of them. */
export type GrepMode = (typeof GREP_MODES)[number];

/** What the report needs to know of the question. */
export interface GrepQuestion {
  readonly pattern: string;
  readonly path?: string;
  readonly output_mode?: GrepMode;
  readonly context?: number;
}

/** The text, and a word beside it: that nothing was found, or that there is more. */
export interface GrepReport {
  readonly text: string;
  readonly note: string | null;
  readonly truncated: boolean;
}

/** Tells what was found. Paths of files with matches come newest first, when all of them are there. */
export async function reportFound(
  found: SearchFound,
  question: GrepQuestion,
  fs: Pick<FsReadDoor, "stat">,
): Promise<GrepReport> {
  const { output_mode: mode = "content", path, context = 0 } = question;
  const { hits, counts, truncated, root } = found;
  const place: SearchedPlace = { path, root };
  if (hits.length === 0 && counts.length === 0)
    return { text: "", note: describeNothing(question), truncated };
  if (mode === "content")
    return {
      text: showHits(hits, { place, context }),
      ...{ note: truncated ? describeCut(hits.length, "matches") : null, truncated },
    };
  if (mode === "count") {
    const total = counts.reduce((sum, { count }) => sum + count, 0);
    const text = counts.map((file) => `${showPath(file.path, place)}: ${file.count}`).join("\n");
    const note = truncated
      ? describeCut(counts.length, "files")
      : `[${total} matches in ${counts.length} files]`;
    return { text, note, truncated };
  }
  const paths = counts.map((file) => file.path);
  const ordered = truncated ? paths : await newestFirst(paths, fs);
  return {
    text: ordered.map((one) => showPath(one, place)).join("\n"),
    ...{ note: truncated ? describeCut(paths.length, "files") : null, truncated },
  };
}

async function newestFirst(
  paths: readonly string[],
  fs: Pick<FsReadDoor, "stat">,
): Promise<readonly string[]> {
  const dated: { readonly path: string; readonly modifiedMs: number }[] = [];
  for (const path of paths)
    dated.push({ path, modifiedMs: (await fs.stat(path))?.modifiedMs ?? 0 });
  return dated
    .toSorted(
      (left, right) => right.modifiedMs - left.modifiedMs || (left.path < right.path ? -1 : 1),
    )
    .map(({ path }) => path);
}

function describeNothing({ path, pattern }: GrepQuestion): string {
  const where = path === undefined || path === "." ? "the workspace" : path;
  const literal = /[()[\]{}.*+?|^$\\]/.test(pattern)
    ? " The pattern is a regular expression: escape signs that should mean themselves."
    : "";
  return `No matches in ${where}. Ignored, hidden and binary files were not searched.${literal}`;
}

function describeCut(count: number, what: "matches" | "files"): string {
  return `[The first ${count} ${what}; there are more. Narrow the pattern, path, glob or type, or use output_mode count.]`;
}
