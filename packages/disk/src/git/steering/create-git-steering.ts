/**
 * Finds the files of the workspace that git runs or takes settings from because a configuration names them: included files, the
 * folder of hooks, attributes, and the programs of filters, drivers, aliases and their like; and those that a person's PATH leads to.
 * A process that writes one of them decides what the person's next git or shell runs. Reads again only when a configuration changed.
 */

import type { Stats } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import type { Analyzer, SteeringFile } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";
import { parseGitConfig } from "../config/parse-git-config.ts";
import { readSmallFile } from "../read-small-file.ts";
import { gitConfigsAbove, gitConfigsAt } from "../repository/find-git-configs.ts";
import { statsOf } from "../stats-of.ts";
import { linkedFiles } from "./linked-files.ts";
import { listOnce } from "./list-once.ts";
import { type GitConfig, namedByGit } from "./named-by-git.ts";
import { type ListFolder, rememberListings } from "./remember-listings.ts";
import { startedFrom } from "./started-from.ts";
import { surveyFolders } from "./survey-folders.ts";

/** Folders on the way to changed paths that are looked at for repositories of their own; past it everything counts as named. */
const MAX_NESTED = 50_000;

export interface SteeringSearch {
  /** The roots of the workspace. */
  readonly roots: readonly string[];
  readonly home?: string;
  /** The person's own: variables can lead git to other settings of theirs. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

interface World {
  readonly roots: readonly string[];
  readonly home: string;
  /** Settings that count in every repository. */
  readonly everywhere: readonly string[];
  /** Programs that the person's PATH leads to. */
  readonly started: readonly SteeringFile[];
  readonly list: ListFolder;
}

/** A file as it was when it was read, or that it was not there. */
interface Mark {
  readonly path: string;
  readonly stat: Stats | undefined;
}

interface Known {
  readonly marks: readonly Mark[];
  readonly files: readonly SteeringFile[];
}

/** Makes `Analyzer.steering`. */
export function createGitSteering({
  roots,
  home = homedir(),
  environment = {},
}: SteeringSearch): NonNullable<Analyzer["steering"]> {
  const everywhere = settingsEverywhere(home, environment);
  const started = startedFrom(environment.PATH, roots);
  const world: World = { roots, home, everywhere, started, list: rememberListings() };
  let known: Known | null = null;
  return (near = []) => {
    if (known === null || !known.marks.every(isUnchanged)) known = readRoots(world);
    const folders = foldersTo(near, roots);
    const more =
      folders.size < MAX_NESTED
        ? readNear(world, folders)
        : roots.map((path) => ({ path, tree: true as const, why: MANY }));
    return more.length === 0 ? known.files : once([...known.files, ...more]);
  };
}

const BARE = "it lies in a git repository without a work tree";
const MANY = "too many folders changed to look for git repositories in each";

/** Reads the repositories of the roots, of folders a little below them and of those above, which hold a root too. */
function readRoots(world: World): Known {
  const { roots } = world;
  const list = listOnce(world.list);
  const surveyed = roots.flatMap((root) => surveyFolders(root, list));
  const above = roots.flatMap(gitConfigsAbove).map(({ file, top }) => placed(file, top));
  const own = [...above, ...surveyed.flatMap(configsIn)];
  const configs = [...own, ...inEvery(world, [...roots, ...own.map(({ top }) => top)])];
  const hooks = own.map(({ file }) => join(dirname(file), "hooks"));
  const named = namedByGit(configs, world);
  const linked = linkedFiles([...surveyed, ...hooks], { roots, list });
  const files = once([...named, ...linked, ...world.started]);
  // Included files are marked as they were read: a new one is named in a file that changed.
  const paths = [...configs.map(({ file }) => file), ...named.map(({ path }) => path)];
  const folders = new Set([...surveyed, ...hooks]);
  return {
    marks: [
      ...[...new Set(paths)].map((path) => ({ path, stat: statsOf(path) })),
      ...[...folders].map((path) => ({ path, stat: list(path).stat })),
    ],
    files,
  };
}

/** The repositories on the way to what is written. */
function readNear(world: World, folders: ReadonlySet<string>): readonly SteeringFile[] {
  const bare = [...folders].filter(isBareRepository);
  const own = [...folders].flatMap(configsIn);
  for (const top of bare) own.push({ file: join(top, "config"), top });
  if (own.length === 0) return [];
  const configs = [...own, ...inEvery(world, new Set(own.map(({ top }) => top)))];
  return [
    ...namedByGit(configs, world),
    ...linkedFiles(
      own.map(({ file }) => join(dirname(file), "hooks")),
      world,
    ),
    // One called `.git` is protected by its name already, and it has a work tree.
    ...bare
      .filter((path) => basename(path) !== ".git")
      .map((path) => ({ path, tree: true as const, why: BARE, as: join(path, ".git") })),
  ];
}

/** Of the repository whose work tree is this very folder. */
function configsIn(folder: string): readonly GitConfig[] {
  return gitConfigsAt(folder).map((file) => placed(file, folder));
}

/** A submodule's own settings say where its work tree is. */
function placed(file: string, top: string): GitConfig {
  return { file, top: workTreeOf(file) ?? top };
}

function workTreeOf(config: string): string | null {
  const { settings } = parseGitConfig(readSmallFile(config) ?? "");
  const set = settings.findLast(({ key }) => key === "core.worktree");
  return set === undefined ? null : resolve(dirname(config), set.value);
}

function inEvery({ everywhere }: World, tops: Iterable<string>): readonly GitConfig[] {
  return [...new Set(tops)].flatMap((top) => everywhere.map((file) => ({ file, top })));
}

function settingsEverywhere(
  home: string,
  environment: NonNullable<SteeringSearch["environment"]>,
): readonly string[] {
  const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, XDG_CONFIG_HOME } = environment;
  const named = [
    GIT_CONFIG_GLOBAL,
    XDG_CONFIG_HOME === undefined ? undefined : join(XDG_CONFIG_HOME, "git/config"),
    GIT_CONFIG_SYSTEM,
  ];
  return [
    ...[join(home, ".gitconfig"), join(home, ".config/git/config")],
    ...named.filter((file): file is string => file?.startsWith("/") === true),
    ...["/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig"],
  ];
}

/** A folder of which git says that it is one itself, as `git init --bare` makes them. */
function isBareRepository(folder: string): boolean {
  return (
    statsOf(join(folder, "HEAD"))?.isFile() === true &&
    ["objects", "refs"].every((name) => statsOf(join(folder, name))?.isDirectory() === true)
  );
}

/** The folders between the roots and these paths, for each of which git may have a repository. */
function foldersTo(paths: readonly string[], roots: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of paths) {
    const root = roots.find((one) => isWithin(path, one));
    for (let at = dirname(path); root !== undefined && at.length > root.length; at = dirname(at)) {
      if (found.has(at) || found.size >= MAX_NESTED) break;
      found.add(at);
    }
  }
  return found;
}

function once(files: readonly SteeringFile[]): readonly SteeringFile[] {
  const found = new Map(files.map((file) => [`${file.path}\n${file.as ?? ""}`, file]));
  return [...found.values()];
}

/** Asked of a dozen files by every call that writes, so nothing is made of what is the same. */
function isUnchanged({ path, stat }: Mark): boolean {
  const now = statsOf(path);
  if (stat === undefined || now === undefined) return stat === now;
  return (
    now.mtimeMs === stat.mtimeMs &&
    now.ctimeMs === stat.ctimeMs &&
    now.size === stat.size &&
    now.ino === stat.ino
  );
}
