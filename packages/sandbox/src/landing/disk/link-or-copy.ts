/**
 * Keeps a file under a second name: the very file by a hard link or, where the system gives none, a copy that is there whole or
 * not at all.
 */
import { linkSync, renameSync } from "node:fs";
import { clearTree, toFsPath } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { lookAt } from "./byte-fs.ts";
import { copyTree } from "./copy-tree.ts";

export type Kept = "linked" | "copied" | "there";

/** `there`: the second name was taken already. Throws what the system throws. */
export function linkOrCopy(path: string, to: string): Kept {
  try {
    linkSync(toFsPath(path), toFsPath(to));
    return "linked";
  } catch (error) {
    const code = errorCode(error) ?? "";
    if (code === "EEXIST") return "there";
    if (!["EPERM", "EXDEV", "EMLINK", "EACCES"].includes(code)) throw error;
  }
  if (lookAt(to) !== null) return "there";
  const part = `${to}.part`;
  clearTree(part);
  copyTree(path, part);
  renameSync(toFsPath(part), toFsPath(to));
  return "copied";
}
