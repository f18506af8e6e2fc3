/** Views for processes that run on: planned, made, and taken down when the process has ended. */
import { closeSync, constants, mkdirSync, openSync } from "node:fs";
import { extname, join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { nameOf, parentOf, toBytePath, toFsPath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { Outputs } from "../backend/sandbox.ts";
import { type DirectoryCache, statOf } from "../plan/disk/directory-cache.ts";
import { inVerifiedDirectory } from "../plan/disk/verified-directory.ts";
import type { Mount, MountPlan } from "../plan/mounts/mount.ts";
import type { ConfinementReading } from "../plan/reading/confinement-reading.ts";
import { GUARD_BOUNDS } from "./guarded-folders.ts";
import { openStages, type Stages, type StagesOptions } from "./open-stages.ts";
import { openStandIns, type StandIns } from "./open-stand-ins.ts";
import { planBound } from "./plan-bound.ts";

/** Bytes that outputs may grow by, and how many files they may hold, unless given. */
export const MAX_OUTPUT_BYTES: number = 4 * 1024 ** 3;
export const MAX_OUTPUT_FILES = 200_000;

/** Larger files are bound as they are. */
const MAX_COPIED_BYTES = 8 * 1024 * 1024;

export interface BoundViewOptions {
  /** A folder of this process, below the host's data. */
  readonly folder: string;
  readonly directories: DirectoryCache;
  /** As a byte path. */
  readonly scratch: string;
  readonly plan: (reading: ConfinementReading) => MountPlan;
  readonly maxMounts: number;
}

/** The part of its reach that one process is shown. */
interface BoundView extends Pick<MountPlan, "mounts" | "held" | "starts"> {
  /** Names that the process, and no other process of ours, can swap below a mount: those inside its outputs. */
  readonly points: Pick<ReadonlySet<string>, "has">;
  /** A sentence once its outputs have passed a bound. */
  over(): string | null;
  release(): Promise<void>;
}

export interface BoundViews {
  make(reading: ConfinementReading, outputs: Outputs): BoundView;
}

export function createBoundViews(options: BoundViewOptions): BoundViews {
  let count = 0;
  return {
    make(reading, outputs) {
      const declared = outputs.declared.map(toBytePath);
      const usual = outputs.usual.map(toBytePath);
      const made: string[] = [];
      const { inView } = outputs;
      const make = inView?.make ?? ((path: string) => makeOutput(path, made));
      const { seen = itself } = inView ?? {};
      const directories = directoriesAt(options.directories, seen);
      for (const path of declared) if (reading.level(path) === 2) make(path);
      const there = usual.filter((path) => reading.level(path) === 2 && isThere(path, make));
      const found = options.plan(reading);
      const bound = planBound({
        ...options,
        directories,
        plan: found,
        reading,
        declared,
        usual: there,
        installed: (outputs.installed ?? []).map(toBytePath),
        maxFileBytes: MAX_COPIED_BYTES,
        guards: GUARD_BOUNDS,
      });
      count += 1;
      const standIns = openStandIns({
        folder: join(options.folder, `bound-${count}`),
        standIns: bound.standIns,
        mounts: bound.mounts,
        directories,
        seen,
        isHidden: (path) => bound.hidden.has(path) || reading.level(path) === 0,
        hidden: [...bound.hidden, ...bound.partly],
        maxFileBytes: MAX_COPIED_BYTES,
        maxLater: GUARD_BOUNDS.maxFolders,
      });
      const stages = stagesOver(standIns, {
        folder: join(options.folder, `out-${count}`),
        mayWrite: (path) => reading.level(path) === 2,
        isOutput: (path) => inView === undefined && bound.outputs.includes(path),
        keeper: outputs.keeper,
        made,
        maxBytes: outputs.maxBytes ?? MAX_OUTPUT_BYTES,
        maxEntries: outputs.maxFiles ?? MAX_OUTPUT_FILES,
        ...(outputs.judge === undefined ? {} : { judge: outputs.judge }),
      });
      return {
        mounts: stages.mounts.toSorted((one, other) => depth(one) - depth(other)),
        held: bound.held,
        starts: found.starts,
        points: {
          has: (path) => !bound.outputs.some((output) => path !== output && isWithin(path, output)),
        },
        over: stages.over,
        release: () => stages.close().finally(() => standIns.close()),
      };
    },
  };
}

function itself(path: string): string {
  return path;
}

function directoriesAt(
  directories: DirectoryCache,
  seen: (path: string) => string,
): DirectoryCache {
  return seen === itself
    ? directories
    : { list: (path) => directories.list(seen(path)), clear: directories.clear };
}

function stagesOver(standIns: StandIns, options: StagesOptions): Stages {
  try {
    return openStages(standIns.mounts, options);
  } catch (error) {
    standIns.close();
    throw error;
  }
}

// A usual one was not asked for by name, so one that cannot be made is no reason to refuse.
function isThere(path: string, make: (path: string) => void): boolean {
  try {
    make(path);
    return true;
  } catch {
    return false;
  }
}

function depth({ path }: Mount): number {
  return path.split("/").length;
}

/**
 * A declared output that is not there yet is made, so that there is something to open for writing. Makes what is missing of a
 * byte path: folders on the way, then a folder, or a file when its name ends like one. Says the topmost that it made.
 */
function makeOutput(path: string, made: string[]): void {
  const stat = statOf(path);
  if (stat?.isFile() === true || stat?.isDirectory() === true) return;
  if (stat !== null) throw cannotMake(path);
  made.push(topmostMissing(path));
  const parent = parentOf(path);
  if (statOf(parent) === null) makeFolder(parent);
  const isFile = extname(nameOf(path)) !== "";
  if (isFile) makeFile(path);
  else makeFolder(path);
}

function topmostMissing(path: string): string {
  const parent = parentOf(path);
  return statOf(parent) === null ? topmostMissing(parent) : path;
}

function makeFolder(path: string): void {
  const parent = parentOf(path);
  if (statOf(parent) === null) makeFolder(parent);
  const made = inVerifiedDirectory(parent, (prefix) => {
    mkdirSync(toFsPath(`${prefix}${nameOf(path)}`));
    return true;
  });
  if (made === null) throw cannotMake(path);
}

function makeFile(path: string): void {
  const flags = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW;
  const made = inVerifiedDirectory(parentOf(path), (prefix) => {
    closeSync(openSync(toFsPath(`${prefix}${nameOf(path)}`), flags, 0o644));
    return true;
  });
  if (made === null) throw cannotMake(path);
}

function cannotMake(path: string): ToolError {
  return new ToolError("conflict", `The output ${toText(path)} could not be made.`);
}
