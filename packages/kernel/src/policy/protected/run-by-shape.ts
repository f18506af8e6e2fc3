/**
 * Files that run by themselves, known by the shape of their place. Everything below a runner's folder counts. So does a hidden name
 * with the word hook in it. And so does everything in a hidden folder that is new to the person: no tracked file lies in
 * it, git does not ignore it, and its name is none of the quiet ones. What a new agent or editor is called need not be known.
 */
import type { HiddenFolders } from "@toolplane/contract/ports";
import { isQuietFolder } from "./quiet-folders.ts";
import { RUNNERS } from "./runner-folders.ts";

export interface ShapedPath {
  /** As the weakest file system looks them up, from the workspace on. */
  readonly names: readonly string[];
  /** A link may be a folder, so its own name counts as one. */
  readonly isLink: boolean;
}

/** Lies in a runner's folder and runs nothing: it recommends extensions, which a person then installs or not. */
const HARMLESS = /(?:^|\/)\.vscode\/extensions\.json$/;
/** `.git-hooks`, `.rusty-hook.toml`; not `.webhook`. */
const HOOK = /^\.(?:.*[-_.])?(?:git)?hooks?(?:[-_.].*)?$/;
/** By which agents run things, whatever they are called. */
const RUN_PART =
  /^(?:agents?|commands?|extensions?|hooks?|plugins?|skills?|tools?)$|^(?:mcp|hooks|settings|tasks|launch)\b.*\.[a-z]+$/;

/** Why a path runs by itself, by the names on its way alone; null when they say nothing. */
export function runsByName({ names, isLink }: ShapedPath): string | null {
  const folders = isLink ? names : names.slice(0, -1);
  const runner = folders.find((name) => RUNNERS.has(name));
  if (runner !== undefined) return isHarmless(names) ? null : (RUNNERS.get(runner) ?? null);
  return names.some((name) => HOOK.test(name)) ? "git hooks run what it lists" : null;
}

/** The same by what the person has there. `standing` is asked about each hidden folder on the way, by its index. */
export function runsByPlace(
  { names, isLink }: ShapedPath,
  standing: (index: number) => ReturnType<HiddenFolders["standingOf"]>,
): string | null {
  if (isHarmless(names)) return null;
  const last = names.length - (isLink ? 1 : 2);
  for (let index = 0; index <= last; index += 1) {
    const name = names[index] ?? "";
    if (!name.startsWith(".")) continue;
    if (isQuietFolder(name)) return null;
    const found = standing(index);
    if (found === "ignored") return null;
    if (found === "new")
      return `${name} is new and hidden, and git does not ignore it: an agent or an editor may run what lies in it`;
    if (found === "kept" && names.slice(index + 1).some((part) => RUN_PART.test(part)))
      return `agents and editors run what hidden folders hold under such names`;
  }
  return null;
}

function isHarmless(names: readonly string[]): boolean {
  return HARMLESS.test(names.join("/"));
}
