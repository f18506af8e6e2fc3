/** Reports the findings of a search to a model: by file, with line numbers, in the order that the mode promises. */
import { type FsReadDoor, output, type SearchFound, type ToolOutput } from "@toolplane/contract";
import { type SearchedPlace, showPath } from "../search/show-path.ts";
import { showHits } from "./show-hits.ts";

/** Ways to show matches. */
export const GREP_MODES = ["content", "files_with_matches", "count"] as const;

export type GrepMode = (typeof GREP_MODES)[number];

/** The part of the question that the report needs; `limit` is how much of the findings is shown. */
export interface GrepQuestion {
  readonly pattern: string;
  readonly limit: number;
  readonly path?: string;
  readonly output_mode?: GrepMode;
  readonly context?: number;
}

/** The text, a word beside it (that nothing was found, or that there is more), and all of it when only a part is shown. */
export interface GrepReport {
  readonly text: string;
  readonly note: string | null;
  readonly whole: string | null;
}

export async function reportFound(
  found: SearchFound,
  question: GrepQuestion,
  fs: Pick<FsReadDoor, "stat">,
): Promise<GrepReport> {
  const { output_mode: mode = "content", limit } = question;
  const { hits, counts, truncated } = found;
  const count = mode === "content" ? hits.length : counts.length;
  const unread = describeUnread(found, question);
  if (count === 0) return { text: "", note: unread ?? describeNothing(question), whole: null };
  if (count <= limit && !truncated) {
    const note = joined(mode === "count" ? describeTotal(found) : null, unread);
    return { text: await showFound(found, question, fs), note, whole: null };
  }
  const shown = { ...found, hits: hits.slice(0, limit), counts: counts.slice(0, limit) };
  const whole = await showFound(found, question, null);
  return {
    text: await showFound(shown, question, null),
    note: joined(describeCut({ shown: Math.min(limit, count), count, truncated, mode }), unread),
    whole: truncated ? `${whole}\n[and more]` : whole,
  };
}

export function toOutput({ text, note, whole }: GrepReport): ToolOutput<string> {
  return output(text, {
    ...(note === null ? {} : { content: [{ type: "text", text: note }] }),
    ...(whole === null ? {} : { truncated: { whole } }),
  });
}

/** Paths of files with matches come newest first where `fs` is given: only a complete list has a newest one. */
async function showFound(
  { hits, counts, root }: SearchFound,
  { output_mode: mode = "content", path, context = 0 }: GrepQuestion,
  fs: Pick<FsReadDoor, "stat"> | null,
): Promise<string> {
  const place: SearchedPlace = { path, root };
  if (mode === "content") return showHits(hits, { place, context });
  if (mode === "count")
    return counts.map((file) => `${showPath(file.path, place)}: ${file.count}`).join("\n");
  const paths = counts.map((file) => file.path);
  const ordered = fs === null ? paths : await newestFirst(paths, fs);
  return ordered.map((one) => showPath(one, place)).join("\n");
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

function joined(note: string | null, unread: string | null): string | null {
  return note === null || unread === null ? (note ?? unread) : `${note}\n${unread}`;
}

const MOST_UNREAD = 5;

/** That nothing was found is not said of what could not be read. */
function describeUnread({ unread = [], root }: SearchFound, { path }: GrepQuestion): string | null {
  if (unread.length === 0) return null;
  const named = unread.slice(0, MOST_UNREAD).map(({ path: file, lines }) => {
    const count = lines === 1 ? "1 line" : `${lines} lines`;
    return `${count} of ${showPath(file, { path, root })}`;
  });
  const more = unread.length > MOST_UNREAD ? " and others" : "";
  return `[Too long to search: ${named.join(", ")}${more}. There may be matches in them; a pattern that matches less often can be searched there.]`;
}

function describeTotal({ counts }: SearchFound): string {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  return `[${total} matches in ${counts.length} files]`;
}

function describeNothing({ path, pattern }: GrepQuestion): string {
  const where = path === undefined || path === "." ? "the workspace" : path;
  const literal = /[()[\]{}.*+?|^$\\]/.test(pattern)
    ? " The pattern is a regular expression: escape signs that should mean themselves."
    : "";
  return `No matches in ${where}. Ignored, hidden and binary files were not searched, nor files with keys or passwords.${literal}`;
}

function describeCut(cut: {
  readonly shown: number;
  readonly count: number;
  readonly truncated: boolean;
  readonly mode: GrepMode;
}): string {
  const what = cut.mode === "content" ? "matches" : "files";
  const all = cut.truncated ? `more than ${cut.count}` : `${cut.count}`;
  return `[The first ${cut.shown} ${what} of ${all}. Narrow the pattern, path, glob or type, or use output_mode count.]`;
}
