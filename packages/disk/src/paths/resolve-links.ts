/**
 * Resolves a path when something on its way is missing: names that exist are resolved one by one, links included, also links to
 * what does not exist, and the rest is appended. So a new file is judged by the place it would really have.
 */
import { lstatSync, readlinkSync } from "node:fs";
import { posixPath } from "@toolplane/readings";

const MAX_LINKS = 40;

export interface ResolveLinks {
  /** Where a name on the way passes the test, it ends there. */
  readonly until?: ((path: string) => boolean) | undefined;
  /** Where a path is reached; by itself unless given. */
  readonly at?: ((path: string) => string) | undefined;
}

const itself = (path: string): string => path;

/** The real path, or null when links lead in a circle. */
export function resolveLinks(
  path: string,
  { until, at = itself }: ResolveLinks = {},
): string | null {
  const left = path
    .split("/")
    .filter((name) => name !== "")
    .reverse();
  let real = "/";
  let links = 0;
  // Below what is missing there is nothing to look at.
  let missing = false;
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (name === "..") {
      real = posixPath.parent(real);
      missing = false;
      continue;
    }
    const next = posixPath.join(real, name);
    if (until?.(next)) return next;
    const target: string | null | undefined = missing ? null : linkTarget(at(next));
    missing ||= target === undefined;
    if (target === null || target === undefined) {
      real = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) return null;
    if (target.startsWith("/")) real = "/";
    left.push(
      ...target
        .split("/")
        .filter((part) => part !== "" && part !== ".")
        .reverse(),
    );
  }
  return real;
}

/** Reads the target of a link; null for what is no link, undefined for what is not there. */
function linkTarget(path: string): string | null | undefined {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return undefined;
    return stat.isSymbolicLink() ? readlinkSync(path) : null;
  } catch {
    // Missing, or not ours to look into: what cannot be looked into cannot be opened either.
    return null;
  }
}
