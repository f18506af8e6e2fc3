/**
 * Knows what git would ignore below the root of a search: the rules of every .gitignore from the top of the repository down to a
 * file, the last match of the nearest one deciding, and nothing coming back out of an ignored directory. Files are read once
 * each, and only at the first question about a path below them.
 */
import { isWithin } from "@toolplane/readings";
import { type IgnoreFile, isRepository, readIgnoreFile } from "./read-ignore-file.ts";

export interface IgnoreRoot {
  /** The path that leads to the root's own directory. */
  readonly self: string;
  /** Its path with every link followed. */
  readonly real: string;
  /** The way down that was named on purpose: nothing on it is ignored. */
  readonly opened: string;
}

export interface IgnoreTree {
  /** True when a file that counts for the whole tree must be read as git does. */
  readonly needsGit: () => boolean;
  /** The same for a directory below the root, by its own file. */
  readonly needsGitAt: (directory: string) => boolean;
  /** True when git would ignore a file, by its way from the root. */
  readonly ignores: (relative: string) => boolean;
  /** Lines of the root's own file that ripgrep can be trusted with, to keep it out of what is ignored anyway. */
  readonly safeLines: () => readonly string[];
}

interface Level {
  readonly file: IgnoreFile | null;
  /** The way from the directory of the file to the root, as bytes with a slash at its end; empty below the root. */
  readonly lead: string;
}

interface Visited {
  readonly ignored: boolean;
  /** Levels that count here, from the top down; each with its depth below the root. */
  readonly levels: readonly (Level & { readonly depth: number })[];
}

/** Opens the tree. Without a repository nothing is ignored, as with git itself. */
export function openIgnoreTree(root: IgnoreRoot): IgnoreTree {
  const above = levelsAbove(root);
  const own = above === null ? null : readIgnoreFile(`${root.self}/.gitignore`);
  const visited = new Map<string, Visited>();
  const files = new Map<string, IgnoreFile | null>();
  const fileOf = (directory: string): IgnoreFile | null => {
    const known = files.get(directory);
    if (known !== undefined) return known;
    const file = readIgnoreFile(`${root.self}/${directory}/.gitignore`);
    files.set(directory, file);
    return file;
  };
  const top: Visited = {
    ignored: false,
    levels: [...(above ?? []), { file: own, lead: "" }].map((level) => ({ ...level, depth: 0 })),
  };

  function visit(directory: string): Visited {
    if (directory === "") return top;
    const known = visited.get(directory);
    if (known !== undefined) return known;
    const parent = visit(directory.slice(0, Math.max(0, directory.lastIndexOf("/"))));
    const named = isWithin(root.opened, directory);
    const ignored =
      parent.ignored || (!named && judge(parent.levels, directory, { isDirectory: true }));
    const level = ignored ? null : { file: fileOf(directory), lead: "", depth: depthOf(directory) };
    const result = { ignored, levels: level ? [...parent.levels, level] : parent.levels };
    visited.set(directory, result);
    return result;
  }
  return {
    needsGit: () => top.levels.some(({ file }) => file?.differs === true),
    needsGitAt: (directory) => above !== null && fileOf(directory)?.differs === true,
    ignores(relative) {
      if (above === null || relative === root.opened) return false;
      const parent = visit(relative.slice(0, Math.max(0, relative.lastIndexOf("/"))));
      return parent.ignored || judge(parent.levels, relative, { isDirectory: false });
    },
    safeLines: () => own?.safeLines ?? [],
  };
}

function depthOf(directory: string): number {
  return directory.split("/").length;
}

/** The nearest file that says anything decides, and in it the last line that matches. */
function judge(
  levels: Visited["levels"],
  relative: string,
  { isDirectory }: { readonly isDirectory: boolean },
): boolean {
  const bytes = Buffer.from(relative, "utf8").toString("latin1");
  const name = bytes.slice(bytes.lastIndexOf("/") + 1);
  for (const { file, lead, depth } of levels.toReversed()) {
    const way = lead + bytes.split("/").slice(depth).join("/");
    const found = file?.rules.findLast(
      (rule) => (isDirectory || !rule.directoryOnly) && rule.matches(rule.nameOnly ? name : way),
    );
    if (found !== undefined) return !found.negated;
  }
  return false;
}

/** From the top of the repository down to above the root; null when the root is in no repository. */
function levelsAbove({ self, real }: IgnoreRoot): readonly Level[] | null {
  const names = real.split("/").filter((name) => name !== "");
  for (let up = 0; up <= names.length; up += 1) {
    const directory = `/${names.slice(0, names.length - up).join("/")}`;
    const git = up === 0 ? `${self}/.git` : `${directory === "/" ? "" : directory}/.git`;
    if (!isRepository(git)) continue;
    const below = names.slice(names.length - up);
    const exclude = readIgnoreFile(`${git}/info/exclude`);
    const chain = below.map((_, index) => {
      const place = [directory === "/" ? "" : directory, ...below.slice(0, index)].join("/");
      return { file: readIgnoreFile(`${place}/.gitignore`), lead: leadOf(below.slice(index)) };
    });
    return [{ file: exclude, lead: leadOf(below) }, ...chain];
  }
  return null;
}

function leadOf(names: readonly string[]): string {
  return names.map((name) => `${Buffer.from(name, "utf8").toString("latin1")}/`).join("");
}
