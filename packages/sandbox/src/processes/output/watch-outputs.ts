/** Looks how much the outputs of a process grow while it runs, and says when that is more than they may. */
import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@toolplane/contract/ports";

export interface WatchOutputs {
  readonly paths: readonly string[];
  /** Bytes that all of them together may grow by. */
  readonly maxBytes: number;
  readonly clock: Clock;
  /** Called once, however far past the bound it goes. */
  readonly onOver: () => void;
}

/** A look at a large folder takes its time: the pause before the next is at least this many times as long. */
const PAUSE_FACTOR = 20;
const PAUSE_MS = 1_000;

/** Looks until the returned function is called. */
export function watchOutputs({ paths, maxBytes, clock, onOver }: WatchOutputs): () => void {
  let stopped = paths.length === 0;
  let stopTimer = (): void => {};
  let before: number | null = null;
  const look = async (): Promise<void> => {
    const startMs = clock.nowMs();
    const bytes = await bytesOf(paths);
    if (stopped) return;
    before ??= bytes;
    if (bytes - before > maxBytes) {
      stopped = true;
      onOver();
      return;
    }
    const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (clock.nowMs() - startMs));
    stopTimer = clock.setTimer(pauseMs, () => void look());
  };
  if (!stopped) void look();
  return () => {
    stopped = true;
    stopTimer();
  };
}

async function bytesOf(paths: readonly string[]): Promise<number> {
  let bytes = 0;
  const waiting = [...paths];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const stat = await lstat(path).catch(() => null);
    if (stat?.isDirectory() === true) waiting.push(...(await namesIn(path)));
    // Counts the bytes it takes on the disk: a sparse file may claim any size.
    else bytes += (stat?.blocks ?? 0) * 512;
  }
  return bytes;
}

async function namesIn(path: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const entry of await opendir(path)) names.push(join(path, entry.name));
  } catch {
    // Gone, or closed to us.
  }
  return names;
}
