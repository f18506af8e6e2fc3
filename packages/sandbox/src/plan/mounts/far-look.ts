/**
 * Goes over large trees for what rules close. A command waits for a look that is not old; only the first one reads every folder,
 * the next ones read those that changed. Where a tree is too large for the bound, the command runs, and the look goes on beside it.
 */
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { below, toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { isSettled, statOf } from "../disk/directory-cache.ts";

/** Asked with a name, and with how to get its whole path. */
export type IsClosed = (name: string, path: () => string) => boolean;

export interface FarLook {
  /** What is closed, by real paths. */
  current(): Promise<readonly string[]>;
  close(): void;
}

export interface FarLookOptions {
  readonly trees: readonly string[];
  /** One for each rule: a rule that closes much takes nothing from another. */
  readonly closers: readonly IsClosed[];
  /** False for a name that no rule closes anywhere: of most names nothing else is asked. */
  readonly mayBeClosed: (name: string) => boolean;
  /** Of each. */
  readonly maxFound: number;
  readonly now?: () => number;
  /** Calls back after so many milliseconds, and keeps no process alive; returns how to call it off. */
  readonly setTimer?: (ms: number, then: () => void) => () => void;
}

/** A name that came so long before a command is absent from it. */
const MAX_AGE_MS = 10_000;
/** A command waits so long at most. */
const MAX_WAIT_MS = 10_000;
/** Works so long without letting others go on. */
const WORK_MS = 10;
/** And lets them have so much where nobody waits any more. */
const PAUSE_MS = 90;

/** A folder as it was when it was read. */
interface Folder {
  readonly changedMs: number;
  readonly inode: number;
  readonly isSettled: boolean;
  readonly folders: readonly string[];
  readonly closed: readonly Closed[];
}

interface Closed {
  /** The number of the rule. */
  readonly by: number;
  readonly path: string;
}

export function createFarLook(options: FarLookOptions): FarLook {
  const { now = () => performance.now(), setTimer = systemTimer } = options;
  let known: ReadonlyMap<string, Folder> = new Map();
  let last: { readonly found: readonly string[]; readonly fromMs: number } | null = null;
  let running: Promise<void> | null = null;
  /** For each rule, what the look that runs has found. */
  let found: readonly Set<string>[] = [];
  let waiting = 0;
  let isOver = false;
  const pause = (ms: number) => new Promise<void>((resolve) => void setTimer(ms, resolve));

  async function run(): Promise<void> {
    const fromMs = now();
    const next = new Map<string, Folder>();
    found = options.closers.map(() => new Set<string>());
    const steps = look(options, { known, next, found });
    for (;;) {
      const untilMs = performance.now() + WORK_MS;
      let isDone = isOver;
      while (!isDone && performance.now() < untilMs) isDone = steps.next().done === true;
      if (isDone) break;
      await (waiting > 0 ? turn() : pause(PAUSE_MS));
    }
    if (isOver) return;
    known = next;
    last = { found: found.flatMap((each) => [...each]), fromMs };
  }
  return {
    async current() {
      if (last !== null && now() - last.fromMs < MAX_AGE_MS) return last.found;
      waiting += 1;
      running ??= run().finally(() => {
        running = null;
      });
      let callOff = (): void => {};
      const late = new Promise<void>((resolve) => {
        callOff = setTimer(MAX_WAIT_MS, resolve);
      });
      await Promise.race([running, late]);
      callOff();
      waiting -= 1;
      // Of a look that is not over: what it found, and what the last one did.
      return [...new Set([...found.flatMap((each) => [...each]), ...(last?.found ?? [])])];
    },
    close() {
      isOver = true;
    },
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function systemTimer(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms).unref();
  return () => clearTimeout(timer);
}

interface Looking {
  readonly known: ReadonlyMap<string, Folder>;
  readonly next: Map<string, Folder>;
  readonly found: readonly Set<string>[];
}

function* look(
  options: FarLookOptions,
  { known, next, found }: Looking,
): Generator<undefined, void> {
  const paths = options.trees.map(toBytePath);
  for (let path = paths.pop(); path !== undefined; path = paths.pop()) {
    const folder = readFolder(path, known.get(path), options);
    yield;
    if (folder === null) continue;
    next.set(path, folder);
    paths.push(...folder.folders);
    for (const closed of folder.closed)
      if ((found[closed.by]?.size ?? 0) < options.maxFound) found[closed.by]?.add(closed.path);
  }
}

function readFolder(
  path: string,
  known: Folder | undefined,
  { closers, mayBeClosed }: FarLookOptions,
): Folder | null {
  const stat = statOf(path);
  if (stat === null) return null;
  if (known?.isSettled && known.changedMs === stat.ctimeMs && known.inode === stat.ino)
    return known;
  const folders: string[] = [];
  const closed: Closed[] = [];
  for (const entry of entriesIn(path)) {
    const { name } = entry;
    const by = mayBeClosed(name) ? firstToClose(below(path, name), name, closers) : -1;
    if (by === -1 && entry.isDirectory()) folders.push(below(path, name));
    if (by !== -1)
      closed.push(...realOf(below(path, name)).map((real): Closed => ({ by, path: real })));
  }
  const settled = isSettled(stat.ctimeMs, Date.now());
  return { changedMs: stat.ctimeMs, inode: stat.ino, isSettled: settled, folders, closed };
}

function firstToClose(path: string, name: string, closers: readonly IsClosed[]): number {
  return closers.findIndex((isClosed) => isClosed(name, () => toText(path)));
}

function entriesIn(folder: string): readonly Dirent<string>[] {
  try {
    return readdirSync(toFsPath(folder), { withFileTypes: true, encoding: "latin1" });
  } catch {
    return [];
  }
}

function realOf(path: string): readonly string[] {
  try {
    return [realpathSync(toText(path))];
  } catch {
    return [];
  }
}
