/**
 * Plans the sight of a process that runs on: the files of its reach themselves, live, read-only but for declared outputs.
 *
 * A mask lies on a name and is gone when the file is replaced. So nothing is masked here: a folder that holds a hidden name is
 * not shown at all. A stand-in, a folder of ours, takes its place, and what may be seen is put into it; a hidden name is absent
 * because it is never put there, whatever happens to the file. All folders above a stand-in are stand-ins too, or a rename of one
 * of them would bring the real one back. A folder in which a closed name could still be made is treated alike.
 */
import { realpathSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { below, parentOf, toFsPath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { DirectoryCache } from "../plan/disk/directory-cache.ts";
import type { Mount, MountPlan } from "../plan/mounts/mount.ts";
import type { ConfinementReading } from "../plan/reading/confinement-reading.ts";
import { type GuardBounds, guardedFolders } from "./guarded-folders.ts";

export interface BoundOptions {
  /** The paths that rules hold back, as the walk over the reach found them. */
  readonly plan: MountPlan;
  readonly reading: ConfinementReading;
  readonly directories: DirectoryCache;
  readonly scratch: string;
  /** Byte paths that may be written and exist; of the usual ones those that can be opened. */
  readonly declared: readonly string[];
  readonly usual: readonly string[];
  /** Folders that are shown only because a program is installed there. */
  readonly installed: readonly string[];
  readonly maxMounts: number;
  /** Larger files are bound instead of copied. */
  readonly maxFileBytes: number;
  readonly guards: GuardBounds;
}

/** A folder of which only parts are shown. */
export interface StandIn {
  readonly path: string;
  /** Folders that are bound into it, by name. */
  readonly folders: readonly string[];
  /** Closed but for what is bound into it: its own files are not shown. */
  readonly closed: boolean;
}

export interface BoundPlan {
  /** Parents first. */
  readonly standIns: readonly StandIn[];
  /** Beside the stand-ins, parents first. */
  readonly mounts: readonly Mount[];
  /** Names that must never be put into a stand-in, beside those that rules close. */
  readonly hidden: ReadonlySet<string>;
  /** Closed folders of which something is open. */
  readonly partly: ReadonlySet<string>;
  readonly held: ReadonlyMap<string, 0 | 1>;
  /** Paths that can be written, scratch apart. */
  readonly outputs: readonly string[];
}

/** Plans it. Throws `permission_denied` for an output that cannot be one, `too_large` past the bound. */
export function planBound(options: BoundOptions): BoundPlan {
  const { plan, reading, scratch } = options;
  const starts = plan.starts.filter((start) => !isWithin(start, scratch));
  const hidden = hiddenPaths(options);
  const partly = new Set(
    plan.mounts.filter(({ kind }) => kind === "sparse").map(({ path }) => path),
  );
  const parted = new Set<string>(partly);
  for (const path of [...hidden, ...partly])
    for (const folder of foldersAbove(path, starts)) parted.add(folder);
  // A name that a rule closes can be made in the topmost folder at any time.
  const isFolder = (start: string) => options.directories.list(start) !== null;
  if (reading.readMasks.length > 0) for (const start of starts.filter(isFolder)) parted.add(start);
  const outputs = openOutputs(options, parted);
  const shown = starts.filter((start) => plan.mounts.some(({ path }) => path === start));
  const guarded = guardedFolders({
    starts: shown,
    installed: options.installed,
    reading,
    directories: options.directories,
    maxFileBytes: options.maxFileBytes,
    bounds: options.guards,
    isApart: (path) => hidden.has(path) || partly.has(path) || outputs.includes(path),
  });
  const found: { standIns: StandIn[]; mounts: Mount[] } = { standIns: [], mounts: [] };
  const visit = visitor(
    { options, hidden, partly, parted: new Set([...parted, ...guarded]) },
    found,
  );
  for (const start of shown) visit(start);
  const inScratch = plan.mounts.filter(({ path }) => isWithin(path, scratch));
  const mounts = [...found.mounts, ...outputMounts(plan, outputs), ...inScratch];
  if (mounts.length > options.maxMounts) throw tooMany(options.maxMounts);
  const byDepth = mounts.toSorted((one, other) => depth(one.path) - depth(other.path));
  const held = new Map<string, 0 | 1>(starts.map((start) => [start, 1]));
  for (const [path, level] of plan.held) if (level === 0) held.set(path, 0);
  return { standIns: found.standIns, mounts: byDepth, hidden, partly, held, outputs };
}

/** Closed paths, the links among them, and the targets of those. */
function hiddenPaths({ plan, reading }: BoundOptions): ReadonlySet<string> {
  const closed = plan.mounts.filter(({ kind }) => kind.startsWith("close"));
  const hidden = new Set(closed.map(({ path }) => path));
  for (const link of plan.unheldLinks) {
    if (reading.level(link) > 0) continue;
    hidden.add(link);
    const target = targetOf(link);
    if (target !== null && plan.starts.some((start) => isWithin(target, start))) hidden.add(target);
  }
  return hidden;
}

function targetOf(link: string): string | null {
  try {
    return realpathSync.native(toFsPath(link), "latin1");
  } catch {
    return null;
  }
}

function foldersAbove(path: string, starts: readonly string[]): readonly string[] {
  const start = starts.find((each) => path !== each && isWithin(path, each));
  const found: string[] = [];
  for (let at = path; start !== undefined && at !== start; ) {
    at = parentOf(at);
    found.push(at);
  }
  return found;
}

interface Parts {
  readonly options: BoundOptions;
  readonly hidden: ReadonlySet<string>;
  /** Closed folders of which something is open. */
  readonly partly: ReadonlySet<string>;
  /** Folders that need a stand-in. */
  readonly parted: ReadonlySet<string>;
}

function visitor(
  { options, hidden, partly, parted }: Parts,
  found: { readonly standIns: StandIn[]; readonly mounts: Mount[] },
): (path: string) => void {
  const { plan, directories } = options;
  const visit = (path: string): void => {
    if (!parted.has(path)) {
      found.mounts.push({ kind: "read", path });
      return;
    }
    if (partly.has(path)) {
      found.standIns.push({ path, folders: [], closed: true });
      const open = plan.mounts.filter((mount) => mount.path !== path && isWithin(mount.path, path));
      for (const mount of open) {
        if (mount.kind === "read" || mount.kind === "write")
          found.mounts.push({ kind: "read", path: mount.path });
        else if (mount.kind === "link") found.mounts.push(mount);
      }
      return;
    }
    const listing = directories.list(path);
    const names = (listing?.directories ?? []).filter((name) => !hidden.has(below(path, name)));
    found.standIns.push({ path, folders: names, closed: false });
    for (const name of names) visit(below(path, name));
  };
  return visit;
}

function openOutputs(options: BoundOptions, parted: Parts["parted"]): readonly string[] {
  const { declared, usual, scratch } = options;
  for (const path of declared) {
    const fault = outputFault(options, path, parted);
    if (fault !== null) throw refused(path, fault);
  }
  const open = usual.filter((path) => outputFault(options, path, parted) === null);
  return [...new Set([...declared, ...open])].filter((path) => !isWithin(path, scratch));
}

function outputFault(
  { reading, plan, scratch }: BoundOptions,
  path: string,
  parted: Parts["parted"],
): string | null {
  if (isWithin(path, scratch)) return null;
  const start = plan.starts.find((each) => isWithin(path, each));
  if (start === undefined || reading.level(path) < 2)
    return "a rule or the reach of this tool closes it";
  if (path === start) return "the whole folder cannot be one; name a folder in it";
  return parted.has(path) ? "it holds a name that a rule hides" : null;
}

function refused(path: string, why: string): ToolError {
  return new ToolError(
    "permission_denied",
    `${toText(path)} cannot be an output of a background process: ${why}.`,
  );
}

/** Outputs, and what stays read-only inside them. */
function outputMounts(plan: MountPlan, outputs: readonly string[]): readonly Mount[] {
  const closed = plan.mounts.filter(
    ({ kind, path }) =>
      kind === "read" && outputs.some((output) => path !== output && isWithin(path, output)),
  );
  return [...outputs.map((path): Mount => ({ kind: "write", path })), ...closed];
}

function depth(path: string): number {
  return path.split("/").length;
}

function tooMany(bound: number): ToolError {
  return new ToolError(
    "too_large",
    `The process cannot be shown its files: more than ${bound} folders lie beside names that rules hide. Hide a whole folder instead of single names in it.`,
  );
}
