/** Plans a whole reach from the walks over its parts. Where one part concerns another is decided here, again each time. */
import { statOf } from "../disk/directory-cache.ts";
import { linkTargets } from "../disk/link-targets.ts";
import type { Mount, MountPlan } from "../mounts/mount.ts";
import { findAliases } from "./find-aliases.ts";
import { missingNames } from "./missing-names.ts";
import { openWalk, type PlanOptions, type Walk } from "./open-walk.ts";
import { parentsToPin } from "./parents-to-pin.ts";
import { MAX_ABSENT, type WalkedStart } from "./walk-start.ts";

/** Throws `too_large` past the bounds. */
export function joinWalks(options: PlanOptions, walked: readonly WalkedStart[]): MountPlan {
  const starts = walked.map(({ start }) => start);
  const walk = openWalk(options, starts);
  for (const part of walked) addPart(walk, part);
  for (const name of missingNames(walk.reading, { starts, scratch: options.scratch })) {
    if (walk.isInView(name)) continue;
    if (options.isMountPoint(name) || statOf(name) === null) walk.missing.add(name);
  }
  for (const target of [...linkTargets(walk.closedLinks, starts)].toSorted(byLength))
    closeTarget(walk, target);
  for (const [path, level] of findAliases(walk)) walk.hold(path, level);
  for (const path of walk.missing) walk.held.set(path, 1);
  for (const parent of parentsToPin(walk.reading, { held: walk.held, starts })) {
    if (walk.isInView(parent) || walk.isViewRoot(parent)) continue;
    if (!walk.mounts.has(parent)) walk.mount({ kind: "write", path: parent });
  }
  maskAbsent(
    walk,
    walked.flatMap(({ absent }) => absent),
  );
  const mounts = [...walk.mounts.values()]
    .filter(({ path }) => !isBelowMasked(walk, path))
    .toSorted((one, other) => depth(one) - depth(other));
  const { held, unheldLinks, writable, masked } = walk;
  return { mounts, held, unheldLinks, writable, missing: [...walk.missing], starts, masked };
}

function addPart(walk: Walk, part: WalkedStart): void {
  walk.count(part.met.entries);
  walk.met.readOnlyInViews += part.met.readOnlyInViews;
  for (const mount of part.mounts.values()) walk.mount(mount);
  for (const [path, level] of part.held) walk.held.set(path, level);
  for (const path of part.masked) walk.masked.add(path);
  for (const path of part.unheldLinks) walk.unheldLinks.push(path);
  for (const directory of part.writable) walk.writable.push(directory);
  for (const path of part.closedLinks) walk.closedLinks.push(path);
}

// The name is closed and the file behind it is what was meant: its own name is closed as well.
function closeTarget(walk: Walk, target: string): void {
  if (isClosed(walk, target)) return;
  const isDirectory = statOf(target)?.isDirectory() === true;
  walk.held.set(target, 0);
  walk.close({ kind: isDirectory ? "close-directory" : "close-file", path: target });
}

/** In a closed folder there is nothing left to close. */
function isClosed({ held }: Walk, path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1))
    if (held.get(path.slice(0, end)) === 0) return true;
  return false;
}

function byLength(one: string, other: string): number {
  return one.length - other.length;
}

// A file that is made under such a name while the command runs is hidden already.
function maskAbsent(walk: Walk, names: readonly string[]): void {
  const bound = walk.maxAbsent ?? MAX_ABSENT;
  let made = 0;
  for (const path of names) {
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
