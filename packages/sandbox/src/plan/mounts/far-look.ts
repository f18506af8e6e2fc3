/**
 * Goes over large trees for what rules close. A command waits for a look that is not old; only the first one reads every folder,
 * the next ones read those that changed. Where a tree is too large for the bound, the command runs, and the look goes on beside it.
 */
import { realpathSync } from "node:fs";
import { below, toBytePath, toText } from "@toolplane/disk/paths";
import type { KeptTrees } from "../disk/kept-trees.ts";
import { readTreeFolder, type TreeFolder } from "../disk/tree-folder.ts";

/** Asked with a name, and with how to get its whole path. */
export type IsClosed = (name: string, path: () => string) => boolean;

export interface FarLook {
  /** Lists what is closed, by real paths. */
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
  /** The trees that other processes read. */
  readonly kept?: KeptTrees;
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

/** Where more than this share of the folders was read anew, that is kept: to write all of it costs more than to read a few again. */
const KEPT_SHARE = 0.01;

interface Closed {
  readonly name: string;
  /** The number of the rule. */
  readonly by: number;
  readonly real: string | null;
}

export function createFarLook(options: FarLookOptions): FarLook {
  const { now = () => performance.now(), setTimer = systemTimer } = options;
  let trees: Map<string, TreeFolder | null> | null = null;
  const closed = new WeakMap<TreeFolder, readonly Closed[]>();
  let last: { readonly found: readonly string[]; readonly fromMs: number } | null = null;
  let running: Promise<void> | null = null;
  /** For each rule, what the look that runs has found. */
  let found: readonly Set<string>[] = [];
  let waiting = 0;
  let isOver = false;
  const pause = (ms: number) => new Promise<void>((resolve) => void setTimer(ms, resolve));

  async function run(): Promise<void> {
    const fromMs = now();
    found = options.closers.map(() => new Set<string>());
    trees ??= knownTrees(options);
    const looking: Looking = { trees, found, closed, folders: 0, read: 0 };
    const steps = look(options, looking);
    for (;;) {
      const untilMs = performance.now() + WORK_MS;
      let isDone = isOver;
      while (!isDone && performance.now() < untilMs) isDone = steps.next().done === true;
      if (isDone) break;
      await (waiting > 0 ? turn() : pause(PAUSE_MS));
    }
    if (isOver) return;
    last = { found: found.flatMap((each) => [...each]), fromMs };
    // Nobody waits for that.
    if (looking.read > looking.folders * KEPT_SHARE)
      setImmediate(() => options.kept?.keep(looking.trees));
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

function knownTrees({ trees, kept }: FarLookOptions): Map<string, TreeFolder | null> {
  const read = kept?.read();
  return new Map(trees.map((tree) => [toBytePath(tree), read?.get(toBytePath(tree)) ?? null]));
}

interface Looking {
  readonly trees: Map<string, TreeFolder | null>;
  readonly found: readonly Set<string>[];
  /** Asks once what rules close in a folder, for as long as its listing is true. */
  readonly closed: WeakMap<TreeFolder, readonly Closed[]>;
  folders: number;
  /** Of them, read anew. */
  read: number;
}

function* look(options: FarLookOptions, looking: Looking): Generator<undefined, void> {
  const { trees, found } = looking;
  const places = [...trees.keys()].map((path) => ({ path, name: path, among: trees }));
  for (let place = places.pop(); place !== undefined; place = places.pop()) {
    const { path, name, among } = place;
    const known = among.get(name) ?? null;
    const folder = readTreeFolder(path, known, options.mayBeClosed);
    yield;
    among.set(name, folder);
    if (folder === null) continue;
    looking.folders += 1;
    if (folder !== known) looking.read += 1;
    const closed = closedIn(path, folder, { ...options, closed: looking.closed });
    const shut = new Set(closed.map((each) => each.name));
    for (const inside of folder.folders.keys())
      if (!shut.has(inside))
        places.push({ path: below(path, inside), name: inside, among: folder.folders });
    for (const { by, real } of closed)
      if (real !== null && (found[by]?.size ?? 0) < options.maxFound) found[by]?.add(real);
  }
}

function closedIn(
  path: string,
  folder: TreeFolder,
  {
    closers,
    mayBeClosed,
    closed,
  }: Pick<FarLookOptions, "closers" | "mayBeClosed"> & Pick<Looking, "closed">,
): readonly Closed[] {
  const known = closed.get(folder);
  if (known !== undefined) return known;
  const asked = [...folder.files, ...[...folder.folders.keys()].filter(mayBeClosed)];
  const made = asked.flatMap((name): readonly Closed[] => {
    const place = below(path, name);
    const by = closers.findIndex((isClosed) => isClosed(name, () => toText(place)));
    return by === -1 ? [] : [{ name, by, real: realOf(place) }];
  });
  closed.set(folder, made);
  return made;
}

function realOf(path: string): string | null {
  try {
    return realpathSync(toText(path));
  } catch {
    return null;
  }
}
