/** Calls of `node:fs` on byte paths, links never followed at the end. */
import {
  accessSync,
  type BigIntStats,
  chmodSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  renameSync,
  unlinkSync,
} from "node:fs";
import { isAscii, isMissing, parentOf, toFsPath } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";

/** The stat of a path, not followed; null when nothing is there. */
export function lookAt(path: string): BigIntStats | null {
  try {
    return lstatSync(toFsPath(path), { bigint: true, throwIfNoEntry: false }) ?? null;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function namesIn(folder: string): readonly string[] {
  return readdirSync(toFsPath(folder), { encoding: "latin1" });
}

export interface NamedEntry {
  readonly name: string;
  readonly isFolder: boolean;
}

/** The names in a folder, and which of them are folders; no link is followed. */
export function entriesIn(folder: string): readonly NamedEntry[] {
  return plainEntries(folder) ?? byteEntries(folder);
}

/** Null where a name is not ASCII: file systems that tell no type have Node look by name, which then must be the very bytes. */
function plainEntries(folder: string): readonly NamedEntry[] | null {
  try {
    const found = readdirSync(toFsPath(folder), { encoding: "latin1", withFileTypes: true });
    if (found.some(({ name }) => !isAscii(name))) return null;
    return found.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
  } catch {
    return null;
  }
}

function byteEntries(folder: string): readonly NamedEntry[] {
  return readdirSync(toFsPath(folder), { encoding: "buffer", withFileTypes: true }).map(
    (entry) => ({ name: entry.name.toString("latin1"), isFolder: entry.isDirectory() }),
  );
}

/** Opens a folder of ours that may be closed to its owner; what is returned closes it again. */
export function openMode(folder: string): () => void {
  if (canLookInto(folder)) return () => {};
  const mode = modeOf(lookAt(folder));
  chmodSync(toFsPath(folder), 0o700);
  return () => chmodSync(toFsPath(folder), mode);
}

/** Works in a folder of ours that may be closed to its owner: it is open meanwhile. */
export function withOpen<T>(folder: string, work: () => T): T {
  return canLookInto(folder) ? work() : withMode(folder, work);
}

export function canLookInto(folder: string): boolean {
  try {
    accessSync(toFsPath(folder), constants.R_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function targetOf(link: string): string {
  return readlinkSync(toFsPath(link), "buffer").toString("latin1");
}

/** Moves a thing. A folder that its owner may not write can only be moved while it may. */
export function move(from: string, to: string): void {
  try {
    renameSync(toFsPath(from), toFsPath(to));
  } catch (error) {
    if (!isClosed(error) || lookAt(from)?.isDirectory() !== true) throw error;
    const mode = modeOf(lookAt(from));
    chmodSync(toFsPath(from), 0o700);
    try {
      renameSync(toFsPath(from), toFsPath(to));
    } catch (fault) {
      chmodSync(toFsPath(from), mode);
      throw fault;
    }
    chmodSync(toFsPath(to), mode);
  }
}

/** Removes a file from a folder of ours, whatever the folder's mode. */
export function removeName(path: string): void {
  try {
    unlinkSync(toFsPath(path));
  } catch (error) {
    if (!isClosed(error)) throw error;
    withMode(parentOf(path), () => unlinkSync(toFsPath(path)));
  }
}

/** Makes a private folder; one that is there is fine. */
export function makeFolder(path: string): void {
  mkdirSync(toFsPath(path), { recursive: true, mode: 0o700 });
}

export function modeOf(stat: BigIntStats | null): number {
  return stat === null ? 0 : Number(stat.mode & 0o7777n);
}

function isClosed(error: unknown): boolean {
  return errorCode(error) === "EACCES" || errorCode(error) === "EPERM";
}

function withMode<T>(folder: string, work: () => T): T {
  const mode = modeOf(lookAt(folder));
  chmodSync(toFsPath(folder), 0o700);
  try {
    return work();
  } finally {
    chmodSync(toFsPath(folder), mode);
  }
}
