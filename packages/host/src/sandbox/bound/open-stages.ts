/** Stages for all folders among the outputs of one process, kept brought over while it runs. */
import { mkdirSync, rmSync } from "node:fs";
import { toBytePath } from "../plan/byte-path.ts";
import { statOf } from "../plan/directory-cache.ts";
import type { Mount } from "../plan/mount.ts";
import { openStage, type Stage } from "./open-stage.ts";

export interface StagesOptions {
  /** A folder of ours that does not exist yet. */
  readonly folder: string;
  mayWrite(path: string): boolean;
  isOutput(path: string): boolean;
  readonly maxEntries?: number;
}

const MAX_ENTRIES = 200_000;
/** A look at many files takes its time: the pause before the next is at least this many times as long. */
const PAUSE_FACTOR = 10;
const PAUSE_MS = 100;

/** The mounts, with stages in the place of folders that may be written. A single file is written as it is: its name was judged. */
export function openStages(
  mounts: readonly Mount[],
  options: StagesOptions,
): { readonly mounts: readonly Mount[]; close(): void } {
  const stages: Stage[] = [];
  const root = toBytePath(options.folder);
  mkdirSync(options.folder, { mode: 0o700 });
  const maxEntries = options.maxEntries ?? MAX_ENTRIES;
  const staged = mounts.map((mount): Mount => {
    const { path } = mount;
    if (mount.kind !== "write" || !options.isOutput(path)) return mount;
    if (statOf(path)?.isDirectory() !== true) return mount;
    const folder = `${root}/${stages.length}`;
    stages.push(openStage({ output: path, folder, maxEntries, mayWrite: options.mayWrite }));
    return { ...mount, source: folder };
  });
  const publish = () => {
    for (const stage of stages) {
      try {
        stage.publish();
      } catch {
        // Too much to look at, or no space: what was brought over so far stays.
      }
    }
  };
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const startMs = performance.now();
    publish();
    const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - startMs));
    timer = setTimeout(look, pauseMs).unref();
  };
  if (stages.length > 0) timer = setTimeout(look, PAUSE_MS).unref();
  let open = true;
  return {
    mounts: staged,
    close: () => {
      clearTimeout(timer);
      if (open) publish();
      open = false;
      rmSync(options.folder, { recursive: true, force: true });
    },
  };
}
