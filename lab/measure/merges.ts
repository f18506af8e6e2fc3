// Merges of three versions of a file, as a landing makes them onto a project that changed meanwhile. A clean one must come out as git makes
// it. One that people had to resolve may be a conflict; what is merged without asking must be what they committed: the same bytes,
// the same JSON, or the same imports.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runGit } from "@toolplane/disk/fixtures";
import { gitLines, type MergeLines, mergePath, ownLines } from "@toolplane/disk/merge";
import { isManagedLock } from "@toolplane/installs/take-lock-snapshot";
import { readLines } from "./edits/read-lines.ts";
import { sameMeaning } from "./merges/same-meaning.ts";

export interface MergeRow {
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
  readonly merged: string;
  readonly clean: boolean;
}

type Verdict = "same" | "conflicts" | "silently_different";

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const rows = readLines<MergeRow>(options.data, "merges.jsonl");
  const folder = mkdtempSync(join(tmpdir(), "toolplane-merges-"));
  try {
    const own = await judgeAll(rows, { mergeLines: ownLines, print: () => {} });
    const git = await judgeAll(rows, { mergeLines: gitLines({ run: runGit, folder }), print });
    const { total, same, conflicts, silently_different, ...more } = git;
    return { total, same, conflicts, silently_different, ...more, without_git: own };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Merges each row and compares. The shares are of the clean and of the resolved rows; git alone merges all of these and none of those. */
export async function judgeAll(
  rows: readonly MergeRow[],
  {
    mergeLines,
    print,
  }: { readonly mergeLines: MergeLines; readonly print: (line: string) => void },
): Promise<Readonly<Record<string, number>>> {
  const counts = { clean: 0, clean_merged: 0, resolved: 0, resolved_merged: 0 };
  const verdicts: Record<Verdict, number> = { same: 0, conflicts: 0, silently_different: 0 };
  for (const row of rows) {
    const verdict = await judge(row, mergeLines);
    const kind = row.clean ? "clean" : "resolved";
    counts[kind] += 1;
    if (verdict !== "conflicts") counts[`${kind}_merged`] += 1;
    verdicts[verdict] += 1;
    if (verdict === "silently_different" || (row.clean && verdict === "conflicts"))
      print(`${row.repo} ${row.commit.slice(0, 10)} ${row.path}: ${verdict}`);
  }
  const { clean, clean_merged, resolved, resolved_merged } = counts;
  return {
    total: rows.length,
    ...verdicts,
    clean_merged: share(clean_merged, clean),
    resolved_merged: share(resolved_merged, resolved),
    git_clean_merged: share(clean, clean),
    git_resolved_merged: 0,
  };
}

async function judge(row: MergeRow, mergeLines: MergeLines): Promise<Verdict> {
  const { path } = row;
  const sides = { base: file(row.base), ours: file(row.ours), theirs: file(row.theirs) };
  const merge = await mergePath(sides, { path, mergeLines, isLockFile: isManagedLock(path) });
  if (merge.kind === "conflict") return "conflicts";
  if (merge.result.kind !== "file") return "silently_different";
  const text = Buffer.from(merge.result.bytes).toString();
  const isSame = row.clean ? text === row.merged : sameMeaning(path, [text, row.merged]);
  return isSame ? "same" : "silently_different";
}

function file(text: string): {
  readonly kind: "file";
  readonly bytes: Uint8Array;
  readonly isExecutable: false;
} {
  return { kind: "file", bytes: Buffer.from(text), isExecutable: false };
}

function share(some: number, all: number): number {
  return all === 0 ? 1 : Math.round((some / all) * 10_000) / 10_000;
}
