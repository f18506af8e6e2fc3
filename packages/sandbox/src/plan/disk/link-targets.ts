/** Finds the targets of closed links. The file behind a closed name has a name of its own, which no rule covers. */
import { readlinkSync, realpathSync } from "node:fs";
import { below, nameOf, parentOf, toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { statOf } from "./directory-cache.ts";

/** As many as the kernel follows. */
const MAX_STEPS = 40;

/** Every link and file on the way, as far as it lies below one of these and does not hold the link itself. */
export function linkTargets(
  links: readonly string[],
  starts: readonly string[],
): ReadonlySet<string> {
  const found = new Set<string>();
  for (const link of links) {
    const isInside = (at: string) => starts.some((start) => at !== start && isWithin(at, start));
    const own = ownPlace(link);
    if (own !== link && isInside(own)) found.add(own);
    let at: string | null = link;
    for (let step = 0; step < MAX_STEPS && at !== null; step += 1) {
      at = nextTarget(at);
      if (at === null || isWithin(link, at)) break;
      if (isInside(at)) found.add(at);
    }
  }
  return found;
}

/** The real path of a name, when a folder above it is a link. */
function ownPlace(path: string): string {
  try {
    return below(realpathSync.native(toFsPath(parentOf(path)), "latin1"), nameOf(path));
  } catch {
    return path;
  }
}

/** The path that a link names, its directory's links followed; null when it is no link or leads nowhere. */
function nextTarget(path: string): string | null {
  if (statOf(path)?.isSymbolicLink() !== true) return null;
  try {
    const target = readlinkSync(toFsPath(path), "latin1");
    const written = target.startsWith("/") ? target : below(parentOf(path), target);
    const directory = realpathSync.native(toFsPath(parentOf(written)), "latin1");
    const name = nameOf(written);
    if (name === "" || name === "." || name === "..")
      return realpathSync.native(toFsPath(written), "latin1");
    const next = below(directory, name);
    return statOf(next) === null ? null : next;
  } catch {
    return null;
  }
}
