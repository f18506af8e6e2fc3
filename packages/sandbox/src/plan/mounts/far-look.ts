/** Goes over large trees for what a rule closes, beside commands and a little at a time, and again while commands come. */
import { type Dirent, readdirSync, realpathSync } from "node:fs";
import { below, toBytePath, toFsPath, toText } from "@toolplane/disk/paths";

/** Asked with a name, and with how to get its whole path. */
export type IsClosed = (name: string, path: () => string) => boolean;

export interface FarLook {
  /** What the last look found, by real paths. */
  found(): readonly string[];
  /** A command comes: a look begins soon, unless the last one is young. */
  follow(): void;
  close(): void;
}

export interface FarLookOptions {
  readonly trees: readonly string[];
  readonly isClosed: IsClosed;
  readonly maxFound: number;
  /** Calls back after so many milliseconds, and keeps no process alive; returns how to call it off. */
  readonly setTimer?: (ms: number, then: () => void) => () => void;
}

/** A program that runs one command and is over pays for no look. */
const FIRST_MS = 1_000;
/** One look after the other begins so much later. */
const EVERY_MS = 60_000;
/** Works so long, and lets others have so much. */
const WORK_MS = 4;
const PAUSE_MS = 36;

export function createFarLook(options: FarLookOptions): FarLook {
  const { setTimer = systemTimer } = options;
  let found: readonly string[] = [];
  let stopTimer = (): void => {};
  let isDue = true;
  let isClosed = false;
  const later = (ms: number, then: () => void) => {
    if (!isClosed) stopTimer = setTimer(ms, then);
  };
  function begin(): void {
    const meanwhile: string[] = [];
    const steps = look(options, meanwhile);
    const go = () => {
      const untilMs = performance.now() + WORK_MS;
      while (performance.now() < untilMs) {
        if (steps.next().done !== true) continue;
        found = meanwhile;
        later(EVERY_MS, () => {
          isDue = true;
        });
        return;
      }
      later(PAUSE_MS, go);
    };
    go();
  }
  return {
    found: () => found,
    follow() {
      if (!isDue) return;
      isDue = false;
      later(FIRST_MS, begin);
    },
    close() {
      isClosed = true;
      stopTimer();
    },
  };
}

function systemTimer(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms).unref();
  return () => clearTimeout(timer);
}

function* look(
  { trees, isClosed, maxFound }: FarLookOptions,
  found: string[],
): Generator<undefined, void> {
  const folders = trees.map(toBytePath);
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of entriesIn(folder)) {
      const path = below(folder, entry.name);
      if (isClosed(entry.name, () => toText(path))) found.push(...realOf(path));
      else if (entry.isDirectory()) folders.push(path);
      if (found.length > maxFound) return;
    }
    yield;
  }
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
