/**
 * The lower layer of a view that hides names: a folder with whiteouts, which the kernel shows as nothing. A whiteout lies in no
 * place where a person works, so that nothing they do can lift it. The folders on the way take the place of the real ones in the
 * view, so they copy their mode, owner and time.
 *
 * Whiteouts are device files, of which one is made by a program; the others are further links of it, which costs no process.
 */
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  rmSync,
  type Stats,
  utimesSync,
} from "node:fs";
import { below, clearTree, nameOf, parentOf, toFsPath } from "@toolplane/disk/paths";
import { errorCode, isWithin } from "@toolplane/readings";

export interface MaskLayer {
  readonly folder: string;
  /** Another one whenever a name or a folder came into the mask or left it. */
  readonly version: number;
  /** Makes the mask hide these byte paths below the root and nothing else; gives back those it could not hide. */
  update(names: ReadonlySet<string>): readonly string[];
}

export interface MaskOptions {
  /** An empty folder of ours. */
  readonly folder: string;
  /** The real folder, as a byte path. */
  readonly root: string;
  /** A whiteout to link from; called again with `true` when that one can have no more links. */
  readonly whiteout: (fresh: boolean) => string;
}

interface MaskFolder {
  readonly names: Set<string>;
  /** The looks that it copies of the real one; empty when it must be copied again. */
  like: string;
}

export function openMaskLayer(options: MaskOptions): MaskLayer {
  const { root } = options;
  const folder = options.folder;
  const made = new Map<string, MaskFolder>();
  let version = 0;
  const onChange = () => {
    version += 1;
  };
  const inMask = (path: string) => `${folder}${path.slice(root.length)}`;
  return {
    folder,
    get version() {
      return version;
    },
    update(names) {
      const wanted = groupByFolder(outermost(names), root);
      removeOthers({ made, wanted, inMask, root, onChange });
      const failed: string[] = [];
      for (const [directory, hidden] of wanted) {
        if (statOf(directory)?.isDirectory() !== true) continue;
        const state = enter(made, directory, { inMask, onChange });
        if (state === null) {
          failed.push(...[...hidden].map((name) => below(directory, name)));
          continue;
        }
        if ([...hidden].some((name) => !state.names.has(name)))
          openForChange(made, directory, inMask);
        const { whiteout } = options;
        failed.push(...hide({ directory, hidden, state, inMask, onChange, whiteout }));
      }
      for (const [directory, state] of made) copyLook(inMask(directory), directory, state);
      return failed;
    },
  };
}

/** Nothing below a hidden name needs hiding. */
function outermost(names: ReadonlySet<string>): readonly string[] {
  return [...names].filter((path) => {
    for (let at = parentOf(path); at !== "/"; at = parentOf(at)) if (names.has(at)) return false;
    return true;
  });
}

/** Hidden names by their folder, with every folder on the way there, parents first. */
function groupByFolder(
  paths: readonly string[],
  root: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const groups = new Map<string, Set<string>>([[root, new Set()]]);
  const way = (directory: string): Set<string> => {
    const known = groups.get(directory);
    if (known !== undefined) return known;
    way(parentOf(directory));
    const names = new Set<string>();
    groups.set(directory, names);
    return names;
  };
  for (const path of paths) way(parentOf(path)).add(nameOf(path));
  return groups;
}

function removeOthers(state: {
  readonly made: Map<string, MaskFolder>;
  readonly wanted: ReadonlyMap<string, ReadonlySet<string>>;
  readonly inMask: (path: string) => string;
  readonly root: string;
  readonly onChange: () => void;
}): void {
  const { made, wanted, inMask, root, onChange } = state;
  for (const [directory, { names }] of [...made]) {
    if (!made.has(directory)) continue;
    const hidden = wanted.get(directory);
    const gone = hidden === undefined || statOf(directory)?.isDirectory() !== true;
    if (gone && directory !== root) {
      onChange();
      openForChange(made, parentOf(directory), inMask);
      clearTree(inMask(directory));
      forgetBelow(made, directory);
      continue;
    }
    for (const name of names) {
      if (hidden?.has(name)) continue;
      onChange();
      openForChange(made, directory, inMask);
      rmSync(toFsPath(inMask(below(directory, name))), { force: true });
      names.delete(name);
    }
  }
}

function forgetBelow(made: Map<string, MaskFolder>, directory: string): void {
  for (const path of [...made.keys()]) if (isWithin(path, directory)) made.delete(path);
}

/** A folder that copies one without the right to write is opened while it is changed; `copyLook` closes it again. */
function openForChange(
  made: ReadonlyMap<string, MaskFolder>,
  directory: string,
  inMask: (path: string) => string,
): void {
  const state = made.get(directory);
  if (state === undefined || state.like === "") return;
  chmodSync(toFsPath(inMask(directory)), 0o700);
  state.like = "";
}

function enter(
  made: Map<string, MaskFolder>,
  directory: string,
  {
    inMask,
    onChange,
  }: {
    readonly inMask: (path: string) => string;
    readonly onChange: () => void;
  },
): MaskFolder | null {
  const known = made.get(directory);
  if (known !== undefined) return known;
  onChange();
  try {
    openForChange(made, parentOf(directory), inMask);
    mkdirSync(toFsPath(inMask(directory)), { recursive: true, mode: 0o700 });
  } catch {
    return null;
  }
  const state: MaskFolder = { names: new Set(), like: "" };
  made.set(directory, state);
  return state;
}

function hide(options: {
  readonly directory: string;
  readonly hidden: ReadonlySet<string>;
  readonly state: MaskFolder;
  readonly inMask: (path: string) => string;
  readonly onChange: () => void;
  readonly whiteout: MaskOptions["whiteout"];
}): readonly string[] {
  const { directory, hidden, state, onChange } = options;
  const failed: string[] = [];
  for (const name of hidden) {
    if (state.names.has(name)) continue;
    const path = below(directory, name);
    onChange();
    if (linkWhiteout(options.inMask(path), options.whiteout)) state.names.add(name);
    else failed.push(path);
  }
  return failed;
}

function linkWhiteout(path: string, whiteout: MaskOptions["whiteout"]): boolean {
  for (const fresh of [false, true]) {
    try {
      linkSync(whiteout(fresh), toFsPath(path));
      return true;
    } catch (error) {
      if (errorCode(error) !== "EMLINK") return false;
    }
  }
  return false;
}

function copyLook(path: string, directory: string, state: MaskFolder): void {
  const stat = statOf(directory);
  if (stat === null) return;
  const like = `${stat.mode} ${stat.uid} ${stat.gid} ${stat.mtimeMs}`;
  if (state.like === like) return;
  const own = statOf(path);
  const target = toFsPath(path);
  try {
    if (own !== null && (own.uid !== stat.uid || own.gid !== stat.gid))
      chownSync(target, stat.uid, stat.gid);
  } catch {
    // A folder of another user: in a view of ours it is shown as ours.
  }
  chmodSync(target, stat.mode & 0o7777);
  utimesSync(target, stat.atimeMs / 1_000, stat.mtimeMs / 1_000);
  state.like = like;
}

function statOf(path: string): Stats | null {
  try {
    return lstatSync(toFsPath(path), { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
