/**
 * From a confinement to mounts, by one walk over the reach. Each directory is mounted at the level that its ordinary
 * children have; what deviates below is mounted over it. Where only parts of a directory are open, an empty directory
 * stands in its place and the open parts are bound into it.
 *
 * What cannot be listed is closed. Past the bound nothing runs: a mask that was not looked for is a mask that is missing.
 */
import { readlinkSync, realpathSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import { absentNames } from "./absent-names.ts";
import { below, isGitFolder, isWithin, nameOf, toBytePath, toFsPath } from "./byte-path.ts";
import type { ConfinementReading, Level } from "./confinement-reading.ts";
import { type DirectoryCache, statOf } from "./directory-cache.ts";
import { findAliases } from "./find-aliases.ts";
import { linkTargets } from "./link-targets.ts";
import { missingNames } from "./missing-names.ts";
import type { Mount, MountPlan, WritableDirectory } from "./mount.ts";
import { parentsToPin } from "./parents-to-pin.ts";

export interface PlanOptions {
  readonly reading: ConfinementReading;
  readonly directories: DirectoryCache;
  /** Byte paths where the sandbox mounts something of its own, whatever the reach is. */
  readonly replaced: readonly string[];
  /** Byte paths that stay closed, whatever the reach is: sockets of the machine's services live there. */
  readonly shut: readonly string[];
  /** The scratch directory: sockets there are the processes' own. */
  readonly scratch: string;
  /** True for an empty directory that was put there for an earlier command: as good as missing. */
  isMountPoint(path: string): boolean;
  readonly maxEntries: number;
  readonly maxMounts: number;
  /** Byte paths of roots that are shown as a view: what is closed in them is masked by the view, and nothing is mounted over it. */
  readonly views?: readonly string[];
  /** Names in views that are masked though they are not there, at most. */
  readonly maxAbsent?: number;
}

/** Of one view. Past it a name that must not be written is refused when the command's changes land, not before. */
const MAX_READ_ONLY_IN_VIEWS = 200;
const MAX_ABSENT = 10_000;

interface Walk extends PlanOptions {
  readonly mounts: Map<string, Mount>;
  readonly held: Map<string, 0 | 1>;
  readonly unheldLinks: string[];
  readonly writable: WritableDirectory[];
  readonly missing: Set<string>;
  readonly starts: ReadonlySet<string>;
  readonly masked: Set<string>;
  /** Directories of views that a command can see. */
  readonly shown: string[];
  /** Links whose names are closed. */
  readonly closedLinks: string[];
  readOnlyInViews: number;
  entries: number;
}

/** Plans the mounts of a confinement. Rejects past the bounds with `too_large`. */
export function planMounts(options: PlanOptions): MountPlan {
  const starts = options.reading.starts.map(toBytePath).filter((start) => isReal(start));
  const walk: Walk = {
    ...options,
    starts: new Set(starts),
    mounts: new Map(),
    held: new Map(),
    unheldLinks: [],
    writable: [],
    missing: new Set(),
    masked: new Set(),
    shown: [],
    closedLinks: [],
    readOnlyInViews: 0,
    entries: 0,
  };
  for (const start of starts) visitStart(walk, start);
  for (const name of missingNames(walk.reading, { starts, scratch: options.scratch })) {
    if (isInView(walk, name)) continue;
    if (options.isMountPoint(name) || statOf(name) === null) walk.missing.add(name);
  }
  for (const target of linkTargets(walk.closedLinks, starts)) closeTarget(walk, target);
  for (const [path, level] of findAliases(walk)) hold(walk, path, level);
  for (const path of walk.missing) walk.held.set(path, 1);
  for (const parent of parentsToPin(walk.reading, { held: walk.held, starts })) {
    if (isInView(walk, parent) || isViewRoot(walk, parent)) continue;
    if (!walk.mounts.has(parent)) mount(walk, { kind: "write", path: parent });
  }
  maskAbsent(walk);
  const mounts = [...walk.mounts.values()]
    .filter(({ path }) => !isBelowMasked(walk, path))
    .toSorted((one, other) => depth(one) - depth(other));
  const { held, unheldLinks, writable, masked } = walk;
  return { mounts, held, unheldLinks, writable, missing: [...walk.missing], starts, masked };
}

function isInView({ views = [] }: Walk, path: string): boolean {
  return views.some((root) => path !== root && isWithin(path, root));
}

function isViewRoot({ views = [] }: Walk, path: string): boolean {
  return views.includes(path);
}

function isBelowMasked(walk: Walk, path: string): boolean {
  if (walk.masked.size === 0) return false;
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    if (walk.masked.has(path.slice(0, end))) return true;
  }
  return false;
}

// The name is closed and the file behind it is what was meant: its own name is closed as well.
function closeTarget(walk: Walk, target: string): void {
  if (walk.held.get(target) === 0) return;
  const isDirectory = statOf(target)?.isDirectory() === true;
  walk.held.set(target, 0);
  close(walk, { kind: isDirectory ? "close-directory" : "close-file", path: target });
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

function close(
  walk: Walk,
  closed: { readonly kind: "close-file" | "close-directory"; readonly path: string },
): void {
  if (!isInView(walk, closed.path)) {
    mount(walk, closed);
    return;
  }
  walk.mounts.delete(closed.path);
  walk.masked.add(closed.path);
}

// Doors refuse a path whose links lead out of reach, so a start that is not its own real path opens nothing.
function isReal(start: string): boolean {
  try {
    return realpathSync.native(toFsPath(start), "latin1") === start;
  } catch {
    return false;
  }
}

function visitStart(walk: Walk, start: string): void {
  const stat = statOf(start);
  if (stat === null || stat.isSymbolicLink()) return;
  if (stat.isDirectory())
    visitDirectory(walk, { path: start, enclosing: 0, ...levels(walk, start) });
  else visitFile(walk, { path: start, enclosing: 0, level: walk.reading.level(start) });
}

interface DirectoryVisit {
  readonly path: string;
  /** The level of what the directory would show without a mount of its own. */
  readonly enclosing: Level;
  readonly own: Level;
  readonly children: Level;
}

function visitDirectory(walk: Walk, visit: DirectoryVisit): void {
  const { path, enclosing, own, children } = visit;
  if (walk.replaced.includes(path)) return;
  if (walk.shut.includes(path)) {
    if (enclosing > 0) close(walk, { kind: "close-directory", path });
    return;
  }
  const base = own === 0 ? 0 : children;
  if (base === 0) {
    visitClosed(walk, visit);
    return;
  }
  if (base !== enclosing) mount(walk, { kind: base === 2 ? "write" : "read", path });
  if (base < enclosing) walk.held.set(path, 1);
  // It may not be renamed or removed itself, while its content may change.
  else if (own < base && enclosing === base && !isInView(walk, path))
    mount(walk, { kind: "write", path });
  if (base === 2 || walk.reading.mayDiffer(path, base)) visitChildren(walk, visit, base);
}

function visitClosed(walk: Walk, visit: DirectoryVisit): void {
  const { path, enclosing, own, children } = visit;
  const before = walk.mounts.size;
  // A start may lie below something that is mounted for other reasons (`/tmp`), and must not show through.
  const isStart = walk.starts.has(path) && path !== walk.scratch;
  if (enclosing > 0 || isStart) mount(walk, { kind: "sparse", path });
  if (children > 0 || walk.reading.mayDiffer(path, 0)) visitChildren(walk, visit, 0);
  if (enclosing === 0) {
    if (own > 0 && walk.mounts.size === before) mount(walk, { kind: "sparse", path });
    return;
  }
  walk.held.set(path, own > 0 ? 1 : 0);
  if (own === 0 && walk.mounts.size === before + 1) {
    close(walk, { kind: "close-directory", path });
  }
}

function visitChildren(walk: Walk, visit: DirectoryVisit, enclosing: Level): void {
  const { path, children } = visit;
  const listing = walk.directories.list(path);
  if (listing === null) {
    if (enclosing > 0) {
      close(walk, { kind: "close-directory", path });
      walk.held.set(path, 0);
    }
    return;
  }
  count(walk, listing.total);
  if (enclosing > 0 && (isInView(walk, path) || isViewRoot(walk, path))) walk.shown.push(path);
  const { triggers } = walk.reading;
  if (enclosing === 2)
    walk.writable.push({ path, files: listing.files, changedMs: listing.changedMs });
  for (const name of listing.directories) {
    const child = below(path, name);
    const asked = triggers.test(name);
    visitDirectory(walk, {
      path: child,
      enclosing,
      ...(asked ? levels(walk, child) : { own: children, children }),
    });
  }
  // Where the ordinary file is what the directory shows, only the others are looked at; which those are is remembered.
  const files = children === enclosing ? walk.reading.notable(listing) : listing.files;
  for (const name of files) {
    const child = below(path, name);
    const level = triggers.test(name) ? walk.reading.level(child) : children;
    visitFile(walk, {
      path: child,
      enclosing,
      level: isGitFolder(name) ? readOnly(level) : level,
    });
  }
  for (const name of listing.links)
    visitLink(walk, { path: below(path, name), enclosing, children });
  for (const name of listing.sockets) visitSocket(walk, below(path, name), enclosing);
}

// A `.git` file names the folder whose configuration git obeys; the kernel's masks speak of the folder only.
function readOnly(level: Level): Level {
  return level === 2 ? 1 : level;
}

function levels(walk: Walk, path: string): { readonly own: Level; readonly children: Level } {
  const { reading } = walk;
  const neutral = reading.triggers.neutral ?? "zq7-neutral-x9v";
  return { own: reading.level(path), children: reading.level(below(path, neutral)) };
}

function visitFile(
  walk: Walk,
  visit: { readonly path: string; readonly enclosing: Level; readonly level: Level },
): void {
  const { path, enclosing, level } = visit;
  if (level === enclosing) return;
  if (level < enclosing) hold(walk, path, level as 0 | 1);
  else mount(walk, { kind: level === 2 ? "write" : "read", path });
}

function visitLink(
  walk: Walk,
  visit: { readonly path: string; readonly enclosing: Level; readonly children: Level },
): void {
  const { path, enclosing, children } = visit;
  const name = nameOf(path);
  const level = walk.reading.triggers.test(name) ? walk.reading.level(path) : children;
  if (enclosing > 0) {
    if (level === 0) {
      walk.closedLinks.push(path);
      if (isInView(walk, path)) {
        walk.held.set(path, 0);
        walk.masked.add(path);
        return;
      }
    }
    if (level < enclosing || isGitFolder(name)) walk.unheldLinks.push(path);
    return;
  }
  if (level === 0) return;
  try {
    mount(walk, { kind: "link", path, target: readlinkSync(toFsPath(path), "latin1") });
  } catch {
    // Gone since it was listed.
  }
}

// A listening socket of another program is a way out of every mount. In scratch only confined processes make them.
function visitSocket(walk: Walk, path: string, enclosing: Level): void {
  if (enclosing === 0 || path.startsWith(`${walk.scratch}/`)) return;
  hold(walk, path, 0);
}

function hold(walk: Walk, path: string, level: 0 | 1): void {
  walk.held.set(path, level);
  if (level === 0) close(walk, { kind: "close-file", path });
  else if (!isInView(walk, path)) mount(walk, { kind: "read", path });
  else if (walk.readOnlyInViews < MAX_READ_ONLY_IN_VIEWS) {
    walk.readOnlyInViews += 1;
    mount(walk, { kind: "read", path });
  }
}

function mount(walk: Walk, mounted: Mount): void {
  walk.mounts.set(mounted.path, mounted);
  if (walk.mounts.size > walk.maxMounts) throw tooMany("parts", walk.maxMounts);
}

function count(walk: Walk, entries: number): void {
  walk.entries += entries;
  if (walk.entries > walk.maxEntries) throw tooMany("files", walk.maxEntries);
}

function tooMany(what: string, bound: number): ToolError {
  return new ToolError(
    "too_large",
    `The command cannot be confined: its reach holds more than ${bound} ${what} that rules would have to be checked against. Narrow the folders it may use, or run it with a person's approval.`,
    { detail: { sandbox: "bound", what, bound } },
  );
}

function depth({ path }: Mount): number {
  let slashes = 0;
  for (let index = 1; index < path.length; index += 1) if (path[index] === "/") slashes += 1;
  return path === "/" ? -1 : slashes;
}
