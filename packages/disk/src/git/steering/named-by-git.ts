/** The files of the workspace that configurations of git name, with what they include. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { SteeringFile } from "@toolplane/contract/ports";
import { posixPath } from "@toolplane/readings";
import { type GitSetting, gitKey, parseGitConfig } from "../config/parse-git-config.ts";
import { statsOf } from "../stats-of.ts";
import { LOCAL_PROGRAMS, REPLACED_SETTINGS, RUNS_SOMETHING } from "./git-settings.ts";

const MAX_CONFIG_BYTES = 256 * 1_024;
const MAX_INCLUDED = 64;
const MAX_FOUND = 500;

export interface GitConfig {
  readonly file: string;
  /** What relative names of programs are relative to: where git runs them. */
  readonly top: string;
}

export interface NamedSearch {
  readonly roots: readonly string[];
  /** What `~` means. */
  readonly home: string;
}

export function namedByGit(
  configs: readonly GitConfig[],
  { roots, home }: NamedSearch,
): readonly SteeringFile[] {
  const found = new Map<string, SteeringFile>();
  const seen = new Set<string>();
  const queue = [...configs];
  for (let config = queue.shift(); config !== undefined; config = queue.shift()) {
    const key = `${config.top}\n${config.file}`;
    if (seen.has(key) || seen.size > MAX_INCLUDED + configs.length) continue;
    seen.add(key);
    for (const setting of parseGitConfig(readConfig(config.file))) {
      const named = namedFiles(setting, config, home);
      if (isInclude(setting))
        for (const { path } of named) queue.push({ file: path, top: config.top });
      for (const file of named)
        if (found.size < MAX_FOUND && roots.some((root) => posixPath.contains(root, file.path)))
          found.set(file.path, file);
    }
  }
  return [...found.values()];
}

function isInclude({ section, name }: GitSetting): boolean {
  return (section === "include" || section === "includeif") && name === "path";
}

/** What a setting names, whether it is there or not. */
function namedFiles(
  setting: GitSetting,
  { file, top }: GitConfig,
  home: string,
): readonly SteeringFile[] {
  const why = `git's setting ${gitKey(setting)} names it`;
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

/** The files that a word of a program may name. What a variable or a command puts in front is some folder of the repository. */
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
    LOCAL_PROGRAMS.test(gitKey(setting)) ||
    REPLACED_SETTINGS.some((row) => row.section === section && row.name.test(name))
  );
}

function readConfig(file: string): string {
  try {
    const stat = statsOf(file);
    if (!stat?.isFile() || stat.size > MAX_CONFIG_BYTES) return "";
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isFolder(path: string): boolean {
  return statsOf(path)?.isDirectory() ?? false;
}

function isFile(path: string): boolean {
  return statsOf(path)?.isFile() ?? false;
}
