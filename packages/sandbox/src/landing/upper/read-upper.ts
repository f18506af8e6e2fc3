/**
 * Reads what a command changed from the upper layers of its view. The cost follows what was changed, not how large the roots are:
 * only upper folders are listed. What the masks hid was not there for the command: a whiteout over it is no deletion, and goes.
 */
import type { BigIntStats } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, isGitFolder, toBytePath } from "@toolplane/disk/paths";
import { lookAt, modeOf, namesIn, openMode, removeName, targetOf } from "../disk/byte-fs.ts";
import { rootFolder } from "../disk/placed-root.ts";
import { sameBytes } from "../disk/same-bytes.ts";
import { type Pieces, takeTurns } from "../disk/take-turns.ts";
import { type AskedFolders, askFolders, tooManyFiles } from "./ask-folders.ts";
import type { RunProgram } from "./run-program.ts";
import type { Draft, OverFolder, UpperChange, UpperRead } from "./upper-change.ts";
import { addedBitsFault, fileFault, goneFault, newFolderFault } from "./upper-faults.ts";

export interface UpperRoot {
  readonly root: string;
  readonly upper: string;
  /** The mask layer over the root, if the command saw one. */
  readonly mask?: string | undefined;
}

/** Throws `too_large` past the bounds, and what the system throws. */
export async function readUpper(
  roots: readonly UpperRoot[],
  bounds: { readonly maxUpperBytes: number; readonly maxUpperFiles: number },
  run?: RunProgram,
): Promise<UpperRead> {
  const reading: Reading = { ...bounds, changes: [], bytes: 0, files: 0 };
  for (const [index, { root, upper, mask }] of roots.entries()) {
    const layers = { root: toBytePath(root), upper: toBytePath(upper) };
    const layer: Layer = {
      index,
      ...layers,
      mask: mask === undefined ? null : toBytePath(mask),
      ...(await askFolders(layers, { maxFiles: bounds.maxUpperFiles, run })),
    };
    await takeTurns(readRoot(layer, reading));
  }
  return { changes: reading.changes, bytes: reading.bytes };
}

interface Layer extends AskedFolders {
  readonly index: number;
  readonly root: string;
  readonly upper: string;
  readonly mask: string | null;
}

interface Reading {
  readonly maxUpperBytes: number;
  readonly maxUpperFiles: number;
  readonly changes: UpperChange[];
  bytes: number;
  files: number;
}

function* readRoot(layer: Layer, reading: Reading): Pieces<void> {
  const upper = lookAt(layer.upper);
  const root = lookAt(rootFolder(layer.root));
  if (root?.isDirectory() !== true || upper === null)
    throw new ToolError("conflict", "A root of the command is gone");
  noteMode({ layer, reading, at: "", upper, root });
  const isGit = isGitFolder(nameIn(layer.root));
  yield* readFolder({ layer, reading, at: "", isNew: false, isGit, over: [] });
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The system's own bound, with room for its end. */
const MOST_PATH_BYTES = 4_000;
/** Far beyond any project. Each folder is read inside the one around it, and a thousand of them are more than our own stack holds. */
const MOST_DEEP = 256;

interface Folder {
  readonly layer: Layer;
  readonly reading: Reading;
  readonly at: string;
  /** Nothing of it is below. */
  readonly isNew: boolean;
  /** It is git's, or lies in what is. */
  readonly isGit: boolean;
  readonly over: readonly OverFolder[];
}

function* readFolder(folder: Folder): Pieces<void> {
  const close = openMode(below(folder.layer.upper, folder.at));
  try {
    yield* readNames(folder);
  } finally {
    close();
  }
}

function* readNames(folder: Folder): Pieces<void> {
  const { layer, reading, at, isNew } = folder;
  if (at.split("/").length > MOST_DEEP)
    throw new ToolError("too_large", `The command made folders deeper than ${MOST_DEEP}`);
  for (const name of layer.listed.get(at) ?? namesIn(below(layer.upper, at))) {
    const path = at === "" ? name : `${at}/${name}`;
    if (Math.max(layer.upper.length, layer.root.length) + path.length >= MOST_PATH_BYTES)
      throw new ToolError("too_large", "The command made a longer path than can be named");
    const known = layer.looks.get(path);
    const upper = known === undefined ? lookAt(below(layer.upper, path)) : known.upper;
    if (upper === null) continue;
    yield;
    count(reading, upper);
    const standing = known === undefined && !isNew ? lookAt(below(layer.root, path)) : known?.root;
    const root = (isNew ? null : standing) ?? null;
    if (upper.isCharacterDevice() && upper.rdev === 0n) readWhiteout(folder, path, root);
    else if (upper.isDirectory()) yield* readUpperFolder({ folder, path, name, upper, root });
    else if (looksUntouched(upper, root) && (yield* isUntouched(layer, path))) continue;
    else readUpperFile({ folder, path, name, upper, root });
  }
}

function count(reading: Reading, upper: BigIntStats): void {
  reading.files += 1;
  if (upper.isFile()) reading.bytes += Number(upper.size);
  if (reading.files > reading.maxUpperFiles) throw tooManyFiles(reading.maxUpperFiles);
  if (reading.bytes > reading.maxUpperBytes)
    throw new ToolError(
      "too_large",
      `The command wrote more than ${reading.maxUpperBytes} bytes, so nothing of it landed`,
    );
}

function readWhiteout(
  { layer, reading, isNew, over }: Folder,
  at: string,
  root: BigIntStats | null,
) {
  // It hides nothing that the command saw. It goes at once: in a new folder it would come along, and a set that waits is read
  // again when the mask is no longer known.
  if (isNew || isMasked(layer, at)) return removeName(below(layer.upper, at));
  if (root === null) return;
  reading.changes.push({
    root: layer.index,
    at,
    kind: "removed",
    type: typeOf(root),
    mode: modeOf(root),
    bytes: root.isFile() ? Number(root.size) : 0,
    replaces: true,
    inside: false,
    over,
    ...(root.isSymbolicLink() ? { target: targetOf(below(layer.root, at)) } : {}),
    ...(root.isDirectory() ? { tree: true } : {}),
  });
}

/** True when the mask layer hides this name, or a folder that it lies in. */
function isMasked({ mask }: Layer, at: string): boolean {
  if (mask === null) return false;
  const names = at.split("/");
  return names.some((_name, index) => {
    const stat = lookAt(below(mask, names.slice(0, index + 1).join("/")));
    return stat?.isCharacterDevice() === true && stat.rdev === 0n;
  });
}

interface Entry {
  readonly folder: Folder;
  readonly path: string;
  readonly name: string;
  readonly upper: BigIntStats;
  readonly root: BigIntStats | null;
}

function* readUpperFolder({ folder, path, name, upper, root }: Entry): Pieces<void> {
  const { layer, reading } = folder;
  const marks = layer.marks.get(path);
  const isOver = root?.isDirectory() === true && marks?.opaque !== true;
  const isNew = !isOver;
  if (isOver) noteMode({ layer, reading, at: path, upper, root });
  else {
    const parent = below(folder.isNew ? layer.upper : layer.root, folder.at);
    const never = newFolderFault(upper, lookAt(parent));
    const clash = folder.isNew ? null : goneFault(marks, root);
    reading.changes.push({
      root: layer.index,
      at: path,
      type: "directory",
      mode: modeOf(upper),
      bytes: 0,
      kind: root === null ? "added" : "changed",
      replaces: root !== null,
      inside: folder.isNew,
      over: folder.over,
      ...(root?.isDirectory() === true ? { tree: true } : {}),
      ...(marks?.opaque === true && !marks.hasMore ? { isMarked: true } : {}),
      ...(never === null ? {} : { never }),
      ...(clash === null ? {} : { clash }),
    });
  }
  const own = isOver ? [{ at: path, origin: marks?.origin ?? null }] : [];
  const over = own.length === 0 ? folder.over : [...folder.over, ...own];
  const isGit = folder.isGit || isGitFolder(name);
  yield* readFolder({ layer, reading, at: path, isNew, isGit, over });
}

interface Twins {
  readonly layer: Layer;
  readonly reading: Reading;
  readonly at: string;
  readonly upper: BigIntStats;
  readonly root: BigIntStats;
}

/** A folder that shows through is different only in its mode, compared with what the command was shown. */
function noteMode({ layer, reading, at, upper, root }: Twins): void {
  const masked = layer.mask === null || at === "" ? null : lookAt(below(layer.mask, at));
  const shown = modeOf(masked?.isDirectory() === true ? masked : root);
  if (modeOf(upper) === shown) return;
  const fault = addedBitsFault(upper, root);
  reading.changes.push({
    root: layer.index,
    at,
    kind: "changed",
    type: "directory",
    mode: modeOf(upper),
    bytes: 0,
    replaces: true,
    inside: false,
    modeOnly: true,
    seen: { upper, root },
    ...(fault === null ? {} : { never: fault }),
  });
}

function readUpperFile({ folder, path, upper, root }: Entry): void {
  const { layer, reading } = folder;
  const never = fileFault(upper, folder.isGit || isGitFolder(nameIn(path)));
  // Member by member: a set has thousands of these, and each spread of one costs as much as a look at a file.
  const change: Draft<UpperChange> = {
    root: layer.index,
    at: path,
    type: typeOf(upper),
    mode: modeOf(upper),
    kind: root === null ? "added" : "changed",
    bytes: upper.isFile() ? Number(upper.size) : 0,
    replaces: root !== null,
    inside: folder.isNew,
    over: folder.over,
    seen: { upper, root },
  };
  if (root?.isFile() === true) change.bytesBefore = Number(root.size);
  if (upper.isSymbolicLink()) change.target = targetOf(below(layer.upper, path));
  if (root?.isDirectory() === true) change.tree = true;
  if (never !== null) change.never = never;
  reading.changes.push(change);
}

/**
 * Opening a file for writing copies it up; nothing else has to follow. A file with a bit that never lands is reported all the
 * same.
 */
function looksUntouched(upper: BigIntStats, root: BigIntStats | null): boolean {
  return (
    root !== null &&
    upper.isFile() &&
    root.isFile() &&
    upper.size === root.size &&
    upper.mode === root.mode &&
    upper.mtimeNs === root.mtimeNs &&
    (modeOf(upper) & 0o6000) === 0
  );
}

/** The time of a file can be set back. */
function isUntouched(layer: Layer, at: string): Pieces<boolean> {
  return sameBytes(below(layer.upper, at), below(layer.root, at));
}

function typeOf(stat: BigIntStats): "file" | "link" | "directory" {
  if (stat.isDirectory()) return "directory";
  return stat.isSymbolicLink() ? "link" : "file";
}
