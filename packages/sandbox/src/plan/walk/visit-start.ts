/** The walk over the reach: each entry's level against that of what surrounds it. */
import { readlinkSync } from "node:fs";
import { below, isGitFolder, nameOf, toFsPath } from "@toolplane/disk/paths";
import { isBelow, isWithin } from "@toolplane/readings";
import { statOf } from "../disk/directory-cache.ts";
import { type Level, levelWithin } from "../reading/confinement-reading.ts";
import { closedThrough } from "./closed-through.ts";
import type { Walk } from "./open-walk.ts";

/** Visits one part of the reach, and what lies below it where that may differ. */
export function visitStart(walk: Walk, start: string): void {
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

/**
 * A command can nest folders deeper than any path names. Those below this many bytes are closed as one, without a look into them.
 */
const MAX_PATH_BYTES = 2_000;

function visitDirectory(walk: Walk, visit: DirectoryVisit): void {
  const { path, enclosing, own, children } = visit;
  if (walk.replaced.includes(path)) return;
  if (walk.shut.includes(path) || path.length > MAX_PATH_BYTES) {
    if (enclosing > 0) walk.close({ kind: "close-directory", path });
    return;
  }
  const base = own === 0 ? 0 : children;
  if (base === 0) {
    visitClosed(walk, visit);
    return;
  }
  if (base !== enclosing) walk.mount({ kind: base === 2 ? "write" : "read", path });
  if (base < enclosing) walk.held.set(path, 1);
  // It may not be renamed or removed itself, while its content may change.
  else if (own < base && enclosing === base && !walk.isInView(path))
    walk.mount({ kind: "write", path });
  if (base === 2 || walk.reading.mayDiffer(path, base)) visitChildren(walk, visit, base);
}

function visitClosed(walk: Walk, visit: DirectoryVisit): void {
  const { path, enclosing, own, children } = visit;
  const before = walk.mounts.size;
  // A start may lie below something that is mounted for other reasons (`/tmp`), and must not show through.
  const isStart = walk.starts.has(path) && !isWithin(path, walk.scratch);
  if (enclosing > 0 || isStart) walk.mount({ kind: "sparse", path });
  if (children > 0 || walk.reading.mayDiffer(path, 0)) visitChildren(walk, visit, 0);
  if (enclosing === 0) {
    if (own > 0 && walk.mounts.size === before) walk.mount({ kind: "sparse", path });
    return;
  }
  walk.held.set(path, own > 0 ? 1 : 0);
  for (const link of linksBelow(walk, path)) walk.closedLinks.push(link);
  if (own === 0 && walk.mounts.size === before + 1) {
    walk.close({ kind: "close-directory", path });
  }
}

/** Entries of a closed folder that are looked at for links, at most. */
const MAX_CLOSED_ENTRIES = 2_000;

/** Links in a closed folder: their targets are closed with them. A rule does not mean the links of installed packages. */
function linksBelow({ directories, reading }: Walk, folder: string): readonly string[] {
  const links: string[] = [];
  const folders = [folder];
  let looked = 0;
  for (const at of folders) {
    const listing = nameOf(at) === "node_modules" ? null : directories.list(at);
    if (listing === null) continue;
    looked += listing.total;
    if (looked > MAX_CLOSED_ENTRIES) break;
    for (const name of listing.links)
      if (reading.level(below(at, name)) === 0) links.push(below(at, name));
    for (const name of listing.directories) folders.push(below(at, name));
  }
  return links;
}

function visitChildren(walk: Walk, visit: DirectoryVisit, enclosing: Level): void {
  const { path, children } = visit;
  const listing = walk.directories.list(path);
  if (listing === null) {
    if (enclosing > 0) {
      walk.close({ kind: "close-directory", path });
      walk.held.set(path, 0);
    }
    return;
  }
  walk.count(listing.total);
  if (enclosing > 0 && (walk.isInView(path) || walk.isViewRoot(path))) walk.shown.push(path);
  const { triggers } = walk.reading;
  if (enclosing === 2)
    walk.writable.push({
      path,
      files: listing.files,
      links: listing.links,
      changedMs: listing.changedMs,
    });
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
  return { own: reading.level(path), children: levelWithin(reading, path) };
}

function visitFile(
  walk: Walk,
  visit: { readonly path: string; readonly enclosing: Level; readonly level: Level },
): void {
  const { path, enclosing, level } = visit;
  if (level === enclosing) return;
  if (level < enclosing) walk.hold(path, level as 0 | 1);
  else walk.mount({ kind: level === 2 ? "write" : "read", path });
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
      if (walk.isInView(path)) {
        walk.held.set(path, 0);
        walk.masked.add(path);
        return;
      }
    }
    if (level < enclosing || isGitFolder(name)) walk.unheldLinks.push(path);
    if (level > 0) walk.closedLinks.push(...closedThrough(walk, path));
    return;
  }
  if (level === 0) return;
  try {
    walk.mount({ kind: "link", path, target: readlinkSync(toFsPath(path), "latin1") });
  } catch {
    // Gone since it was listed.
  }
}

// A listening socket of another program is a way out of every mount. In scratch only confined processes make them.
function visitSocket(walk: Walk, path: string, enclosing: Level): void {
  if (enclosing === 0 || isBelow(path, walk.scratch)) return;
  walk.hold(path, 0);
}
