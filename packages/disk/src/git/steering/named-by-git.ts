/** Finds the files of the workspace that configurations of git name, and those that the files they include name. */

import { dirname, join, resolve } from "node:path";
import type { SteeringFile } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import type { GitSetting } from "../config/parse-git-config.ts";
import { isInclude, readGitSettings } from "../config/read-git-settings.ts";
import { statsOf } from "../stats-of.ts";
import { LOCAL_PROGRAMS, REPLACED_SETTINGS, RUNS_SOMETHING } from "./git-settings.ts";

const MAX_INCLUDED = 64;
const MAX_FOUND = 500;

export interface GitConfig {
  readonly file: string;
  /** The folder in which git runs programs: relative names begin there. */
  readonly top: string;
}

export interface NamedSearch {
  readonly roots: readonly string[];
  /** The folder that `~` means. */
  readonly home: string;
}

export function namedByGit(
  configs: readonly GitConfig[],
  { roots, home }: NamedSearch,
): readonly SteeringFile[] {
  const found = new Map<string, SteeringFile>();
  const tops = Map.groupBy(configs, ({ file }) => file);
  let left = MAX_INCLUDED;
  for (const [first, placed] of tops) {
    const { settings, included } = readGitSettings([first], { home, maxIncluded: left });
    left -= included;
    for (const { file, ...setting } of settings)
      for (const top of new Set(placed.map((config) => config.top)))
        for (const named of namedFiles(setting, { file, top }, home))
          if (found.size < MAX_FOUND && roots.some((root) => isWithin(named.path, root)))
            found.set(named.path, named);
  }
  return [...found.values()];
}

/** The files that a setting names, whether they are there or not. */
function namedFiles(
  setting: GitSetting,
  { file, top }: GitConfig,
  home: string,
): readonly SteeringFile[] {
  const why = `git's setting ${setting.key} names it`;
  const { section, name, value } = setting;
  const locate = (path: string, from: string) =>
    path.startsWith("~/") ? join(home, path.slice(2)) : resolve(from, path);
  if (isInclude(setting)) return [{ path: locate(value, dirname(file)), why }];
  if (section === "core" && name === "hookspath")
    return [{ path: locate(value, top), tree: true, why }];
  // Its hooks and settings are copied into each repository that is made.
  if (section === "init" && name === "templatedir")
    return [{ path: locate(value, top), tree: true, why }];
  if (section === "core" && name === "attributesfile") return [{ path: locate(value, top), why }];
  if (!runsPrograms(setting)) return [];
  const words = value.split(/[\s'"`;|&()<>=!]+/).filter((word) => word !== "");
  // `cd tools && ./check`: what follows is named from there.
  const from = [top, ...words.map((word) => locate(word, top)).filter(isFolder)];
  return words
    .flatMap((word) => namesIn(word, { file, from, locate }))
    .map((path) => ({ path, why }));
}

/** The files that a word of a program may name. A variable or a command in front of it is some folder of the repository. */
function namesIn(
  word: string,
  {
    file,
    from,
    locate,
  }: {
    readonly file: string;
    readonly from: readonly string[];
    readonly locate: (path: string, from: string) => string;
  },
): readonly string[] {
  const rest = word.replace(/^\$(?:\w+|\{[^}]*\})/, "");
  if (rest !== word || rest.startsWith("/"))
    return [
      ...(rest === word ? [word] : []),
      ...[...from, dirname(file)].map((folder) => join(folder, rest)),
    ];
  return from.flatMap((folder) =>
    word.includes("/") || isFile(join(folder, word)) ? [locate(word, folder)] : [],
  );
}

function runsPrograms(setting: GitSetting): boolean {
  const { section, name, value } = setting;
  if (section === "alias" || value.startsWith("!")) return value.startsWith("!");
  if (section === "core" && name === "fsmonitor") return true;
  return (
    RUNS_SOMETHING.test(name) ||
    LOCAL_PROGRAMS.test(setting.key) ||
    REPLACED_SETTINGS.some((row) => row.section === section && row.name.test(name))
  );
}

function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() ?? false;
}
