/** Stages for all outputs of one process, kept brought over while it runs. */
import { mkdirSync, rmdirSync } from "node:fs";
import { isToolError } from "@toolplane/contract";
import { clearTree, nameOf, parentOf, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { statOf } from "../plan/disk/directory-cache.ts";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";
import type { Mount } from "../plan/mounts/mount.ts";
import { openStage, type Stage, type StageOptions } from "./open-stage.ts";
import { walk } from "./staged-files.ts";

export interface StagesOptions extends Pick<StageOptions, "judge" | "keeper"> {
  /** Byte paths that were made so that there are outputs. */
  readonly made: readonly string[];
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
  /** Brings over what is left. */
  close(): Promise<void>;
}

/** A look at many files takes its time: the pause before the next is at least this many times as long. */
const PAUSE_FACTOR = 10;
const PAUSE_MS = 100;

/** The mounts, with stages in the place of what may be written. */
export function openStages(mounts: readonly Mount[], options: StagesOptions): Stages {
  const stages: Stage[] = [];
  const root = toBytePath(options.folder);
  const { maxBytes, maxEntries, keeper } = options;
  mkdirSync(options.folder, { mode: 0o700 });
  const staged = openAll(mounts, options, (output, isFile) => {
    const folder = `${root}/${stages.length}`;
    const { mayWrite } = options;
    // The name of a single file was judged when it was declared.
    const judge = isFile ? undefined : options.judge;
    const stage = openStage({
      output,
      isFile,
      folder,
      maxBytes,
      maxEntries,
      mayWrite,
      judge,
      keeper,
    });
    stages.push(stage);
    return stage.source;
  });
  const made = new Set(options.made);
  const noteMade = async (output: string): Promise<void> => {
    const own = [...made].filter((path) => isWithin(output, path));
    for (const path of own) made.delete(path);
    await keeper.made(own);
  };
  let over: string | null = null;
  const publish = async (): Promise<void> => {
    const looks = stages.map((stage) => ({ output: stage.output, look: stage.look() }));
    over ??= overOf(
      looks.reduce((sum, { look }) => sum + look.grownBytes, 0),
      looks.reduce((sum, { look }) => sum + look.entries, 0),
      options,
    );
    for (const { output, look } of looks) {
      if (over !== null) return;
      try {
        await look.publish(() => noteMade(output));
      } catch (error) {
        // No space, or a folder that was closed to us: what was brought over so far stays.
        if (isToolError(error) && error.code === "too_large") over = error.message;
      }
    }
  };
  const looking = lookOften(publish, stages.length > 0);
  return {
    mounts: staged,
    over: () => over,
    async close() {
      await looking.close();
      for (const path of made) dropUnused(path);
      clearTree(root);
    },
  };
}

/** Does it again and again, and once more when it is closed; never twice at a time. */
function lookOften(
  work: () => Promise<void>,
  isNeeded: boolean,
): { readonly close: () => Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let closing: Promise<void> | null = null;
  const look = async (): Promise<void> => {
    const startMs = performance.now();
    await work();
    const pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - startMs));
    if (closing === null) plan(pauseMs);
  };
  const plan = (pauseMs: number): void => {
    timer = setTimeout(() => {
      running = look();
    }, pauseMs).unref();
  };
  if (isNeeded) plan(PAUSE_MS);
  return {
    close() {
      clearTimeout(timer);
      closing ??= running.then(work);
      return closing;
    },
  };
}

/** Removes a folder that was made to be an output and that nothing came into. */
function dropUnused(path: string): void {
  if (!isFolder(path)) return;
  const inside = walk(path, MOST_MADE);
  if (inside.every(isFolder))
    for (const folder of [path, ...inside].toReversed()) tryRemove(folder);
}

/** Folders on the way to an output. */
const MOST_MADE = 100;

function isFolder(path: string): boolean {
  return statOf(path)?.isDirectory() === true;
}

function tryRemove(folder: string): void {
  inVerifiedDirectory(parentOf(folder), (prefix) => {
    rmdirSync(toFsPath(`${prefix}${nameOf(folder)}`));
  });
}

/** Opens all of them; those made so far go when one cannot be made. */
function openAll(
  mounts: readonly Mount[],
  { isOutput, folder }: StagesOptions,
  open: (output: string, isFile: boolean) => string,
): readonly Mount[] {
  try {
    return mounts.map((mount): Mount => {
      const { path } = mount;
      if (mount.kind !== "write" || !isOutput(path)) return mount;
      return { ...mount, source: open(path, !isFolder(path)) };
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
