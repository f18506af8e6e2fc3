/**
 * What somebody else did to the paths of a set since its command began. The change time of a file cannot be set back, so whatever
 * is later than the stamp was changed by others: nothing of ours touches a root while a command runs.
 *
 * What is gone leaves no time behind, but its folder tells that something happened in it. Only then new files there are asked
 * whether the overlay copied them up from a file that is gone now.
 */
import { readFileSync } from "node:fs";
import { isToolError, type RefusedChange } from "@toolplane/contract";
import { below, nameOf, parentOf, toBytePath, toFsPath } from "../paths/byte-path.ts";
import { lookAt, namesIn } from "./byte-fs.ts";
import type { CallState } from "./call-state.ts";
import type { Folders } from "./open-folders.ts";
import { comesFrom, readFileMarks } from "./overlay-marks.ts";
import { sameIndex } from "./same-index.ts";
import { pathOf, type UpperChange } from "./upper-change.ts";

export interface ClashSearch {
  readonly state: CallState;
  /** Without those that come with a new folder. */
  readonly changes: readonly UpperChange[];
  /** Of each root. */
  readonly folders: readonly Folders[];
}

const MAX_INDEX_BYTES = 256 * 1024 * 1024;
/** Each costs a process. */
const MAX_ASKED = 64;

const CHANGED = "somebody else changed it meanwhile";
const MADE = "somebody else made it meanwhile";
const DELETED = "somebody else deleted it meanwhile";

/** In the order of the changes. */
export async function findClashes(search: ClashSearch): Promise<readonly RefusedChange[]> {
  const { state, changes } = search;
  const roots = state.roots.map(({ root }) => root);
  const clashes: RefusedChange[] = [];
  const suspects: UpperChange[] = [];
  for (const change of changes) {
    const reason = change.clash ?? clashOf(search, change);
    if (reason !== null) clashes.push({ path: pathOf(change, roots), reason });
    else if (isSuspect(search, change)) suspects.push(change);
  }
  for (const change of await deletedOf(search, suspects))
    clashes.push({ path: pathOf(change, roots), reason: DELETED });
  return clashes;
}

function clashOf({ state, folders }: ClashSearch, change: UpperChange): string | null {
  const { root, at, kind, replaces, tree, modeOnly } = change;
  let path: string;
  try {
    path = (folders[root] as Folders).to(at);
  } catch (error) {
    if (isToolError(error)) return DELETED;
    throw error;
  }
  const stat = lookAt(path);
  if (stat === null) return kind === "changed" ? DELETED : null;
  if (!replaces) return MADE;
  if (modeOnly === true) return stat.isDirectory() ? null : CHANGED;
  if (tree === true) return isLater(state, change, path) ? CHANGED : null;
  if (stat.isDirectory()) return CHANGED;
  if (stat.ctimeNs <= stampOf(state, change)) return null;
  if (state.own[ownKey(change)] === String(stat.ctimeNs)) return null;
  return isSameIndex(state, change, path) ? null : CHANGED;
}

/** The name by which a call remembers a change time that was its own doing. */
export function ownKey({ root, at }: Pick<UpperChange, "root" | "at">): string {
  return `${root}:${at}`;
}

function stampOf(state: CallState, { root }: Pick<UpperChange, "root">): bigint {
  return BigInt(state.roots[root]?.stampNs ?? 0);
}

function isLater(state: CallState, change: UpperChange, path: string): boolean {
  const stat = lookAt(path);
  if (stat === null) return false;
  if (stat.ctimeNs > stampOf(state, change)) {
    if (state.own[ownKey(change)] !== String(stat.ctimeNs)) return true;
  }
  if (!stat.isDirectory()) return false;
  return namesIn(path).some((name) =>
    isLater(state, { ...change, at: below(change.at, name) }, below(path, name)),
  );
}

function isSameIndex(state: CallState, { root, at }: UpperChange, path: string): boolean {
  const kept = state.indexes.find((index) => index.root === root && index.at === at);
  if (kept === undefined) return false;
  try {
    const [before, now] = [lookAt(kept.file), lookAt(path)];
    if (before === null || now?.isFile() !== true || now.size > MAX_INDEX_BYTES) return false;
    return sameIndex(readFileSync(toFsPath(kept.file)), readFileSync(toFsPath(path)));
  } catch {
    return false;
  }
}

/** A new file in a folder in which others did something. */
function isSuspect({ state, folders }: ClashSearch, change: UpperChange): boolean {
  if (change.kind !== "added" || change.type !== "file") return false;
  const folder = lookAt(parentOf((folders[change.root] as Folders).to(change.at)).concat("/."));
  return folder !== null && folder.ctimeNs > stampOf(state, change);
}

/** Of new files those that are copies of one that stood there; what was renamed carries the same mark, so that is looked for. */
async function deletedOf(
  search: ClashSearch,
  suspects: readonly UpperChange[],
): Promise<readonly UpperChange[]> {
  if (suspects.length > MAX_ASKED) return suspects;
  const deleted: UpperChange[] = [];
  let inodes: readonly bigint[] | null = null;
  for (const change of suspects) {
    const upper = toBytePath(search.state.roots[change.root]?.upper ?? "");
    const { origin } = await readFileMarks(upper, change.at);
    if (origin === null) continue;
    inodes ??= inodesOf(search);
    if (!inodes.some((inode) => comesFrom(origin, inode))) deleted.push(change);
  }
  return deleted;
}

/** The files below every path that the set takes away or replaces: where a renamed file can come from. */
function inodesOf({ changes, folders }: ClashSearch): readonly bigint[] {
  const inodes: bigint[] = [];
  const visit = (path: string): void => {
    const stat = lookAt(path);
    if (stat?.isDirectory() === true) for (const name of namesIn(path)) visit(below(path, name));
    else if (stat !== null) inodes.push(stat.ino);
  };
  for (const { root, at, replaces, type, tree } of changes)
    if (replaces && (type !== "directory" || tree === true))
      visit((folders[root] as Folders).to(at));
  return inodes;
}

/** Names of git's index that a root may have, relative to it. */
export function indexNames(root: string): readonly string[] {
  const own = nameOf(root) === ".git" || lookAt(below(root, "HEAD"))?.isFile() === true;
  return own ? [".git/index", "index"] : [".git/index"];
}
