/**
 * Paths outside of a command's folders in which a person let it write: further roots of the same transaction, so that the writes
 * there are judged and landed with everything else. Of the folder around such a path the command sees what was opened and nothing
 * more: all other names are masked, or, where the folder cannot be a view (a home holds our own data), a stand-in is shown.
 */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import type { Confinement } from "@toolplane/contract";
import { parentOf, toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { patternShape } from "../plan/reading/pattern-shape.ts";

/** One such root, as a byte path, with the byte paths in it that were opened. */
export interface OutsideRoot {
  readonly root: string;
  readonly shownBy: "mask" | "stand-in";
  readonly opened: readonly string[];
}

/** Each is one more mount; past it, what exists is written as it is. */
const MOST_ROOTS = 8;
/** A folder with more names is not masked name by name. */
const MOST_MASKED = 5_000;

export interface OutsideWorld {
  /** Byte paths of folders that need no root of their own. */
  readonly known: readonly string[];
  /** Byte paths that must not lie in a root which is masked: our own data, and what is mounted before roots are. */
  readonly apart: readonly string[];
  /** True when a folder can be a view. */
  readonly canBeView: (folder: string) => boolean;
}

/** The folders outside of the workspace that a command may write in, at most `MOST_ROOTS`; none lies inside another. */
export function outsideRoots({ write }: Confinement, world: OutsideWorld): readonly OutsideRoot[] {
  const canMask = (folder: string) =>
    !world.apart.some((path) => isWithin(path, folder)) &&
    world.canBeView(toText(folder)) &&
    readdirSync(toFsPath(folder)).length <= MOST_MASKED;
  const roots = new Map<string, OutsideRoot>();
  const add = (root: string, path: string, shownBy: OutsideRoot["shownBy"]): void => {
    const opened = [...(roots.get(root)?.opened ?? []), path];
    roots.set(root, { root, opened, shownBy });
  };
  for (const pattern of write.opened) {
    const { head, tree } = patternShape(pattern);
    const path = toBytePath(head);
    if (path === "/" || world.known.some((folder) => isWithin(path, folder))) continue;
    const folder = nearestFolder(path);
    if (folder === null || folder === "/") continue;
    if (canMask(folder)) add(folder, path, "mask");
    else if (tree && isFolder(path) && isReal(path) && canMask(path)) add(path, path, "mask");
    else add(folder, path, "stand-in");
  }
  const outermost = [...roots.values()].filter(
    ({ root }) => ![...roots.keys()].some((other) => other !== root && isWithin(root, other)),
  );
  return outermost.slice(0, MOST_ROOTS);
}

/** The folder around a path that exists, by its own name; null where a link is on the way. */
function nearestFolder(path: string): string | null {
  let folder = parentOf(path);
  while (folder !== "/" && !isFolder(folder)) folder = parentOf(folder);
  return isReal(folder) ? folder : null;
}

function isFolder(path: string): boolean {
  return lstatSync(toFsPath(path), { throwIfNoEntry: false })?.isDirectory() === true;
}

function isReal(path: string): boolean {
  try {
    return realpathSync.native(toFsPath(path), "latin1") === path;
  } catch {
    return false;
  }
}
