/** One ignore file from the disk. A link is not followed, as git does not, and a huge one is not read. */
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from "node:fs";
import { errorCode } from "@toolplane/readings";
import { type IgnoreRule, parseIgnoreFile } from "./parse-ignore-file.ts";
import { readsAlike } from "./reads-alike.ts";

/** Its rules, and whether ripgrep would read any of it differently. */
export interface IgnoreFile {
  readonly rules: readonly IgnoreRule[];
  readonly differs: boolean;
  /** Lines that both read alike; none when leaving the others out could hide more. */
  readonly safeLines: readonly string[];
}

const MAX_BYTES = 1_048_576;

/** Null when there is none. A link is not followed, as git does not follow it; it has no rules. */
export function readIgnoreFile(path: string): IgnoreFile | null {
  const found = readBytes(path);
  if (found === null) return null;
  if (found === "link") return { rules: [], differs: true, safeLines: [] };
  const text = found.toString("latin1");
  const lines = found.toString("utf8").split("\n");
  const odd = lines.filter((line) => !readsAlike(line));
  const differs = odd.length > 0 || /^\u00ef\u00bb\u00bf/.test(text) || hasBrokenText(found);
  return {
    rules: parseIgnoreFile(text),
    differs,
    // An exception that ripgrep cannot read would leave hidden what it takes back.
    safeLines: odd.some((line) => line.startsWith("!")) ? [] : lines.filter(readsAlike),
  };
}

function hasBrokenText(bytes: Buffer): boolean {
  return !Buffer.from(bytes.toString("utf8"), "utf8").equals(bytes);
}

function readBytes(path: string): Buffer | "link" | null {
  // Most directories have none, and an error costs many times what this look does.
  if (!stands(path)) return null;
  let fd: number;
  try {
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    fd = openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    return errorCode(error) === "ELOOP" ? "link" : null;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > MAX_BYTES) return null;
    const bytes = Buffer.alloc(stat.size);
    return bytes.subarray(0, readSync(fd, bytes, 0, stat.size, 0));
  } catch {
    return null;
  } finally {
    closeSync(fd);
  }
}

/** True when a repository's own directory, or the file that leads to it, is there. */
export function isRepository(git: string): boolean {
  return stands(git);
}

function stands(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}
