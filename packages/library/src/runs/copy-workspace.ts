/** A workspace as it was before some changes, in a folder of its own. The workspace itself is read and never changed. */
import { constants } from "node:fs";
import { cp, lstat, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { JournalEntry, PolicyLayer } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { createImageRestorer } from "@toolplane/host";
import { leaveOutDenied } from "./leave-out-denied.ts";

export interface CopiedWorkspace {
  readonly folder: string;
  /** Files that are as they are now, and why: what they were is no longer kept. */
  readonly notKept: readonly { readonly path: string; readonly reason: string }[];
  /** Files that are not in it: rules deny them where they are, and would not deny their copies. */
  readonly leftOut: readonly string[];
}

export interface CopyGround {
  readonly store: Pick<Store, "payloads">;
  readonly userData: string;
  /** Rules that hold for the workspace. */
  readonly policy: readonly PolicyLayer[];
}

export interface CopyOptions {
  readonly workspace: string;
  /** The new folder; beside the workspace unless given. */
  readonly into?: string | undefined;
  /** The changes that it is to be without, oldest first. */
  readonly entries: readonly JournalEntry[];
}

const MOST_FILES = 500_000;
const MOST_BYTES = 20 * 1024 ** 3;
const MOST_NAMES = 1_000;

export async function copyWorkspaceAt(
  ground: CopyGround,
  { workspace, into, entries }: CopyOptions,
): Promise<CopiedWorkspace> {
  const from = await realpath(workspace);
  const folder = into === undefined ? await freeName(from) : resolve(into);
  if (await isThere(folder)) throw new ToolError("conflict", `${folder} is there already.`);
  if (!isOutside(from, folder))
    throw new ToolError(
      "invalid_input",
      `${folder} lies in the workspace that it is to be a copy of.`,
    );
  try {
    await copyAll(from, folder);
    const notKept = await takeBack(ground, { from, folder, entries });
    return { folder, notKept, leftOut: await leaveOutDenied({ from, folder }, ground.policy) };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Puts each file back to its state before the first of its changes. */
async function takeBack(
  ground: CopyGround,
  {
    from,
    folder,
    entries,
  }: { readonly from: string; readonly folder: string; readonly entries: readonly JournalEntry[] },
): Promise<CopiedWorkspace["notKept"]> {
  const { restore } = createImageRestorer(ground);
  const first = new Map<string, JournalEntry>();
  // A change that was taken back since has left the file as it was before.
  for (const entry of entries)
    if (!entry.undone && !first.has(entry.path)) first.set(entry.path, entry);
  const notKept: { readonly path: string; readonly reason: string }[] = [];
  // Folders after what is in them: what was made is taken away from below.
  for (const [path, { before }] of [...first].sort(([left], [right]) => (left < right ? 1 : -1))) {
    if (isOutside(from, path)) {
      notKept.push({ path, reason: "it lies outside of the workspace" });
    } else if (!(await restore(before, join(folder, relative(from, path))))) {
      notKept.push({ path: relative(from, path), reason: "what it was is no longer kept" });
    }
  }
  return notKept;
}

async function copyAll(from: string, to: string): Promise<void> {
  let files = 0;
  let bytes = 0;
  await cp(from, to, {
    recursive: true,
    force: false,
    errorOnExist: true,
    verbatimSymlinks: true,
    preserveTimestamps: true,
    mode: constants.COPYFILE_FICLONE,
    async filter(path) {
      const stat = await lstat(path);
      files += 1;
      bytes += stat.isFile() ? stat.size : 0;
      if (files > MOST_FILES || bytes > MOST_BYTES)
        throw new ToolError("too_large", "The workspace is too large to be copied.");
      return stat.isFile() || stat.isDirectory() || stat.isSymbolicLink();
    },
  });
}

async function freeName(workspace: string): Promise<string> {
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const name = join(dirname(workspace), `${basename(workspace)}-fork-${number}`);
    if (!(await isThere(name))) return name;
  }
  throw new ToolError("conflict", `Beside ${workspace} no name is free: say where it is to be.`);
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** True for what is neither the folder nor in it. */
function isOutside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === ".." || way.startsWith("../") || way.startsWith("/");
}
