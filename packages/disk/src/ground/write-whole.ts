/**
 * Writes a file in one step: a reader meanwhile sees the old text or the new one, never half of it, and so does a machine that lost
 * its power: the file is on disk before it gets its name, and the name before this returns.
 */
import { randomBytes } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { realPath } from "./real-path.ts";

/** Makes folders that are missing, open to those who may read the file; a link stays one, and a file that is there keeps its mode. */
export function writeWhole(path: string, text: string, freshMode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true, mode: freshMode | ((freshMode & 0o444) >> 2) });
  const target = realPath(path);
  const fresh = `${target}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(fresh, text, { flag: "wx", mode: modeOf(target) ?? freshMode, flush: true });
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  flushFolder(dirname(target));
}

function modeOf(path: string): number | undefined {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts && facts.mode & 0o777;
}

/** Some file systems and systems flush no folder; the file is in its place there all the same. */
function flushFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return;
  }
}
