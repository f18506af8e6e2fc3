/** Writes a file in one step: whoever reads it meanwhile sees the old text or the new one, never half of it. */
import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { realPath } from "./real-path.ts";

/** Makes folders that are missing; a link stays one, and a file that is there keeps its mode. */
export function writeWhole(path: string, text: string, freshMode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  const target = realPath(path);
  const fresh = `${target}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    writeFileSync(fresh, text, { flag: "wx", mode: modeOf(target) ?? freshMode, flush: true });
    renameSync(fresh, target);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

function modeOf(path: string): number | undefined {
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts && facts.mode & 0o777;
}
