/**
 * Lists the names under which a repository's objects hold files: those of every commit, stash and tree that is there, whether a branch
 * still leads to it or not. A file that is gone from the working folder and from the index is still in them. Objects never change, so
 * what was read once is kept, and only new ones are read.
 */
import { statsOf } from "../stats-of.ts";
import { listObjectFiles, type ObjectFiles } from "./list-object-files.ts";
import { type ObjectStore, openObjectStore } from "./open-object-store.ts";
import { readTree } from "./read-tree.ts";

export interface StoredNames {
  /** Paths from the root of the working folder, with the objects that were there. */
  readonly names: ReadonlyMap<string, ReadonlySet<string>>;
  /** Every object, by its name. */
  readonly ids: ReadonlySet<string>;
  /** False when there were more than are read, or something could not be read. */
  readonly complete: boolean;
}

/** The folders with a repository's objects, the borrowed ones too. */
export interface ObjectPlace {
  readonly folders: readonly string[];
  readonly hashBytes: number;
}

export interface History {
  /** Hands the turn on now and then; a caller that cannot wait runs it to its end. */
  read(place: ObjectPlace): Generator<void, StoredNames>;
  /** The content of a file, by its object; null when it is not there or too large. */
  content(place: ObjectPlace, id: string): Buffer | null;
}

/** Some three seconds of reading. */
const MAX_TREES = 100_000;
const MAX_OBJECTS = 500_000;
/** In memory while they are walked. */
const MAX_TREE_BYTES = 256 * 1024 * 1024;
const MAX_REPOSITORIES = 32;
/** Objects between two turns: a few milliseconds. */
const TURN = 200;
/** Changes within one step of the file system's clock look like one. */
const CLOCK_STEP_MS = 50;

interface Known extends StoredNames {
  signature: string;
  files: ObjectFiles;
  readonly names: Map<string, Set<string>>;
  readonly ids: Set<string>;
  /** By the path of a folder: every entry that it ever had, as it stands in its tree. Most versions of a folder repeat most of it. */
  readonly folders: Map<string, Set<string>>;
  readonly roots: Set<string>;
  trees: number;
  complete: boolean;
}

export function createHistory(nowMs: () => number = Date.now): History {
  const kept = new Map<string, Known>();
  return {
    *read(place) {
      const key = place.folders.join("\0");
      const signature = signatureOf(place.folders, nowMs());
      const before = kept.get(key);
      if (before?.signature === signature) return before;
      const files = listObjectFiles(place.folders);
      const known = before && isKept(before.files, files) ? before : emptyNames(files);
      const added = known === before ? addedTo(before.files, files) : files;
      known.files = files;
      known.complete &&= files.complete;
      const { hashBytes } = place;
      const steps = readObjects(known, {
        added,
        store: openObjectStore(files, hashBytes),
        hashBytes,
      });
      // What others may be shown meanwhile is only added to in one go.
      if (known === before) for (const _ of steps);
      else yield* steps;
      known.signature = signature;
      kept.delete(key);
      kept.set(key, known);
      const [oldest] = kept.keys();
      if (kept.size > MAX_REPOSITORIES && oldest !== undefined) kept.delete(oldest);
      return known;
    },
    content(place, id) {
      const files = listObjectFiles(place.folders);
      const found = openObjectStore(files, place.hashBytes).read(id);
      return found?.type === "blob" ? found.content : null;
    },
  };
}

/** The change times of all folders that objects come to; different each time while one of them is too new to be told apart. */
function signatureOf(folders: readonly string[], nowMs: number): string {
  const times = folders.flatMap((folder) =>
    ["", "/pack", ...FANS].map((name) => {
      const stat = statsOf(`${folder}${name}`);
      return stat === undefined ? 0 : stat.ctimeMs;
    }),
  );
  const isSettled = times.every((time) => time < nowMs - CLOCK_STEP_MS);
  return times.join(" ") + (isSettled ? "" : ` ${nowMs}`);
}

const FANS: readonly string[] = Array.from(
  { length: 256 },
  (_, number) => `/${number.toString(16).padStart(2, "0")}`,
);

/** Without what was packed or thrown away since, everything is read again: only so does what is gone stop to count. */
function isKept(before: ObjectFiles, now: ObjectFiles): boolean {
  const packs = new Set(now.packs);
  if (!before.packs.every((path) => packs.has(path))) return false;
  for (const id of before.loose.keys()) if (!now.loose.has(id)) return false;
  return true;
}

function addedTo(before: ObjectFiles, now: ObjectFiles): ObjectFiles {
  const packs = new Set(before.packs);
  const loose = new Map([...now.loose].filter(([id]) => !before.loose.has(id)));
  return { ...now, packs: now.packs.filter((path) => !packs.has(path)), loose };
}

function emptyNames(files: ObjectFiles): Known {
  return {
    signature: "",
    files,
    names: new Map(),
    ids: new Set(),
    folders: new Map(),
    roots: new Set(),
    trees: 0,
    complete: true,
  };
}

interface Added {
  readonly added: ObjectFiles;
  readonly store: ObjectStore;
  readonly hashBytes: number;
}

/** Commits first: only they say at which path a tree lies. A tree that none of them leads to counts as a root. */
function* readObjects(known: Known, { added, store, hashBytes }: Added): Generator<void> {
  const trees = new Map<string, Buffer>();
  const roots: string[] = [];
  let left = MAX_TREE_BYTES;
  let turn = 0;
  for (const id of idsOf(known, added, store)) {
    turn += 1;
    if (turn % TURN === 0) yield;
    if (known.ids.has(id)) continue;
    if (known.ids.size >= MAX_OBJECTS) {
      known.complete = false;
      break;
    }
    known.ids.add(id);
    const type = store.typeOf(id);
    const object = type === "tree" || type === "commit" ? store.read(id) : null;
    if (type === null) known.complete = false;
    if (object?.type === "commit") roots.push(...treeOf(object.content));
    if (object?.type !== "tree") continue;
    left -= object.content.length;
    if (left > 0) trees.set(id, object.content);
    else known.complete = false;
  }
  const read = (id: string): Buffer | null => trees.get(id) ?? treeIn(store, id);
  const walk = { known, read, hashBytes, met: new Set<string>() };
  for (const id of roots) yield* walkTree(walk, id);
  for (const id of trees.keys()) if (!walk.met.has(id)) yield* walkTree(walk, id);
}

function* idsOf(known: Known, added: ObjectFiles, store: ObjectStore): Generator<string> {
  yield* added.loose.keys();
  for (const path of added.packs) {
    const pack = store.pack(path);
    if (pack === null) known.complete = false;
    else yield* pack.ids();
  }
}

function treeIn(store: ObjectStore, id: string): Buffer | null {
  const object = store.read(id);
  return object?.type === "tree" ? object.content : null;
}

function treeOf(commit: Buffer): readonly string[] {
  const head = commit.toString("latin1", 0, 80);
  const tree = /^tree ([0-9a-f]+)\n/.exec(head)?.[1];
  return tree === undefined ? [] : [tree];
}

interface Walk {
  readonly known: Known;
  readonly read: (id: string) => Buffer | null;
  readonly hashBytes: number;
  readonly met: Set<string>;
}

function* walkTree({ known, read, hashBytes, met }: Walk, root: string): Generator<void> {
  const waiting = [{ id: root, path: "" }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.path === "" && known.roots.has(next.id)) continue;
    if (next.path === "") known.roots.add(next.id);
    met.add(next.id);
    known.trees += 1;
    if (known.trees % TURN === 0) yield;
    const content = known.trees > MAX_TREES ? null : read(next.id);
    const { path } = next;
    const seen = known.folders.get(path) ?? new Set<string>();
    known.folders.set(path, seen);
    const entries = content && readTree(content, { hashBytes, seen });
    if (entries === null) known.complete = false;
    for (const { name, id, kind } of entries ?? []) {
      const at = path === "" ? name : `${path}/${name}`;
      if (kind === "tree") waiting.push({ id, path: at });
      else if (kind === "file") addName(known.names, at, id);
    }
  }
}

function addName(names: Map<string, Set<string>>, path: string, id: string): void {
  const known = names.get(path);
  if (known) known.add(id);
  else names.set(path, new Set([id]));
}
