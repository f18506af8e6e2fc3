/**
 * The folder that a process writes in place of a declared output. It begins as a copy of the output; the process's changes are
 * brought over as they come, path by path, and only where a rule permits that path. So a name that steers git or runs code when a
 * folder is opened never gets there. A file that another process changed meanwhile is that process's: it is neither replaced nor
 * removed.
 */
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  type Stats,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import { type Change, type OutputJudge, ToolError } from "@toolplane/contract";
import { below, nameOf, parentOf, toFsPath, toText } from "@toolplane/disk/paths";
import { statOf } from "../plan/disk/directory-cache.ts";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";

export interface StageOptions {
  /** The output, a byte path of a folder. */
  readonly output: string;
  /** A folder of ours that does not exist yet, a byte path. */
  readonly folder: string;
  /** Whether rules let a path in the output be written. */
  mayWrite(path: string): boolean;
  /** Keeps paths out although the rules let them be written. */
  readonly judge?: OutputJudge;
  /** Bytes that it may hold when the process begins; beyond, it does not begin. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export interface Stage {
  /** A look at what is in it now, or as much of that as the bound on entries lets. */
  look(): StageLook;
}

interface StageLook {
  /** More than it began with; what it takes on the disk, for a sparse file may claim any size. */
  readonly grownBytes: number;
  readonly entries: number;
  /** Brings over what is new. Each path is whole or as it was. */
  publish(): void;
}

/** The signatures of a path when it was last brought over, on both sides. */
interface Known {
  readonly staged: string;
  readonly real: string;
}

export function openStage(options: StageOptions): Stage {
  const { output, folder } = options;
  const known = new Map<string, Known>();
  const realOf = (path: string) => `${output}${path.slice(folder.length)}`;
  const there = walk(output, options.maxEntries);
  if (there.length > options.maxEntries) throw tooLarge(output, `${options.maxEntries} files`);
  if (bytesOf(there) > options.maxBytes) throw tooLarge(output, `${options.maxBytes} bytes`);
  mkdirSync(toFsPath(folder), { mode: 0o755 });
  for (const path of there) {
    const staged = `${folder}${path.slice(output.length)}`;
    if (copyIn(path, staged))
      known.set(staged, { staged: signature(staged), real: signature(path) });
  }
  const beganWith = bytesOf(walk(folder, options.maxEntries));
  const publish = (found: readonly string[]) => {
    const seen = new Set(found);
    const fresh = found.flatMap((path) => {
      const staged = signature(path);
      if (known.get(path)?.staged === staged) return [];
      const real = realOf(path);
      const type = typeOf(statOf(path));
      return type !== null && options.mayWrite(real) ? [{ path, staged, real, type }] : [];
    });
    const held = heldOf(fresh, options.judge);
    for (const { path, staged, real, type } of fresh) {
      if (held.has(toText(real))) continue;
      const before = known.get(path);
      // Another process made it or changed it since.
      if (signature(real) !== (before?.real ?? GONE) && statOf(path)?.isDirectory() !== true)
        continue;
      if (bringOver(path, real, type)) known.set(path, { staged, real: signature(real) });
    }
    for (const path of [...known.keys()].filter((each) => !seen.has(each)).reverse()) {
      const real = realOf(path);
      if (signature(real) === known.get(path)?.real && options.mayWrite(real)) remove(real);
      known.delete(path);
    }
  };
  return {
    look() {
      const found = walk(folder, options.maxEntries);
      const grownBytes = bytesOf(found) - beganWith;
      return { grownBytes, entries: found.length, publish: () => publish(found) };
    },
  };
}

function heldOf(
  fresh: readonly { readonly real: string; readonly type: Change["type"] }[],
  judge: OutputJudge | undefined,
): ReadonlySet<string> {
  if (judge === undefined || fresh.length === 0) return new Set();
  const changes = fresh.map(
    ({ real, type }): Change => ({ path: toText(real), kind: "added", type, mode: 0, bytes: 0 }),
  );
  return judge({ changes });
}

/** Null for what is never brought over. */
function typeOf(stat: Stats | null): Change["type"] | null {
  if (stat?.isDirectory() === true) return "directory";
  if (stat?.isSymbolicLink() === true) return "link";
  return stat?.isFile() === true ? "file" : null;
}

function tooLarge(output: string, bound: string): ToolError {
  return new ToolError(
    "too_large",
    `${toText(output)} cannot be an output of a background process: it holds more than ${bound} already.`,
  );
}

function bytesOf(paths: readonly string[]): number {
  return paths.reduce((sum, path) => sum + diskBytes(statOf(path)), 0);
}

const BLOCK_BYTES = 4_096;

/**
 * Bytes that it takes on the disk. While it is being written there, some kernels count a block twice: never more than its size
 * needs.
 */
function diskBytes(stat: Stats | null): number {
  if (stat === null) return 0;
  const taken = stat.blocks * 512;
  return stat.isFile() ? Math.min(taken, Math.ceil(stat.size / BLOCK_BYTES) * BLOCK_BYTES) : taken;
}

const GONE = "";

/** A folder counts as the same whatever is in it. */
function signature(path: string): string {
  const stat = statOf(path);
  if (stat === null) return GONE;
  if (stat.isDirectory()) return `folder ${stat.mode}`;
  return [stat.ino, stat.dev, stat.size, stat.mtimeMs, stat.ctimeMs, stat.mode].join(" ");
}

/** Everything below a folder, folders before what is in them; links are not followed. Ends a little past the bound. */
function walk(folder: string, maxEntries: number): readonly string[] {
  const found: string[] = [];
  const waiting = [folder];
  for (let at = waiting.shift(); at !== undefined; at = waiting.shift()) {
    for (const entry of listOf(at)) {
      found.push(below(at, entry.name));
      if (entry.isDirectory()) waiting.push(below(at, entry.name));
    }
    if (found.length > maxEntries) return found;
  }
  return found;
}

function listOf(folder: string) {
  try {
    return readdirSync(toFsPath(folder), { withFileTypes: true, encoding: "latin1" });
  } catch {
    return [];
  }
}

function copyIn(path: string, staged: string): boolean {
  const stat = statOf(path);
  if (stat === null) return false;
  try {
    if (stat.isDirectory()) mkdirSync(toFsPath(staged));
    else if (stat.isSymbolicLink())
      symlinkSync(readlinkSync(toFsPath(path), "buffer"), toFsPath(staged));
    else if (stat.isFile()) {
      copyFileSync(toFsPath(path), toFsPath(staged), constants.COPYFILE_FICLONE);
      chmodSync(toFsPath(staged), stat.mode & 0o777);
      utimesSync(toFsPath(staged), stat.atime, stat.mtime);
    } else return false;
    return true;
  } catch {
    return false;
  }
}

// The process can turn any folder of the stage into a link while we look: both sides are used through verified descriptors.
function bringOver(path: string, real: string, judged: Change["type"]): boolean {
  const done = inVerifiedDirectory(parentOf(path), (from) =>
    inVerifiedDirectory(parentOf(real), (to) => {
      const source = `${from}${nameOf(path)}`;
      const target = `${to}${nameOf(real)}`;
      const stat = lstatSync(toFsPath(source));
      // A path that became something else since it was judged is judged at the next look.
      if (typeOf(stat) !== judged) return false;
      if (judged === "directory") makeFolder(target);
      else if (judged === "link") putLink(source, target);
      else putFile(source, target);
      return true;
    }),
  );
  return done ?? false;
}

function makeFolder(target: string): void {
  if (lstatSync(toFsPath(target), { throwIfNoEntry: false }) === undefined)
    mkdirSync(toFsPath(target));
}

// One that leads up could name what the process may not touch.
function putLink(source: string, target: string): void {
  const leads = readlinkSync(toFsPath(source), "latin1");
  if (leads.startsWith("/") || leads.split("/").includes("..")) return;
  rmSync(toFsPath(target), { force: true });
  symlinkSync(toFsPath(leads), toFsPath(target));
}

/** Copies a descriptor with its mode and times, in one step. Nothing is flushed: a stage is not read after a crash. */
function putFile(source: string, target: string): void {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = openSync(toFsPath(source), flags);
  // A name of no other file: what is removed again when this fails is ours.
  const fresh = toFsPath(`${target}.${randomUUID()}`);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return;
    copyDescriptor(descriptor, fresh);
    chmodSync(fresh, stat.mode & 0o777);
    utimesSync(fresh, stat.atime, stat.mtime);
    renameSync(fresh, toFsPath(target));
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function copyDescriptor(source: number, fresh: string | Buffer): void {
  const target = openSync(fresh, "wx", 0o600);
  try {
    const buffer = Buffer.alloc(COPY_BYTES);
    for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer))
      writeSync(target, buffer, 0, read);
  } finally {
    closeSync(target);
  }
}

const COPY_BYTES = 1_024 * 1_024;

function remove(real: string): void {
  inVerifiedDirectory(parentOf(real), (prefix) => {
    const target = toFsPath(`${prefix}${nameOf(real)}`);
    if (lstatSync(target).isDirectory()) rmdirSync(target);
    else unlinkSync(target);
    return true;
  });
}
