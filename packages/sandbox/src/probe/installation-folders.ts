/**
 * Finds the folders in which programs on PATH are installed, when that is not the system's own place: version managers put them
 * in the home folder, which is never shown whole. Gives the folder of a program, links followed; its installation around it
 * (`lib` beside `bin`) when nothing of a person's can lie there.
 */
import { existsSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isWithin } from "@toolplane/readings";
import { MIXED_FOLDERS, PROGRAM_FOLDERS, SYSTEM_TREES } from "../plan/mounts/system-base.ts";

/** Places that must not be shown on the way. */
export interface InstallationOptions {
  /** `PATH` as processes get it. */
  readonly path: string;
  readonly home: string;
  /** Workspace roots, user data, scratch: judged by rules, never part of the base. */
  readonly reserved: readonly string[];
}

const MAX_PROGRAMS = 2_000;

/** The folders to show, none inside another. */
export function installationFolders(options: InstallationOptions): readonly string[] {
  const entries = [...new Set(options.path.split(":"))].filter((entry) => entry.startsWith("/"));
  const found = entries.flatMap((entry) => foldersOf(entry, options));
  const ordered = [...new Set(found)].toSorted((one, other) => one.length - other.length);
  return ordered.filter(
    (folder, index) => !ordered.slice(0, index).some((up) => isWithin(folder, up)),
  );
}

function foldersOf(entry: string, options: InstallationOptions): readonly string[] {
  const folder = realOf(entry);
  if (folder === null || isSystem(folder) || !mayShow(folder, options)) return [];
  const around = installationAround(folder, options);
  return [around, ...linkedInstallations(folder, around, options)];
}

function installationAround(folder: string, options: InstallationOptions): string {
  const parent = dirname(folder);
  if (!PROGRAM_FOLDERS.includes(basename(folder))) return folder;
  const isMixed = MIXED_FOLDERS.some((name) => parent === join(options.home, name));
  const isInstallation = ["lib", "lib64", "libexec", "versions", "share", "include"].some((name) =>
    existsSync(join(parent, name)),
  );
  return !isMixed && isInstallation && mayShow(parent, options) ? parent : folder;
}

// `~/.local/bin/tool` is often a link into the folder that the tool was installed to.
function linkedInstallations(
  folder: string,
  shown: string,
  options: InstallationOptions,
): readonly string[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isSymbolicLink())
      .map((entry) => entry.name);
  } catch {
    return [];
  }
  return names.slice(0, MAX_PROGRAMS).flatMap((name) => {
    const target = realOf(join(folder, name));
    if (target === null || isSystem(target) || isWithin(target, shown)) return [];
    const parent = dirname(target);
    // Gone by now, during an installation: nothing is to be shown of it.
    const isFile = statSync(target, { throwIfNoEntry: false })?.isFile() === true;
    return mayShow(parent, options) && isFile ? [installationAround(parent, options)] : [];
  });
}

function isSystem(path: string): boolean {
  return SYSTEM_TREES.some((tree) => isWithin(path, tree));
}

// Never a folder around the home, a root or our own data, and none inside them that rules judge.
function mayShow(folder: string, { home, reserved }: InstallationOptions): boolean {
  if (isWithin(home, folder) || isWithin(folder, "/tmp") || folder.split("/").length < 3)
    return false;
  if (dirname(folder) === home && MIXED_FOLDERS.includes(basename(folder))) return false;
  return !reserved.some((place) => isWithin(place, folder) || isWithin(folder, place));
}

function realOf(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    return null;
  }
}
