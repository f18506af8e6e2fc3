/**
 * The git repository that a folder belongs to, read from its files: where its objects really lie, and which aliases its
 * configuration holds. No process is started. Everything is bounded, and what cannot be read is not there.
 */
import { statSync } from "node:fs";
import { posixPath } from "@toolplane/readings";
import { readSmallFile } from "../read-small-file.ts";
import { readAliases } from "./read-aliases.ts";

export interface Repository {
  /** The folder that holds `.git`, or is itself a bare repository. */
  readonly root: string;
  /** Where the index of this working folder lies. */
  readonly gitDirectory: string;
  /** Folders that it says it also reads: another working folder, borrowed objects, a `.git` that only points. */
  readonly elsewhere: readonly string[];
  /** Names in lower case to what they stand for. */
  readonly aliases: ReadonlyMap<string, string>;
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
  if (!isThere(own)) return undefined;
  if (readSmallFile(posixPath.join(own, "HEAD")) !== null) return opened(root, own, []);
  const pointer = /^gitdir: *(?! )(.+)$/m.exec(readSmallFile(own) ?? "")?.[1]?.trimEnd();
  if (pointer === undefined) return undefined;
  const target = posixPath.normalize(pointer, root);
  const common = commonFolder(target);
  // A worktree of git's own making is pointed back at; anybody can write the other half.
  const back = readSmallFile(posixPath.join(target, "gitdir"))?.trim();
  const isOwn = back !== undefined && posixPath.normalize(back, target) === own;
  return opened(root, target, isOwn ? [] : [target, common]);
}

/** Most folders on the way up have none. What may not be looked at is read as everything is: it is not there. */
function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

function opened(root: string, gitDirectory: string, elsewhere: readonly string[]): Repository {
  const common = commonFolder(gitDirectory);
  const config = readSmallFile(posixPath.join(common, "config")) ?? "";
  const worktree = /^[ \t]*worktree[ \t]*=[ \t]*"?([^"\n#;]*[^"\n#;\s])"?[ \t\r]*$/im.exec(
    config,
  )?.[1];
  return {
    root,
    gitDirectory,
    elsewhere: [
      ...elsewhere,
      ...alternatesOf(common),
      ...(worktree === undefined ? [] : [posixPath.normalize(worktree, gitDirectory)]),
    ],
    aliases: readAliases(config),
  };
}

/** Where refs and objects lie: a worktree's folder names it. */
function commonFolder(gitDirectory: string): string {
  const common = readSmallFile(posixPath.join(gitDirectory, "commondir"))?.trim();
  return common ? posixPath.normalize(common, gitDirectory) : gitDirectory;
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
