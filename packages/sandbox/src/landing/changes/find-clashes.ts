/**
 * Finds changes that other processes made to the paths of a set since its command began. The change time of a file cannot be set
 * back, so a file whose change time is later than the stamp was changed by others: nothing of ours touches a root while a command
 * runs.
 *
 * A removed file leaves no time behind, but the time of its folder shows that something happened in it. Only then new files there
 * are checked: did the overlay copy them up from a file that is gone now? Changed files are checked too: do they still lie over
 * the file they were copied from? A folder that was put in the place of another brings files with old times.
 */
import type { BigIntStats } from "node:fs";
import { isToolError, type RefusedChange } from "@toolplane/contract";
import { readSeenIndex, sameIndex } from "@toolplane/disk/git";
import { below, parentOf, toBytePath } from "@toolplane/disk/paths";
import { lookAt, modeOf, namesIn } from "../disk/byte-fs.ts";
import type { Folders } from "../disk/open-folders.ts";
import { type Pieces, takeTurns } from "../disk/take-turns.ts";
import type { LandingState } from "../state/landing-state.ts";
import { comesFrom, readFileMarks } from "../upper/overlay-marks.ts";
import { type OverFolder, pathOf, type UpperChange } from "../upper/upper-change.ts";

export interface ClashSearch {
  readonly state: LandingState;
  /** Without those that come with a new folder. */
  readonly changes: readonly UpperChange[];
  readonly folders: readonly Folders[];
  /** True before a person is asked: the looks from reading the set are fresh enough, and all of it is looked at again later. */
  readonly asRead?: boolean;
}

/** Each costs a process. */
const MAX_ASKED = 64;

const CHANGED = "somebody else changed it meanwhile";
const MADE = "somebody else made it meanwhile";
const DELETED = "somebody else deleted it meanwhile";

export interface Clashes {
  /** In the order of the changes. */
  readonly clashes: readonly RefusedChange[];
  /** The file or folder at each path that will change; paths with nothing there are left out. */
  readonly standing: ReadonlyMap<UpperChange, BigIntStats>;
}

export async function findClashes(search: ClashSearch): Promise<Clashes> {
  const roots = search.state.roots.map(({ root }) => root);
  const { clashes, suspects, moved, standing } = await takeTurns(lookAtAll(search, roots));
  for (const change of await standElsewhere(search, moved))
    clashes.push({ path: pathOf(change, roots), reason: CHANGED });
  for (const change of await deletedOf(search, suspects))
    clashes.push({ path: pathOf(change, roots), reason: DELETED });
  return { clashes, standing };
}

interface Looked extends Pick<Clashes, "standing"> {
  readonly clashes: RefusedChange[];
  readonly suspects: readonly UpperChange[];
  readonly moved: readonly UpperChange[];
}

function* lookAtAll(search: ClashSearch, roots: readonly string[]): Pieces<Looked> {
  const clashes: RefusedChange[] = [];
  const suspects: UpperChange[] = [];
  const moved: UpperChange[] = [];
  const standing = new Map<UpperChange, BigIntStats>();
  const stateOf = rememberFolders(search);
  const isSuspect = suspectsIn(search);
  const aboveOf = rememberAbove(stateOf);
  for (const change of search.changes) {
    const above = aboveOf(change);
    const reason =
      change.clash ?? (above.has("made") ? MADE : yield* clashOf(search, change, standing));
    if (reason !== null) clashes.push({ path: pathOf(change, roots), reason });
    else if (isSuspect(change)) suspects.push(change);
    else if (above.has("other") && change.kind === "removed")
      // The command deleted the file in the folder that it saw.
      clashes.push({ path: pathOf(change, roots), reason: CHANGED });
    else if (above.has("other") && isCopy(change)) moved.push(change);
    yield;
  }
  return { clashes, suspects, moved, standing };
}

function* clashOf(
  { state, folders, asRead }: ClashSearch,
  change: UpperChange,
  standing: Map<UpperChange, BigIntStats>,
): Pieces<string | null> {
  const { root, at, kind, replaces, tree, modeOnly } = change;
  let path: string;
  try {
    path = (folders[root] as Folders).to(at);
  } catch (error) {
    if (isToolError(error)) return DELETED;
    throw error;
  }
  const stat = asRead === true && change.seen !== undefined ? change.seen.root : lookAt(path);
  if (stat === null) return kind === "changed" ? DELETED : null;
  standing.set(change, stat);
  if (!replaces) return MADE;
  if (modeOnly === true) return isOtherMode(state, change, stat) ? CHANGED : null;
  if (tree === true) return (yield* isLater(state, change, path)) ? CHANGED : null;
  if (stat.isDirectory()) return CHANGED;
  if (stat.ctimeNs <= stampOf(state, change)) return null;
  if (state.own[ownKey(change)] === String(stat.ctimeNs)) return null;
  return isSameIndex(state, change, { path, stat }) ? null : CHANGED;
}

/** A folder that others did something to while the command ran, or that has another mode than when its set began to wait. */
export function isOtherMode(state: LandingState, change: UpperChange, stat: BigIntStats): boolean {
  if (!stat.isDirectory()) return true;
  if (state.kept !== undefined) {
    const was = state.kept.modes?.[ownKey(change)];
    return was !== undefined && was !== modeOf(stat);
  }
  if (stat.ctimeNs <= stampOf(state, change)) return false;
  return state.own[ownKey(change)] !== String(stat.ctimeNs);
}

/** As it was; made by the command and by another process too; or perhaps not the one that the command saw. */
type FolderState = "same" | "made" | "other";

type StateOf = (root: number, folder: OverFolder) => FolderState;

/** Remembers the states of the folders above a change: changes in one folder share the list of those above it. */
function rememberAbove(stateOf: StateOf): (change: UpperChange) => ReadonlySet<FolderState> {
  const known = new Map<readonly OverFolder[], ReadonlySet<FolderState>>();
  return ({ root, over = [] }) => {
    const found = known.get(over) ?? new Set(over.map((folder) => stateOf(root, folder)));
    known.set(over, found);
    return found;
  };
}

function rememberFolders({ state, folders }: ClashSearch): StateOf {
  const known = new Map<string, FolderState>();
  return (root, { at, origin }) => {
    const key = `${root}:${at}`;
    const found = known.get(key) ?? look();
    known.set(key, found);
    return found;
    function look(): FolderState {
      const stat = lookInto(folders[root] as Folders, at);
      if (stat === null || stat.ctimeNs <= stampOf(state, { root })) return "same";
      if (origin === null) return "made";
      if (origin.length > 0) return comesFrom(origin, stat.ino) ? "same" : "other";
      const around = at === "" ? null : lookInto(folders[root] as Folders, parentIn(at));
      return wasPutThere(stat, around, stampOf(state, { root })) ? "other" : "same";
    }
  };
}

function parentIn(at: string): string {
  const slash = at.lastIndexOf("/");
  return slash < 0 ? "" : at.slice(0, slash);
}

/**
 * True when a folder was put in the place of another. The kernel does not show an ordinary user which folder a copy in a view was
 * made of. Replacing a folder changes the folder around it, and the change time of the folder itself but not that of its names.
 * Where names were made in it afterwards, the two times are one, and only a folder that is younger than the command is known to be
 * another.
 */
function wasPutThere(folder: BigIntStats, around: BigIntStats | null, stampNs: bigint): boolean {
  if (around === null || around.ctimeNs <= stampNs) return false;
  return folder.birthtimeNs > stampNs || folder.mtimeNs !== folder.ctimeNs;
}

function lookInto(folders: Folders, at: string): BigIntStats | null {
  try {
    return lookAt(folders.to(at));
  } catch (error) {
    if (isToolError(error)) return null;
    throw error;
  }
}

function isCopy({ kind, type }: UpperChange): boolean {
  return kind === "changed" && type === "file";
}

/** Finds changed files that were copied up from another file than the one there now. */
async function standElsewhere(
  { state, folders }: ClashSearch,
  moved: readonly UpperChange[],
): Promise<readonly UpperChange[]> {
  if (moved.length > MAX_ASKED) return moved;
  const found: UpperChange[] = [];
  for (const change of moved) {
    const upper = toBytePath(state.roots[change.root]?.upper ?? "");
    const { origin } = await readFileMarks(upper, change.at);
    const stat = lookInto(folders[change.root] as Folders, change.at);
    if (origin === null || stat === null) continue;
    // Its origin is unknown, and it lies in another folder.
    if (origin.length === 0 || !comesFrom(origin, stat.ino)) found.push(change);
  }
  return found;
}

/** The name by which a call remembers a change time that was its own doing. */
export function ownKey({ root, at }: Pick<UpperChange, "root" | "at">): string {
  return `${root}:${at}`;
}

function stampOf(state: LandingState, { root }: Pick<UpperChange, "root">): bigint {
  return BigInt(state.roots[root]?.stampNs ?? 0);
}

/** True when anything of a tree is later than the command. It may be all of `node_modules`, so others have their turn meanwhile. */
function* isLater(state: LandingState, change: UpperChange, path: string): Pieces<boolean> {
  yield;
  const stat = lookAt(path);
  if (stat === null) return false;
  if (stat.ctimeNs > stampOf(state, change)) {
    if (state.own[ownKey(change)] !== String(stat.ctimeNs)) return true;
  }
  if (!stat.isDirectory()) return false;
  for (const name of namesIn(path)) {
    const child = { ...change, at: below(change.at, name) };
    if (yield* isLater(state, child, below(path, name))) return true;
  }
  return false;
}

function isSameIndex(
  { indexes }: LandingState,
  { root, at }: UpperChange,
  { path, stat }: { readonly path: string; readonly stat: BigIntStats },
): boolean {
  const seen = indexes.find((index) => index.root === root && index.at === at);
  if (seen === undefined || !stat.isFile()) return false;
  // The very file: git never writes into it, and a link of it or a new mode is no change of what it says.
  if (String(stat.ino) === seen.ino) return String(stat.mtimeNs) === seen.mtimeNs;
  try {
    const before = readSeenIndex(seen);
    const now = readSeenIndex({ file: path });
    return before !== null && now !== null && sameIndex(before, now);
  } catch {
    return false;
  }
}

/** Asks whether a change is a new file in a folder in which others did something. */
function suspectsIn({ state, folders }: ClashSearch): (change: UpperChange) => boolean {
  const known = new Map<string, boolean>();
  return (change) => {
    if (change.kind !== "added" || change.type !== "file") return false;
    const path = parentOf((folders[change.root] as Folders).to(change.at));
    const found = known.get(path);
    if (found !== undefined) return found;
    const folder = lookAt(path.concat("/."));
    const isLaterThere = folder !== null && folder.ctimeNs > stampOf(state, change);
    known.set(path, isLaterThere);
    return isLaterThere;
  };
}

/** Finds new files that are copies of one that was there; a renamed file carries the same mark, so that is looked for. */
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
