/**
 * Removes files that a command made under a name that rules refuse, where no mount could prevent it: a new `.vscode` in a new
 * folder, a configuration in a repository that it made. Every step goes through a descriptor: removing by path would let a
 * process that still runs aim us at another folder.
 */
import { lstatSync, readdirSync, rmdirSync, symlinkSync, unlinkSync } from "node:fs";
import { below, nameOf, parentOf, toFsPath } from "@toolplane/disk/paths";
import { statOf } from "../plan/disk/directory-cache.ts";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";

/** Removes a path and everything below it; false when something is left. An empty directory stays: it does nothing. */
export function takeBack(path: string): boolean {
  const stat = statOf(path);
  if (stat === null) return false;
  if (stat.isDirectory() && isEmpty(path)) return false;
  return removeIn(path);
}

/** Makes a link again that a command replaced. */
export function restoreLink(path: string, target: string): boolean {
  const stat = statOf(path);
  if (stat !== null && !removeIn(path)) return false;
  const made = inVerifiedDirectory(parentOf(path), (prefix) => {
    symlinkSync(toFsPath(target), toFsPath(`${prefix}${nameOf(path)}`));
    return true;
  });
  return made ?? false;
}

function isEmpty(path: string): boolean {
  return inVerifiedDirectory(path, (prefix) => readdirSync(prefix).length === 0) ?? false;
}

function removeIn(path: string): boolean {
  const removed = inVerifiedDirectory(parentOf(path), (prefix) => {
    const target = `${prefix}${nameOf(path)}`;
    if (!lstatSync(toFsPath(target)).isDirectory()) {
      unlinkSync(toFsPath(target));
      return true;
    }
    const names = inVerifiedDirectory(path, (inside) => readdirSync(inside, "latin1")) ?? [];
    for (const name of names) removeIn(below(path, name));
    rmdirSync(toFsPath(target));
    return true;
  });
  return removed ?? false;
}
