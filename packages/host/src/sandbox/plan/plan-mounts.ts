/**
 * From a confinement to mounts, by one walk over the reach. Each directory is mounted at the level that its ordinary
 * children have; what deviates below is mounted over it. Where only parts of a directory are open, an empty directory
 * stands in its place and the open parts are bound into it.
 *
 * What cannot be listed is closed. Past the bound nothing runs: a mask that was not looked for is a mask that is missing.
 */
import { realpathSync } from "node:fs";
import { absentNames } from "./absent-names.ts";
import { toBytePath, toFsPath } from "./byte-path.ts";
import { statOf } from "./directory-cache.ts";
import { findAliases } from "./find-aliases.ts";
import { linkTargets } from "./link-targets.ts";
import { missingNames } from "./missing-names.ts";
import type { Mount, MountPlan } from "./mount.ts";
import { openWalk, type PlanOptions, type Walk } from "./open-walk.ts";
import { parentsToPin } from "./parents-to-pin.ts";
import { visitStart } from "./visit-start.ts";

const MAX_ABSENT = 10_000;

/** Plans the mounts of a confinement. Rejects past the bounds with `too_large`. */
export function planMounts(options: PlanOptions): MountPlan {
  const starts = options.reading.starts.map(toBytePath).filter((start) => isReal(start));
  const walk = openWalk(options, starts);
  for (const start of starts) visitStart(walk, start);
  for (const name of missingNames(walk.reading, { starts, scratch: options.scratch })) {
    if (walk.isInView(name)) continue;
    if (options.isMountPoint(name) || statOf(name) === null) walk.missing.add(name);
  }
  for (const target of linkTargets(walk.closedLinks, starts)) closeTarget(walk, target);
  for (const [path, level] of findAliases(walk)) walk.hold(path, level);
  for (const path of walk.missing) walk.held.set(path, 1);
  for (const parent of parentsToPin(walk.reading, { held: walk.held, starts })) {
    if (walk.isInView(parent) || walk.isViewRoot(parent)) continue;
    if (!walk.mounts.has(parent)) walk.mount({ kind: "write", path: parent });
  }
  maskAbsent(walk);
  const mounts = [...walk.mounts.values()]
    .filter(({ path }) => !isBelowMasked(walk, path))
    .toSorted((one, other) => depth(one) - depth(other));
  const { held, unheldLinks, writable, masked } = walk;
  return { mounts, held, unheldLinks, writable, missing: [...walk.missing], starts, masked };
}

// Doors refuse a path whose links lead out of reach, so a start that is not its own real path opens nothing.
function isReal(start: string): boolean {
  try {
    return realpathSync.native(toFsPath(start), "latin1") === start;
  } catch {
    return false;
  }
}

// The name is closed and the file behind it is what was meant: its own name is closed as well.
function closeTarget(walk: Walk, target: string): void {
  if (walk.held.get(target) === 0) return;
  const isDirectory = statOf(target)?.isDirectory() === true;
  walk.held.set(target, 0);
  walk.close({ kind: isDirectory ? "close-directory" : "close-file", path: target });
}

// A file that somebody makes under such a name while the command runs is hidden already.
function maskAbsent(walk: Walk): void {
  const bound = walk.maxAbsent ?? MAX_ABSENT;
  let made = 0;
  for (const path of absentNames(walk.reading, walk.shown)) {
    if (made >= bound) return;
    if (walk.masked.has(path) || walk.mounts.has(path)) continue;
    walk.masked.add(path);
    made += 1;
  }
}

function isBelowMasked(walk: Walk, path: string): boolean {
  if (walk.masked.size === 0) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (walk.masked.has(path.slice(0, end))) return true;
  }
  return false;
}

function depth({ path }: Mount): number {
  let slashes = 0;
  for (let index = 1; index < path.length; index += 1) if (path[index] === "/") slashes += 1;
  return path === "/" ? -1 : slashes;
}
