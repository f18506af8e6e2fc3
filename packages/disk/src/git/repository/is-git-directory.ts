/**
 * Tells a folder that git takes for a repository from one that only looks like it. Git passes by what is none and looks farther up,
 * so a reader that stops there would read another repository's settings than git does.
 */
import { accessSync, constants, lstatSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { readSmallFile } from "../read-small-file.ts";
import { statsOf } from "../stats-of.ts";
import { commonFolderOf } from "./common-folder-of.ts";

export function isGitDirectory(folder: string): boolean {
  if (!isHead(join(folder, "HEAD"))) return false;
  const common = commonFolderOf(folder);
  return ["objects", "refs"].every((name) => mayEnter(join(common, name)));
}

/** A name below `refs/`, as a link or a text, or the name of a commit. */
function isHead(path: string): boolean {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return false;
    if (stat.isSymbolicLink()) return readlinkSync(path).startsWith("refs/");
  } catch {
    return false;
  }
  return /^(?:ref:[ \t\r\n]*refs\/|[0-9a-f]{40})/i.test(readSmallFile(path) ?? "");
}

/** Git asks for the right to enter, and not whether it is a folder. */
function mayEnter(path: string): boolean {
  if (statsOf(path) === undefined) return false;
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
