/**
 * Finds the configuration files that git could read for a command: those of the repository that holds the working directory, of the
 * directories that the command's words name, and of what lies a little below. Bounded: what is farther away is left to the
 * settings that are always overridden, and to the sandbox.
 */
import { readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { statsOf } from "../stats-of.ts";
import { commonFolderOf } from "./common-folder-of.ts";
import { readGitPointer } from "./read-git-pointer.ts";

export interface GitSearch {
  readonly cwd: string;
  readonly text: string;
}

const MAX_WORDS = 128;
const MAX_DIRECTORIES = 256;
const MAX_DEPTH = 3;
/** Large, and not where work trees lie; one that is named in the command is looked at all the same. */
const NOT_SEARCHED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Files that are or could become part of a repository's configuration; they need not exist. */
export function findGitConfigs({ cwd, text }: GitSearch): readonly string[] {
  const mentioned = /git/i.test(text);
  const named = mentioned ? namedDirectories(cwd, text) : [];
  const repositories = new Set([cwd, ...named].flatMap(repositoriesFrom));
  if (mentioned)
    for (const below of directoriesBelow(cwd))
      for (const found of repositoriesAt(below)) repositories.add(found);
  return [...repositories].flatMap(configsOf);
}

/** The configuration of the repository whose work tree is this very folder, if it is one. */
export function gitConfigsAt(place: string): readonly string[] {
  return repositoriesAt(place).flatMap(configsOf);
}

/** The configurations of the repositories that hold this place, each with the folder that git runs programs in. */
export function gitConfigsAbove(
  place: string,
): readonly { readonly file: string; readonly top: string }[] {
  const found = configsOf(place).map((file) => ({ file, top: place }));
  for (let at = place; ; at = dirname(at)) {
    for (const file of gitConfigsAt(at)) found.push({ file, top: at });
    if (dirname(at) === at) return found;
  }
}

function configsOf(repository: string): readonly string[] {
  return [join(repository, "config"), join(repository, "config.worktree")];
}

function namedDirectories(cwd: string, text: string): readonly string[] {
  const words = text.split(/[\s'"`;|&()<>=]+/).filter((word) => word !== "");
  return [...new Set(words)]
    .slice(0, MAX_WORDS)
    .map((word) => resolve(cwd, word))
    .filter(isDirectory);
}

function directoriesBelow(root: string): readonly string[] {
  const found: string[] = [];
  let level = [root];
  for (let depth = 0; depth < MAX_DEPTH && found.length < MAX_DIRECTORIES; depth += 1) {
    level = level.flatMap((directory) => subdirectories(directory));
    found.push(...level);
  }
  return found.slice(0, MAX_DIRECTORIES);
}

function subdirectories(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NOT_SEARCHED.has(entry.name))
      .map((entry) => join(directory, entry.name));
  } catch {
    return [];
  }
}

/** The git directories that a command in this place could use: each one above, and the place itself if it is one. */
function repositoriesFrom(place: string): readonly string[] {
  const found: string[] = [place];
  for (let at = place; ; at = dirname(at)) {
    found.push(...repositoriesAt(at));
    if (dirname(at) === at) return found;
  }
}

function repositoriesAt(place: string): readonly string[] {
  const entry = join(place, ".git");
  const kind = statsOf(entry);
  if (kind === undefined) return [];
  return kind.isDirectory() ? [entry, ...submodulesOf(entry)] : linkedRepository(entry);
}

/** A `.git` file of a work tree or submodule names its git directory, which may name the common one. */
function linkedRepository(file: string): readonly string[] {
  const own = readGitPointer(file);
  if (own === null) return [];
  const common = commonFolderOf(own);
  return common === own ? [own] : [own, common];
}

function submodulesOf(repository: string): readonly string[] {
  return subdirectories(join(repository, "modules")).slice(0, MAX_DIRECTORIES);
}

function isDirectory(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? false;
}
