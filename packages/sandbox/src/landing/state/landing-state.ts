/** The state in a call's folder, so that another process can land the call, drop it or clean it up. */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Landing, ToolResult } from "@toolplane/contract";
import type { SeenIndex } from "@toolplane/disk/git";
import { toFsPath } from "@toolplane/disk/paths";
import type { CallRoot } from "./landings.ts";

export interface StateRoot extends CallRoot {
  /** Change time of a folder that was made when the command began, in nanoseconds. */
  readonly stampNs: string;
  /** True where a rename reaches from the upper layer into the root; otherwise changes are staged and copied. */
  readonly renames: boolean;
}

export interface LandingState {
  readonly sessionId: string;
  readonly callId: string;
  readonly command: string;
  readonly atMs: number;
  /** The process that runs the command, or lands the set. */
  readonly owner: string;
  readonly roots: readonly StateRoot[];
  /** Git's indexes as the command found them. */
  readonly indexes: readonly SeenIndex[];
  /** Change times that a landing of ours which was taken back left. */
  readonly own: Record<string, string>;
  /** Folders inside the roots in which changes are staged, while they are. */
  readonly staging?: readonly string[];
  /** Set while it waits for a person. */
  readonly kept?: {
    readonly landing: Landing;
    readonly bytes: number;
    /**
     * The owner asks a person about it: no other process may take it while the owner runs, and any may once the owner is gone.
     */
    readonly asking?: true;
    /** The result that its call would have given, had its process not ended while a person was asked. */
    readonly held?: ToolResult;
    /** By change: the mode of a folder whose mode the command changed, as it was then. Absent in what older versions kept. */
    readonly modes?: Readonly<Record<string, number>>;
  };
}

/** The state of a folder that belongs to no command: only whose it is, and what it staged, is said of it. */
export const NO_CALL: LandingState = {
  sessionId: "",
  callId: "",
  command: "",
  atMs: 0,
  owner: "",
  roots: [],
  indexes: [],
  own: {},
};

export function writeState(folder: string, state: LandingState): void {
  replaceFile(`${folder}/state.json`, JSON.stringify(state), { sync: state.kept !== undefined });
}

/**
 * Writes the state of a folder before its call is known. In a file of its own: where a file is moved over another, some file
 * systems begin to write it to the disk there and then, and every command would wait for that.
 */
export function writeAhead(folder: string, state: LandingState): void {
  replaceFile(`${folder}/ahead.json`, JSON.stringify(state), { sync: false });
}

/** Makes the file that `writeState` writes first: a new file costs more than all the rest of it, and a command would wait. */
export async function readyState(folder: string): Promise<void> {
  await writeFile(toFsPath(`${folder}/state.json.part`), "", { mode: 0o600 });
}

/** Null when there is none that can be read. */
export function readState(folder: string): LandingState | null {
  return (
    readJson<LandingState>(`${folder}/state.json`) ?? readJson<LandingState>(`${folder}/ahead.json`)
  );
}

export function readJson<T>(path: string): T | null {
  try {
    return JSON.parse(readFileSync(toFsPath(path), "utf8")) as T;
  } catch {
    return null;
  }
}

/**
 * Writes a file beside its place and moves it there whole; with `sync` it is on disk before this returns. What a killed process
 * left there is written over and not cut off first: a file system may write one that was to the disk as soon as it is closed.
 * Unlike `writeWhole` of the disk, it takes byte paths and lets the caller decide what is worth the wait.
 */
export function replaceFile(
  path: string,
  text: string,
  { sync }: { readonly sync: boolean },
): void {
  const fd = writePart(path, text);
  try {
    if (sync) fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
  renameSync(toFsPath(`${path}.part`), toFsPath(path));
  if (sync) syncFolder(path.slice(0, path.lastIndexOf("/")));
}

/**
 * The same for a file that is not there yet, and that a reader trusts only when it is whole: it is moved first, so that one wait
 * for the disk brings the file and its name. Where that fails, it is not there.
 */
export function writeFirst(path: string, text: string): void {
  const fd = writePart(path, text);
  try {
    renameSync(toFsPath(`${path}.part`), toFsPath(path));
    fsyncSync(fd);
    syncFolder(path.slice(0, path.lastIndexOf("/")));
  } catch (error) {
    rmSync(toFsPath(path), { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** Gives the descriptor of what was written beside. */
function writePart(path: string, text: string): number {
  const temporary = `${path}.part`;
  const fd = openSync(toFsPath(temporary), constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    if (fstatSync(fd).size > bytes.length) ftruncateSync(fd, bytes.length);
    return fd;
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(toFsPath(folder), "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
