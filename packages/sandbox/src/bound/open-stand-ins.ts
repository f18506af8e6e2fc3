/**
 * Folders of ours that take the place of folders with hidden names, for one process. Their files are copies and are kept current
 * while the process runs: an editor that saves, a file or folder that is made, moved or removed, is seen within moments, also by
 * a watcher inside. Folders that no rule can close anything in are the real ones, bound there.
 */
import {
  chmodSync,
  closeSync,
  constants,
  type FSWatcher,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, parentOf, toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { type DirectoryCache, statOf } from "../plan/disk/directory-cache.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import type { StandIn } from "./plan-bound.ts";

export interface StandInOptions {
  /** A folder of ours that does not exist yet. */
  readonly folder: string;
  readonly standIns: readonly StandIn[];
  /** Where something is mounted into a stand-in, a place is made for it. */
  readonly mounts: readonly Mount[];
  readonly directories: DirectoryCache;
  /** Where a path is reached from here. */
  seen(path: string): string;
  /** True for a name that is never shown. */
  isHidden(path: string): boolean;
  /** Paths that are never shown, as they were when the process began: under another name they are not shown either. */
  readonly hidden: readonly string[];
  readonly maxFileBytes: number;
  /** Folders that may be added while it runs. */
  readonly maxLater: number;
  readonly maxFiles?: number;
}

export interface StandIns {
  /**
   * The topmost of them, in their places, then what is mounted into them. Files that are too large to be copied are bound: they
   * stay what they are now when the file is replaced.
   */
  readonly mounts: readonly Mount[];
  close(): void;
}

const MAX_FILES = 5_000;
/** Editors write in several steps; what is between them need not be shown. */
const SETTLE_MS = 10;

/** Makes them and keeps them current until they are closed. */
export function openStandIns(options: StandInOptions): StandIns {
  const { standIns } = options;
  const root = toBytePath(options.folder);
  const tops = standIns.filter(
    ({ path }) => !standIns.some((other) => other.path !== path && isWithin(path, other.path)),
  );
  mkdirSync(options.folder, { mode: 0o700 });
  const placeOf = (path: string): string => {
    const index = tops.findIndex((top) => isWithin(path, top.path));
    return `${root}/${index}${path.slice(tops[index]?.path.length ?? 0)}`;
  };
  const within = (path: string) => tops.some((top) => isWithin(path, top.path));
  for (const { path } of standIns)
    mkdirSync(toFsPath(placeOf(path)), { recursive: true, mode: 0o755 });
  const bound: Mount[] = [];
  // A path with a mount on it is not touched again: replacing it would take the mount away.
  const taken = new Set(options.mounts.map(({ path }) => path));
  const world: World = {
    ...options,
    root,
    placeOf,
    taken,
    kept: new Map(),
    later: options.maxLater,
    planned: new Set(standIns.map(({ path }) => path)),
    hiddenOnes: new Set(options.hidden.map((path) => identityOf(statOf(options.seen(path))))),
  };
  for (const { path, closed } of standIns)
    if (!closed)
      keepFolder(world, path, (file) => {
        taken.add(file);
        bound.push({ kind: "read", path: file });
      });
  for (const mount of [...options.mounts, ...bound])
    if (within(mount.path)) makePlace(mount, world);
  return {
    mounts: [
      ...tops.map(({ path }): Mount => ({ kind: "read", path, source: placeOf(path) })),
      ...options.mounts.filter(({ kind, path }) => kind !== "link" || !within(path)),
      ...bound,
    ],
    close: () => {
      for (const folder of world.kept.values()) folder.close();
      rmSync(options.folder, { recursive: true, force: true });
    },
  };
}

interface World extends StandInOptions {
  readonly root: string;
  readonly taken: ReadonlySet<string>;
  /** Stand-ins from the beginning: they stay whatever happens to the folder. */
  readonly planned: ReadonlySet<string>;
  readonly hiddenOnes: ReadonlySet<string>;
  readonly kept: Map<string, KeptFolder>;
  later: number;
  placeOf(path: string): string;
}

interface KeptFolder {
  readonly identity: string;
  /** The entries of the stand-in, by name, and what each was a copy of. */
  readonly shown: Map<string, string>;
  close(): void;
}

/** One folder: copied at once, then again whenever something in it changes. */
function keepFolder(world: World, path: string, onLarge: (file: string) => void): void {
  // Another folder of this name: what is shown of the old one and is not in the new one goes.
  const before = world.kept.get(path);
  before?.close();
  const shown = before?.shown ?? new Map<string, string>();
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const close = () => {
    clearTimeout(timer);
    watcher?.close();
  };
  world.kept.set(path, { identity: identityOf(statOf(world.seen(path))), shown, close });
  copyFiles(world, { path, shown, onLarge });
  const look = () => {
    timer = undefined;
    try {
      copyFiles(world, { path, shown, onLarge: () => {} });
      keepFolders(world, path);
    } catch {
      // The folder is gone or has grown past the bound: what is shown stays as it is.
    }
  };
  try {
    watcher = watch(toFsPath(world.seen(path)), { persistent: false }, () => {
      timer ??= setTimeout(look, SETTLE_MS).unref();
    });
    watcher.on("error", close);
    // Finds changes between the copy and the watch.
    look();
  } catch {
    // No watch is to be had: the next process sees what changed.
  }
}

/** Folders that came, were replaced, or went. */
function keepFolders(world: World, path: string): void {
  const listing = world.directories.list(path);
  if (listing === null) return;
  const there = new Set(listing.directories.map((name) => below(path, name)));
  for (const folder of there) {
    if (world.taken.has(folder) || world.isHidden(folder)) continue;
    const stat = statOf(world.seen(folder));
    const identity = identityOf(stat);
    const known = world.kept.get(folder);
    if (known?.identity === identity || world.hiddenOnes.has(identity)) continue;
    if (known === undefined && (world.planned.has(folder) || world.later <= 0)) continue;
    world.later -= known === undefined ? 1 : 0;
    mkdirSync(toFsPath(world.placeOf(folder)), { recursive: true, mode: 0o755 });
    keepFolder(world, folder, () => {});
  }
  for (const folder of world.kept.keys())
    if (parentOf(folder) === path && !there.has(folder)) letGo(world, folder);
}

/** A folder that went goes with everything in it; one that something is mounted in stays, empty of its own files. */
function letGo(world: World, folder: string): void {
  if (world.planned.has(folder)) {
    const { shown } = world.kept.get(folder) ?? { shown: new Map() };
    for (const name of shown.keys())
      rmSync(toFsPath(world.placeOf(below(folder, name))), { force: true });
    shown.clear();
    return;
  }
  for (const [path, kept] of world.kept) {
    if (!isWithin(path, folder)) continue;
    kept.close();
    world.kept.delete(path);
    world.later += 1;
  }
  rmSync(toFsPath(world.placeOf(folder)), { recursive: true, force: true });
}

interface Copying {
  readonly path: string;
  /** The entries of the stand-in, by name, and what each was a copy of. */
  readonly shown: Map<string, string>;
  readonly onLarge: (file: string) => void;
}

function copyFiles(world: World, { path, shown, onLarge }: Copying): void {
  const { directories, maxFiles = MAX_FILES, maxFileBytes } = world;
  const listing = directories.list(path);
  if (listing === null) return;
  if (listing.files.length + listing.links.length > maxFiles) throw tooMany(path, maxFiles);
  let hiddenInodes: ReadonlySet<string> | null = null;
  const wanted = new Set<string>();
  for (const name of [...listing.files, ...listing.links]) {
    const file = below(path, name);
    const stat = statOf(world.seen(file));
    if (stat === null || world.taken.has(file) || world.isHidden(file)) continue;
    // Another name of a hidden file is as hidden as the file.
    if (world.hiddenOnes.has(identityOf(stat))) continue;
    if (stat.nlink > 1) {
      hiddenInodes ??= hiddenNow(world, path);
      if (hiddenInodes.has(inodeOf(stat))) continue;
    }
    if (stat.isFile() && stat.size > maxFileBytes) {
      onLarge(file);
      continue;
    }
    wanted.add(name);
    const signature = `${inodeOf(stat)} ${stat.ctimeMs} ${stat.size}`;
    if (shown.get(name) !== signature && copyEntry(world, file, stat)) shown.set(name, signature);
  }
  for (const name of [...shown.keys()].filter((each) => !wanted.has(each))) {
    shown.delete(name);
    rmSync(toFsPath(world.placeOf(below(path, name))), { force: true });
  }
}

/** Hidden files as they are by now, in this folder and in every other that is shown by a stand-in. */
function hiddenNow(world: World, path: string): ReadonlySet<string> {
  const inodes = new Set<string>();
  for (const folder of new Set([path, ...world.planned, ...world.kept.keys()]))
    for (const name of world.directories.list(folder)?.files ?? [])
      if (world.isHidden(below(folder, name)))
        inodes.add(inodeOf(statOf(world.seen(below(folder, name)))));
  return inodes;
}

function inodeOf(stat: Stats | null): string {
  return stat === null ? "" : `${stat.dev}:${stat.ino}`;
}

/** A number that was given back is soon another file's, which was made at another time. */
function identityOf(stat: Stats | null): string {
  return stat === null ? "none" : `${inodeOf(stat)} ${stat.birthtimeMs}`;
}

/** In one step, so that no process inside sees half a file. Nothing is flushed: a stand-in ends with its process. */
function copyEntry({ root, placeOf, seen }: World, file: string, stat: Stats): boolean {
  const fresh = toFsPath(`${root}/fresh`);
  rmSync(fresh, { force: true });
  try {
    if (stat.isSymbolicLink()) symlinkSync(readlinkSync(toFsPath(seen(file)), "buffer"), fresh);
    else if (!copyContent(seen(file), fresh)) return false;
    renameSync(fresh, toFsPath(placeOf(file)));
    return true;
  } catch {
    // Not readable, or gone again.
    return false;
  }
}

function copyContent(file: string, fresh: string | Buffer): boolean {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const descriptor = openSync(toFsPath(file), flags);
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return false;
    writeFileSync(fresh, readFileSync(descriptor), { mode: 0o600 });
    utimesSync(fresh, stat.atime, stat.mtime);
    chmodSync(fresh, (stat.mode & 0o777) | 0o400);
    return true;
  } finally {
    closeSync(descriptor);
  }
}

function makePlace(mount: Mount, { placeOf, seen }: Pick<World, "placeOf" | "seen">): void {
  const { path } = mount;
  const place = placeOf(path);
  if (statOf(place) !== null) return;
  const isFolder = statOf(seen(path))?.isDirectory() === true;
  const folder = isFolder ? place : place.slice(0, place.lastIndexOf("/"));
  mkdirSync(toFsPath(folder), { recursive: true, mode: 0o755 });
  if (mount.kind === "link") symlinkSync(toFsPath(mount.target), toFsPath(place));
  else if (!isFolder) writeFileSync(toFsPath(place), "");
}

function tooMany(path: string, bound: number): ToolError {
  return new ToolError(
    "too_large",
    `The process cannot be shown ${toText(path)}: rules hide names in it, and it holds more than ${bound} files.`,
  );
}
