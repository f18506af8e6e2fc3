/** Lists what a folder holds, by what the system says of each thing: what says the same as before was not changed. */
import type { BigIntStats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { ToolError } from "@toolplane/contract";
import { below, isMissing, toFsPath } from "@toolplane/disk/paths";
import { BORROWED, MOST_FILES } from "./kept-files.ts";

export interface Seen {
  readonly kind: "file" | "link" | "folder";
  readonly mode: number;
  /** The same as long as nothing was written. */
  readonly sign: string;
}

/** Within this time after a change another one could leave the same times. */
export const TOO_YOUNG_MS = 100;

/** By relative paths; of folders those that hold nothing. */
export async function lookAtFolder(folder: string): Promise<ReadonlyMap<string, Seen>> {
  const seen = new Map<string, Seen>();
  const walk = async (path: string): Promise<boolean> => {
    const place = path === "" ? folder : below(folder, path);
    const names = await readdir(toFsPath(place), { encoding: "latin1" }).catch(absent);
    if (names === null) return false;
    for (const name of names) {
      const at = path === "" ? name : `${path}/${name}`;
      if (isOfMachine(at)) continue;
      const stat = await lstat(toFsPath(below(folder, at)), { bigint: true }).catch(absent);
      if (stat === null) continue;
      if (stat.isDirectory()) {
        if (!(await walk(at))) seen.set(at, seenOf("folder", stat));
      } else if (stat.isFile()) seen.set(at, seenOf("file", stat));
      else if (stat.isSymbolicLink()) seen.set(at, seenOf("link", stat));
      if (seen.size > MOST_FILES)
        throw new ToolError("too_large", `A workspace of ${MOST_FILES} files is not kept.`);
    }
    return names.length > 0;
  };
  await walk("");
  return seen;
}

/** The machine's own, and locks of a git that may have been cut off. */
export function isOfMachine(path: string): boolean {
  return path === BORROWED || (path.startsWith(".git/") && path.endsWith(".lock"));
}

export function seenOf(kind: Seen["kind"], stat: BigIntStats): Seen {
  const { ino, size, mtimeNs, ctimeNs, mode } = stat;
  const isYoung = Date.now() - Number(ctimeNs / 1_000_000n) < TOO_YOUNG_MS;
  const sign = isYoung ? "" : [kind, ino, size, mtimeNs, ctimeNs, mode].join(" ");
  return { kind, mode: Number(mode) & 0o777, sign };
}

function absent(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}
