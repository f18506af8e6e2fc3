/** Carries out a parsed patch: every part in memory first, then all files in one step. */
import {
  type ChangedText,
  type FileWritten,
  type FsDoor,
  isToolError,
  ToolError,
} from "@toolplane/contract";
import { describeDiff } from "../text/describe-diff.ts";
import { applyChunks } from "./apply-chunks.ts";
import { applyHunks } from "./apply-hunks.ts";
import type { FilePatch } from "./file-patch.ts";
import {
  createPatchedTree,
  fileText,
  listChanges,
  type PatchedPath,
  type PatchedTree,
  textFile,
} from "./patched-tree.ts";

export interface PatchedReport {
  readonly path: string;
  readonly change: "created" | "modified" | "deleted";
  readonly added: number;
  readonly removed: number;
}

export interface PatchRun {
  readonly files: readonly PatchedReport[];
  readonly diffs: readonly { readonly path: string; readonly diff: string }[];
  /** Files that hold text now, and what they held before. */
  readonly texts: readonly ChangedText[];
  readonly written: readonly FileWritten[];
}

const MAX_DIFF_CHARS = 65_536;

/** Runs a patch. When a file changed in between, it is tried once more on what is there now. */
export async function runPatch(fs: FsDoor, patch: readonly FilePatch[]): Promise<PatchRun> {
  const first = await runOnce(fs, patch);
  if ("files" in first) return first;
  const second = await runOnce(fs, patch);
  if ("files" in second) return second;
  throw second.stale;
}

async function runOnce(
  fs: FsDoor,
  patch: readonly FilePatch[],
): Promise<PatchRun | { readonly stale: ToolError }> {
  const tree = createPatchedTree(fs);
  for (const file of patch) await patchOne(tree, file);
  const paths = tree.paths();
  const changes = await listChanges(paths);
  if (changes.length === 0)
    throw new ToolError(
      "invalid_input",
      "The patch changes nothing: every file already reads that way.",
    );
  const described = await Promise.all(paths.map(describePatched));
  try {
    const written = await fs.apply(changes);
    const files = described.map(({ report }) => report);
    return {
      files,
      diffs: described.map(({ report, diff }) => ({ path: report.path, diff })),
      texts: described.flatMap(({ text }) => (text === null ? [] : [text])),
      written,
    };
  } catch (error) {
    if (isToolError(error) && error.code === "conflict") return { stale: error };
    throw error;
  }
}

async function patchOne(tree: PatchedTree, file: FilePatch): Promise<void> {
  if (file.kind === "create") {
    const { path, content, mode, overwrites } = file;
    tree.put(path, textFile(content, undefined, mode), { overwrites });
    return;
  }
  const source = await tree.read(file.path);
  if (file.kind === "delete") {
    if (file.hunks !== null) await refuseLeftover(file.path, file.hunks, source);
    tree.remove(file.path);
    return;
  }
  const { path, to, copies, body } = file;
  const mode = file.mode ?? source.mode;
  const isPlain = body.form === "hunks" ? body.hunks.length === 0 : body.chunks.length === 0;
  let patched = { ...source, mode };
  if (!isPlain) {
    const { text, form } = await fileText(source, path);
    const next =
      body.form === "hunks"
        ? applyHunks(text, body.hunks, path)
        : applyChunks(text, body.chunks, path);
    if (next !== text) patched = textFile(next, form, mode);
    else if (to === null && file.mode === null)
      throw new ToolError(
        "invalid_input",
        `The patch changes nothing in ${path}: it already reads that way.`,
      );
  }
  if (to !== null && !copies) tree.remove(path);
  tree.put(to ?? path, patched, { overwrites: to === null || body.form === "chunks" });
}

async function refuseLeftover(
  path: string,
  hunks: Parameters<typeof applyHunks>[1],
  source: Parameters<typeof fileText>[0],
): Promise<void> {
  const { text } = await fileText(source, path);
  const left = hunks.length === 0 ? text : applyHunks(text, hunks, path);
  if (left !== "")
    throw new ToolError(
      "conflict",
      `The patch deletes ${path}, but the file holds more than the patch removes. Nothing was changed in any file.`,
    );
}

async function describePatched({ path, before, after }: PatchedPath): Promise<{
  readonly report: PatchedReport;
  readonly diff: string;
  readonly text: ChangedText | null;
}> {
  const change = before === null ? "created" : after === null ? "deleted" : "modified";
  const [old, next] = await Promise.all([readable(before, path), readable(after, path)]);
  const {
    text: diff,
    added,
    removed,
  } = describeDiff(old, next, {
    from: before === null ? "/dev/null" : path,
    to: after === null ? "/dev/null" : path,
    maxChars: MAX_DIFF_CHARS,
  });
  const text = after === null ? null : { path, before: before === null ? null : old, after: next };
  return { report: { path, change, added, removed }, diff, text };
}

/** For people: a binary file that is only moved shows as empty. */
async function readable(file: PatchedPath["before"], path: string): Promise<string> {
  if (file === null) return "";
  return (await fileText(file, path).catch(() => ({ text: "" }))).text;
}
