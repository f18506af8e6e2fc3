/** Stages for all folders among the outputs of one process, kept brought over while it runs. */
import { mkdirSync } from "node:fs";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { statOf } from "../plan/disk/directory-cache.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import { openStage, type Stage, type StageOptions } from "./open-stage.ts";

export interface StagesOptions extends Pick<StageOptions, "judge"> {
  /** A folder of ours that does not exist yet. */
  readonly folder: string;
  mayWrite(path: string): boolean;
  isOutput(path: string): boolean;
  /** Bounds of growth and contents for all of them together; and of what one may hold when the process begins. */
  readonly maxBytes: number;
  readonly maxEntries: number;
}

export interface Stages {
  readonly mounts: readonly Mount[];
  /** A sentence once a bound is passed: then nothing is brought over any more, and the process is to be ended. */
  over(): string | null;
  close(): void;
}

/** A look at many files takes its time: the pause before the next is at least this many times as long. */
const PAUSE_FACTOR = 10;
const PAUSE_MS = 100;

/**
 * The mounts, with stages in the place of folders that may be written. A single file is written as it is: its name was judged.
 */
export function openStages(mounts: readonly Mount[], options: StagesOptions): Stages {
  const stages: Stage[] = [];
  const root = toBytePath(options.folder);
  const { maxBytes, maxEntries } = options;
  mkdirSync(options.folder, { mode: 0o700 });
  const staged = openAll(mounts, options, (output) => {
    const folder = `${root}/${stages.length}`;
    const { mayWrite, judge } = options;
    const judged = judge === undefined ? {} : { judge };
    stages.push(openStage({ output, folder, maxBytes, maxEntries, mayWrite, ...judged }));
    return folder;
  });
  let over: string | null = null;
  const publish = () => {
    const looks = stages.map((stage) => stage.look());
    over ??= overOf(
      looks.reduce((sum, { grownBytes }) => sum + grownBytes, 0),
      looks.reduce((sum, { entries }) => sum + entries, 0),
      options,
    );
    if (over !== null) return;
    for (const look of looks) {
      try {
        look.publish();
      } catch {
        // No space, or a folder that was closed to us: what was brought over so far stays.
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
    over: () => over,
    close: () => {
      clearTimeout(timer);
      if (open) publish();
      open = false;
      clearTree(root);
    },
  };
}

/** Opens all of them; those made so far go when one cannot be made. */
function openAll(
  mounts: readonly Mount[],
  { isOutput, folder }: StagesOptions,
  open: (output: string) => string,
): readonly Mount[] {
  try {
    return mounts.map((mount): Mount => {
      const { path } = mount;
      if (mount.kind !== "write" || !isOutput(path)) return mount;
      if (statOf(path)?.isDirectory() !== true) return mount;
      return { ...mount, source: open(path) };
    });
  } catch (error) {
    clearTree(toBytePath(folder));
    throw error;
  }
}

function overOf(
  grownBytes: number,
  entries: number,
  { maxBytes, maxEntries }: StagesOptions,
): string | null {
  const more = "; nothing more of it was brought over";
  if (grownBytes > maxBytes) return `what it may write grew by more than ${maxBytes} bytes${more}`;
  return entries > maxEntries ? `its outputs hold more than ${maxEntries} files${more}` : null;
}
