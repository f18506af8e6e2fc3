/** Looks at files on both sides of a stage, and copies them from one to the other. Links are not followed. */
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  fstatSync,
  ftruncateSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  type Stats,
  symlinkSync,
  utimesSync,
  writeSync,
} from "node:fs";
import type { Change } from "@toolplane/contract";
import { below, nameOf, parentOf, toFsPath } from "@toolplane/disk/paths";
import { statOf } from "../plan/disk/directory-cache.ts";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";

/** Null for what is never brought over. */
export function typeOf(stat: Stats | null): Change["type"] | null {
  if (stat?.isDirectory() === true) return "directory";
  if (stat?.isSymbolicLink() === true) return "link";
  return stat?.isFile() === true ? "file" : null;
}

export const GONE = "";

/** A folder counts as the same whatever is in it. */
export function signature(path: string): string {
  const stat = statOf(path);
  if (stat === null) return GONE;
  if (stat.isDirectory()) return `folder ${stat.mode}`;
  return [stat.ino, stat.dev, stat.size, stat.mtimeMs, stat.ctimeMs, stat.mode].join(" ");
}

/** Everything below a folder, folders before what is in them. Ends a little past the bound. */
export function walk(folder: string, maxEntries: number): readonly string[] {
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

/** Copies what is in an output when the process begins; false for what is never brought over. */
export function copyIn(path: string, staged: string): boolean {
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

/** A link that leads up could name what the process may not touch: it is never brought over. */
export function leadsUp(path: string): boolean {
  try {
    const leads = readlinkSync(toFsPath(path), "latin1");
    return leads.startsWith("/") || leads.split("/").includes("..");
  } catch {
    return true;
  }
}

/**
 * Copies something that the process wrote to a path of ours; false when it became something else since it was judged. The process
 * can turn any folder of the stage into a link while we look, so its files are used through a verified descriptor.
 */
export function copyOut(path: string, target: string, judged: Change["type"]): boolean {
  const done = inVerifiedDirectory(parentOf(path), (from) => {
    const source = `${from}${nameOf(path)}`;
    if (typeOf(lstatSync(toFsPath(source))) !== judged) return false;
    if (judged === "directory") mkdirSync(toFsPath(target));
    else if (judged === "link") {
      if (leadsUp(source)) return false;
      symlinkSync(readlinkSync(toFsPath(source), "buffer"), toFsPath(target));
    } else return copyFile(source, target);
    return true;
  });
  return done ?? false;
}

function copyFile(source: string, target: string): boolean {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = openSync(toFsPath(source), flags);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return false;
    copyDescriptor(descriptor, target);
    chmodSync(toFsPath(target), stat.mode & 0o777);
    utimesSync(toFsPath(target), stat.atime, stat.mtime);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

const COPY_BYTES = 1_024 * 1_024;

/** Leaves out blocks of zeros: a hole stays one. */
function copyDescriptor(source: number, fresh: string): void {
  const target = openSync(toFsPath(fresh), "wx", 0o600);
  try {
    const buffer = Buffer.alloc(COPY_BYTES);
    const zeros = Buffer.alloc(COPY_BYTES);
    let end = 0;
    for (let read = readSync(source, buffer); read > 0; read = readSync(source, buffer)) {
      const isHole = buffer.compare(zeros, 0, read, 0, read) === 0;
      for (let at = 0; at < read && !isHole; )
        at += writeSync(target, buffer, at, read - at, end + at);
      end += read;
    }
    ftruncateSync(target, end);
  } finally {
    closeSync(target);
  }
}
