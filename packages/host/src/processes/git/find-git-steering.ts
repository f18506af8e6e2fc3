/**
 * Files of the workspace that git runs or takes settings from because a configuration names them: included files, the folder of
 * hooks, attributes, and the programs of filters, drivers, aliases and their like. Whoever may write one of them decides what the
 * person's next git runs. Read anew only when a configuration changed.
 */
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import type { Analyzer, SteeringFile } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import { findGitConfigs, gitConfigsAt } from "./find-git-configs.ts";
import { REPLACED_SETTINGS, RUNS_SOMETHING } from "./git-settings.ts";
import { type GitSetting, gitKey, parseGitConfig } from "./parse-git-config.ts";

const MAX_CONFIG_BYTES = 256 * 1_024;
const MAX_CONFIGS = 64;
const MAX_FOUND = 500;
/** Folders on the way to changed paths that are looked at for repositories of their own; past it everything counts as named. */
const MAX_NESTED = 50_000;

export interface SteeringSearch {
  /** The roots of the workspace. */
  readonly roots: readonly string[];
  readonly home?: string;
}

/** Makes `Analyzer.steering`. */
export function createGitSteering({
  roots,
  home = homedir(),
}: SteeringSearch): NonNullable<Analyzer["steering"]> {
  let known: { readonly mark: string; readonly files: readonly SteeringFile[] } | null = null;
  return (near = []) => {
    const configs: Config[] = roots.flatMap((root) =>
      findGitConfigs({ cwd: root, text: "" }).map((file) => ({ file, root })),
    );
    const folders = foldersTo(near, roots);
    const bare = [...folders].filter(isBareRepository);
    for (const folder of folders)
      for (const file of gitConfigsAt(folder)) configs.push({ file, root: folder });
    for (const folder of bare) configs.push({ file: join(folder, "config"), root: folder });
    const places = [...roots, ...configs.map(({ file }) => join(dirname(file), "hooks"))];
    for (const root of roots)
      for (const file of [".gitconfig", ".config/git/config"])
        configs.push({ file: join(home, file), root });
    // Included files are marked by the last reading: a new one is named in a file that changed.
    const watched = [...configs.map(({ file }) => file), ...places, ...bare];
    const markWith = (files: readonly SteeringFile[]) =>
      [...watched, ...files.map(pathOf)].map(markOf).join("\n");
    if (known !== null && known.mark === markWith(known.files)) return known.files;
    const files: readonly SteeringFile[] = [
      ...readAll(configs, roots),
      ...linkedFrom(places, roots),
      ...bare.map((path) => ({ path, tree: true as const, why: BARE, as: join(path, ".git") })),
      ...(folders.size < MAX_NESTED
        ? []
        : roots.map((path) => ({ path, tree: true as const, why: MANY }))),
    ];
    known = { mark: markWith(files), files };
    return files;
  };
}

const BARE = "it lies in a git repository without a work tree";
const MANY = "too many folders changed to look for git repositories in each";

/** A folder of which git says that it is one itself, as `git init --bare` makes them. */
function isBareRepository(folder: string): boolean {
  return (
    isFile(join(folder, "HEAD")) &&
    ["objects", "refs"].every((name) => isFolder(join(folder, name)))
  );
}

interface Config {
  readonly file: string;
  /** What relative names of programs are relative to. */
  readonly root: string;
}

function readAll(configs: readonly Config[], roots: readonly string[]): readonly SteeringFile[] {
  const found = new Map<string, SteeringFile>();
  const seen = new Set<string>();
  const queue = [...configs];
  for (let config = queue.shift(); config !== undefined; config = queue.shift()) {
    const key = `${config.root}\n${config.file}`;
    if (seen.has(key) || seen.size > MAX_CONFIGS + configs.length) continue;
    seen.add(key);
    for (const setting of parseGitConfig(readConfig(config.file))) {
      const named = namedFiles(setting, config);
      if (isInclude(setting))
        for (const { path } of named) queue.push({ file: path, root: config.root });
      for (const file of named)
        if (found.size < MAX_FOUND && roots.some((root) => posixPath.contains(root, file.path)))
          found.set(file.path, file);
    }
  }
  return [...found.values()];
}

/** The folders between the roots and these paths, for each of which git may have a repository. */
function foldersTo(paths: readonly string[], roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    const root = roots.find((one) => posixPath.contains(one, path));
    for (let at = dirname(path); root !== undefined && at.length > root.length; at = dirname(at)) {
      if (found.has(at) || found.size >= MAX_NESTED) break;
      found.add(at);
    }
  }
  return found;
}

/** What links in a folder lead to, inside the roots: whoever writes that, writes what stands in the folder. */
function linkedFrom(folders: readonly string[], roots: readonly string[]): readonly SteeringFile[] {
  const found: SteeringFile[] = [];
  for (const folder of new Set(folders))
    for (const as of linksIn(folder)) {
      const path = realOf(as);
      if (path === null || found.length >= MAX_FOUND) continue;
      if (roots.some((root) => path !== root && posixPath.contains(root, path)))
        found.push({ path, tree: true, why: `${as} leads to it`, as });
    }
  return found;
}

function linksIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map((entry) => join(folder, entry.name));
  } catch {
    return [];
  }
}

function realOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}

function isInclude({ section, name }: GitSetting): boolean {
  return (section === "include" || section === "includeif") && name === "path";
}

/** What a setting names, whether it is there or not. */
function namedFiles(setting: GitSetting, { file, root }: Config): readonly SteeringFile[] {
  const why = `git's setting ${gitKey(setting)} names it`;
  const { section, name, value } = setting;
  if (isInclude(setting)) return [{ path: locate(value, dirname(file)), why }];
  if (section === "core" && name === "hookspath")
    return [{ path: locate(value, root), tree: true, why }];
  if (section === "core" && name === "attributesfile") return [{ path: locate(value, root), why }];
  if (!runsPrograms(setting)) return [];
  const words = value.split(/[\s'"`;|&()<>=!]+/).filter((word) => word !== "");
  // `cd tools && ./check`: what follows is named from there.
  const from = [root, ...words.map((word) => locate(word, root)).filter(isFolder)];
  return words.flatMap((word) => namesIn(word, { file, from })).map((path) => ({ path, why }));
}

/** The files that a word of a program may name. What a variable or a command puts in front is some folder of the repository. */
function namesIn(
  word: string,
  { file, from }: { readonly file: string; readonly from: readonly string[] },
): readonly string[] {
  const rest = word.replace(/^\$\{?\w+\}?/, "");
  if (rest !== word || rest.startsWith("/"))
    return [
      ...(rest === word ? [word] : []),
      ...[...from, dirname(file)].map((folder) => join(folder, rest)),
    ];
  return from.flatMap((folder) =>
    word.includes("/") || isFile(join(folder, word)) ? [locate(word, folder)] : [],
  );
}

function runsPrograms({ section, name, value }: GitSetting): boolean {
  if (section === "alias" || value.startsWith("!")) return value.startsWith("!");
  if (section === "core" && name === "fsmonitor") return true;
  return (
    RUNS_SOMETHING.test(name) ||
    REPLACED_SETTINGS.some((row) => row.section === section && row.name.test(name))
  );
}

function locate(path: string, from: string): string {
  return path.startsWith("~/") ? join(homedir(), path.slice(2)) : resolve(from, path);
}

function pathOf({ path }: SteeringFile): string {
  return path;
}

function markOf(file: string): string {
  const stat = statsOf(file);
  return stat === undefined
    ? `${file} -`
    : `${file} ${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}`;
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

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
