/**
 * Folders of programs in which names are closed one by one. For each of them bubblewrap reads the table of all mounts, so that a
 * dozen of them cost as much as everything else it does. The holder mounts such a folder once, with all that is closed in it, and
 * from then on a command needs one mount for it.
 *
 * What is mounted over a name goes when somebody removes that name or moves another one over it. That changes the folder that the
 * name lies in, and nobody can set back its change time: so a mounted tree says which folders it rests on, and is used only while
 * all of them are as they were. Every other case is the mounts of the command itself.
 */
import { lstatSync, mkdirSync, rmdirSync } from "node:fs";
import { isWithin, parentOf, toFsPath } from "../plan/byte-path.ts";
import type { Mount } from "../plan/mount.ts";

/** A folder and what is closed in it, byte paths. */
export interface ClosedTree {
  readonly root: string;
  readonly closed: readonly Mount[];
}

/** Below this many the mounts of the command cost no more than the looks at the folders. */
const FEWEST = 3;

/** The trees that can be mounted once: where nothing but closing happens in them, and nothing lies over them. */
export function closedTrees(
  mounts: readonly Mount[],
  {
    installations,
    taken,
  }: {
    readonly installations: readonly string[];
    /** Where other things are mounted. */
    readonly taken: readonly string[];
  },
): readonly ClosedTree[] {
  return installations.flatMap((root) => {
    const touches = (path: string) => isWithin(path, root) || isWithin(root, path);
    const others = [...taken, ...installations.filter((other) => other !== root)];
    const closed = mounts.filter(({ path }) => touches(path));
    const fits =
      closed.length >= FEWEST &&
      !others.some(touches) &&
      closed.every(({ kind, path }) => isClosing(kind) && path !== root && isWithin(path, root)) &&
      areApart(closed.map(({ path }) => path));
    return fits ? [{ root, closed }] : [];
  });
}

/** Change times are as coarse as the kernel's tick: 10 ms at most. */
const COARSENESS_MS = 25;

/** Says what is closed and which folders that rests on; null where one of them changed a moment ago or is none. */
export function treesSignature(trees: readonly ClosedTree[], nowMs: number): string | null {
  const folders = [...new Set(trees.flatMap(foldersOf))];
  const looks = folders.map((folder) => lookAt(folder, nowMs));
  if (looks.includes(null)) return null;
  return JSON.stringify([trees, looks]);
}

/** What the holder runs, and where the trees are then, by their root. */
export interface TreeMounts {
  readonly argv: readonly string[];
  readonly folder: string;
  /** Takes the trees away, wherever they are mounted. */
  drop(): void;
}

const SCRIPT =
  'mount=$1; shift; while [ $# -gt 1 ]; do "$mount" --rbind -o ro,nosuid,nodev "$1" "$2" || exit 125; shift 2; done';

/** Makes the folders that the trees are mounted on; null where a name is a link, which nothing can be mounted over. */
export function treeMounts(
  trees: readonly ClosedTree[],
  options: {
    readonly folder: string;
    readonly programs: { readonly sh: string; readonly mount: string };
    readonly files: { readonly closedFile: string; readonly closedDirectory: string };
  },
): TreeMounts | null {
  const { folder, programs, files } = options;
  const all = trees.flatMap(({ root, closed }) => [root, ...closed.map(({ path }) => path)]);
  if (!all.every((path) => isPlain(path))) return null;
  const places = trees.map((_, index) => placeIn(folder, index));
  mkdirSync(folder, { mode: 0o700 });
  for (const place of places) mkdirSync(place, { mode: 0o700 });
  const words = trees.flatMap(({ root, closed }, index) => [
    ...[root, places[index] ?? ""],
    ...closed.flatMap(({ kind, path }) => [
      kind === "close-directory" ? files.closedDirectory : files.closedFile,
      `${places[index] ?? ""}${path.slice(root.length)}`,
    ]),
  ]);
  return {
    folder,
    argv: [programs.sh, "-c", SCRIPT, "sh", programs.mount, ...words],
    drop: () => {
      // Never what is in them: here they are empty, and the mounts of other namespaces go with the names.
      for (const place of [...places, folder]) removeFolder(place);
    },
  };
}

/** Where each tree is mounted, by its root. */
export function mountedTrees(
  trees: readonly ClosedTree[],
  folder: string,
): ReadonlyMap<string, string> {
  return new Map(trees.map(({ root }, index) => [root, placeIn(folder, index)]));
}

function placeIn(folder: string, index: number): string {
  return `${folder}/${index}`;
}

function isClosing(kind: Mount["kind"]): boolean {
  return kind === "close-file" || kind === "close-directory";
}

/** None inside another. */
function areApart(paths: readonly string[]): boolean {
  return paths.every((path, index) =>
    paths.every((other, place) => index === place || !isWithin(path, other)),
  );
}

/** The root, and every folder on the way to a name that is closed. */
function foldersOf({ root, closed }: ClosedTree): readonly string[] {
  const folders = new Set([root]);
  for (const { path } of closed)
    for (let at = parentOf(path); at.length > root.length; at = parentOf(at)) folders.add(at);
  return [...folders];
}

function lookAt(folder: string, nowMs: number): string | null {
  try {
    const stat = lstatSync(toFsPath(folder), { bigint: true });
    const isSettled = BigInt(Math.floor(nowMs)) - stat.ctimeMs > BigInt(COARSENESS_MS);
    return stat.isDirectory() && isSettled ? `${stat.dev} ${stat.ino} ${stat.ctimeNs}` : null;
  } catch {
    return null;
  }
}

/** Neither a link nor a name that is more than its characters. */
function isPlain(path: string): boolean {
  if (!/^[\x20-\x7e]+$/.test(path)) return false;
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === false;
}

function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Gone already; what stays goes with the folder of this process.
  }
}
