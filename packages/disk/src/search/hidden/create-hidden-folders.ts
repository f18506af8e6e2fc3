/**
 * Tells what a person has in a hidden folder, from git's index and from ignore files. Both are read as they are on the disk, which
 * is before the change that is being judged. A command could still prepare the answer with an earlier one. So a tracked name
 * counts only with a file that is there, which an earlier command would have been asked about; and an ignore file that a
 * call wrote does not count until somebody else writes it.
 */
import { join } from "node:path";
import type { HiddenFolders } from "@toolplane/contract/ports";
import { foldText, isWithin, posixPath } from "@toolplane/readings";
import { findRepository } from "../../git/repository/find-repository.ts";
import { statsOf } from "../../git/stats-of.ts";
import { listTracked } from "../../git/tracked/list-tracked.ts";
import { openIgnoreTree } from "../gitignore/ignore-tree.ts";
import { openIgnoreNotes } from "./ignore-notes.ts";

const IGNORE_FILE = ".gitignore";
/** Tracked names of one folder that are looked for. */
const MAX_LOOKED = 1_000;

export interface NotedFolders extends HiddenFolders {
  /** Calls wrote these just now, or removed them. */
  wrote(paths: readonly string[]): void;
}

export function createHiddenFolders({ userData }: { readonly userData: string }): NotedFolders {
  const notes = openIgnoreNotes(join(userData, "ignore-files"));
  return {
    standingOf(folder, came) {
      const above = posixPath.parent(folder);
      const repository = findRepository(above);
      if (repository === undefined) return isVersioned(above) ? "new" : "unversioned";
      if (holdsTracked(folder, came)) return "kept";
      const ways = foldersBetween(repository.root, folder);
      if (ways.some((way) => notes.has(posixPath.join(way, IGNORE_FILE)))) return "new";
      return isIgnored(repository.root, folder) ? "ignored" : "new";
    },
    wrote: (paths) => notes.add(paths.filter(isIgnoreFile), "as it is"),
    distrust: (paths) => notes.add(paths.filter(isIgnoreFile), "whatever it is"),
  };
}

function isIgnoreFile(path: string): boolean {
  return foldText(path).endsWith(`/${IGNORE_FILE}`);
}

/** A git folder that cannot be read is no reason to ask less. */
function isVersioned(folder: string): boolean {
  if (statsOf(posixPath.join(folder, ".git")) !== undefined) return true;
  return folder !== "/" && isVersioned(posixPath.parent(folder));
}

/** Both in the index and on the disk: either alone can be made by a command that nobody was asked about. */
function holdsTracked(folder: string, came: ReadonlySet<string> = new Set()): boolean {
  const { paths } = listTracked(posixPath.parent(folder));
  const inside = paths.filter((path) => isWithin(path, folder) && !came.has(path));
  return inside.slice(0, MAX_LOOKED).some((path) => statsOf(path) !== undefined);
}

function isIgnored(root: string, folder: string): boolean {
  const tree = openIgnoreTree({ self: root, real: root, opened: "" });
  return tree.ignores(posixPath.join(posixPath.below(root, folder), "x"));
}

function foldersBetween(root: string, folder: string): readonly string[] {
  const found = [folder];
  for (let at = folder; at !== root && at !== "/"; at = posixPath.parent(at))
    found.push(posixPath.parent(at));
  return found;
}
