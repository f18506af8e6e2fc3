/**
 * Guards a person's own files where they work in the home folder, or above it: these must not become a project's. Their
 * configuration is closed to every tool where it lies in the workspace, under each name that leads to it: a command that could
 * write it would decide what the next one may do. Where the workspace holds a home folder, its hidden files (keys, tokens, what
 * every new shell runs) are asked about one by one, and no command runs unasked: a sandbox whose writable place is the home
 * folder contains nothing.
 */

import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { PolicyLayer, Rule } from "@toolplane/contract";
import { escapeGlob, isWithin, trimEnd } from "@toolplane/readings";
import { PROJECT_FILES } from "./trust/project-files.ts";

/** Absolute paths; the workspace is a real path. */
export interface GuardedPlaces {
  readonly workspace: string;
  readonly configFolder: string;
  /** Every folder that is a home of the person. */
  readonly homes: readonly string[];
}

export interface PersonGuard {
  readonly layers: readonly PolicyLayer[];
  /** True: a command in the workspace could reach what decides about the person's next one. */
  readonly isExposed: boolean;
  /** One line for the person, when their home folder is the workspace. */
  readonly notice: string | null;
}

/** Links that lead to links; the system stops at forty. */
const MAX_LINKS = 40;

/** Looks. Nothing is guarded where no tool reaches it anyway. */
export function guardPerson({ workspace, configFolder, homes }: GuardedPlaces): PersonGuard {
  const isInside = (path: string): boolean => isWithin(path, workspace);
  const folders = namesOf(configFolder).filter(isInside);
  const files = PROJECT_FILES.flatMap(({ name }) => namesOf(join(configFolder, name)));
  const linked = files.filter(
    (file) => isInside(file) && !folders.some((folder) => isWithin(file, folder)),
  );
  const open = [...new Set(homes.flatMap(namesOf))].filter(isInside);
  const own: readonly Rule[] = [
    ...folders.flatMap(closed),
    ...[...new Set(linked)].flatMap(closed),
  ];
  return {
    layers: [
      ...(own.length > 0 ? [layer("your configuration", own)] : []),
      ...(open.length > 0 ? [layer("your home folder", open.flatMap(asked))] : []),
    ],
    isExposed: folders.length > 0 || open.length > 0,
    notice:
      open.length > 0
        ? "The workspace holds your home folder: commands and hidden files ask first."
        : null,
  };
}

function layer(file: string, rules: readonly Rule[]): PolicyLayer {
  return { scope: "manifest", file, rules };
}

function closed(path: string): readonly Rule[] {
  const pattern = escapeGlob(path);
  return [
    { permission: "fs.write", pattern, action: "deny" },
    { permission: "fs.write", pattern: `${pattern}/**`, action: "deny" },
  ];
}

/** Hidden files on every system, and the folder that is one by another name on a Mac. */
function asked(home: string): Rule[] {
  const base = escapeGlob(trimEnd(home, "/"));
  const names = process.platform === "darwin" ? [".*", "Library"] : [".*"];
  return names.flatMap((name) =>
    [`${base}/${name}`, `${base}/${name}/**`].flatMap((pattern) => [
      { permission: "fs.read", pattern, action: "ask" },
      { permission: "fs.write", pattern, action: "ask" },
    ]),
  );
}

/** A path itself, each link on the way from it, and where it ends: a write to any of them decides what is read. */
function namesOf(path: string): readonly string[] {
  const names = [path];
  let at = path;
  for (let hops = 0; hops < MAX_LINKS; hops += 1) {
    const to = linkAt(at);
    if (to === null) break;
    at = resolve(realPath(dirname(at)), to);
    names.push(at);
  }
  return [...new Set([...names, join(realPath(dirname(path)), basename(path)), realPath(path)])];
}

/** Target of a link, as it says; null for anything else. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path);
  } catch {
    return null;
  }
}

/** It need not exist yet: then the nearest folder that does decides where it will be. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
