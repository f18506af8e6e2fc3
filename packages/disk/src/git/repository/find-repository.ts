/**
 * Finds the git repository that a folder belongs to, and reads from its files where its objects really lie and which aliases its
 * settings hold. Starts no process. Everything is bounded, and what cannot be read is not there.
 */
import { posixPath } from "@toolplane/readings";
import { type GitSettings, readGitSettings } from "../config/read-git-settings.ts";
import { readSmallFile } from "../read-small-file.ts";
import { statsOf } from "../stats-of.ts";
import { commonFolderOf } from "./common-folder-of.ts";
import { isGitDirectory } from "./is-git-directory.ts";
import { type GitAliases, readAliases } from "./read-aliases.ts";
import { readGitPointer } from "./read-git-pointer.ts";
import { readPathFile } from "./read-path-file.ts";
import { type RepositoryRemotes, remoteAddresses } from "./remote-addresses.ts";

export interface Repository {
  /** The folder that holds `.git`. */
  readonly root: string;
  /** Where the index of this working folder lies. */
  readonly gitDirectory: string;
  /** Folders that it says it also reads: another working folder, borrowed objects, a `.git` that only points. */
  readonly elsewhere: readonly string[];
  /** None when its settings cannot be read to their end. */
  readonly aliases: GitAliases;
  /** Read when they are asked for. */
  readonly remotes: () => RepositoryRemotes;
  /** How long the names of its objects are; null when its settings cannot be read to their end. */
  readonly hashBytes: number | null;
}

const MAX_ALTERNATES = 16;

/** Looks in a folder and those above it. */
export function findRepository(directory: string): Repository | undefined {
  const found = repositoryIn(directory);
  const above = posixPath.parent(directory);
  return found ?? (above === directory ? undefined : findRepository(above));
}

function repositoryIn(root: string): Repository | undefined {
  const own = posixPath.join(root, ".git");
  const stat = statsOf(own);
  if (stat === undefined) return undefined;
  if (stat.isDirectory()) return isGitDirectory(own) ? openRepository(root, own, []) : undefined;
  const target = readGitPointer(own);
  if (target === null) return undefined;
  // A worktree of git's own making is pointed back at; anybody can write the other half.
  const back = readPathFile(posixPath.join(target, "gitdir"));
  const isOwn = back !== null && posixPath.normalize(back, target) === own;
  return openRepository(root, target, isOwn ? [] : [target, commonFolderOf(target)]);
}

function openRepository(
  root: string,
  gitDirectory: string,
  elsewhere: readonly string[],
): Repository {
  const common = commonFolderOf(gitDirectory);
  const settings = readGitSettings([
    posixPath.join(common, "config"),
    posixPath.join(gitDirectory, "config.worktree"),
  ]);
  const worktrees = valuesOf(settings, "core.worktree");
  return {
    root,
    gitDirectory,
    elsewhere: [
      ...elsewhere,
      ...alternatesOf(common),
      ...worktrees.map((path) => posixPath.normalize(path, gitDirectory)),
    ],
    aliases: readAliases(settings),
    remotes: () => remoteAddresses(settings, root),
    hashBytes: hashBytesOf(settings),
  };
}

function valuesOf({ settings }: GitSettings, key: string): readonly string[] {
  return settings.filter((setting) => setting.key === key).map(({ value }) => value);
}

function hashBytesOf(settings: GitSettings): number | null {
  if (settings.unread || settings.refused) return null;
  return valuesOf(settings, "extensions.objectformat").at(-1) === "sha256" ? 32 : 20;
}

function alternatesOf(common: string): readonly string[] {
  const objects = posixPath.join(common, "objects");
  const text = readSmallFile(posixPath.join(objects, "info/alternates")) ?? "";
  return text
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .slice(0, MAX_ALTERNATES)
    .map((line) => posixPath.normalize(line, objects));
}
