/**
 * Mounts that are safe while other confined processes run. bubblewrap binds a path by its name, in the world outside: a
 * process in the background that swaps a directory for a link in that moment would have the link's target bound instead.
 * It cannot swap what is a mount point for itself. So a path below the reach is bound by name only when it and all its
 * parents are mount points of every process that runs now; anything else is closed for this command.
 */
import { parentOf } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import { statOf } from "../plan/disk/directory-cache.ts";
import type { Mount } from "../plan/mounts/mount.ts";

/** Asked whether a path is a mount point of a running process, or as safe from it as one. */
export type MountedPoints = Pick<ReadonlySet<string>, "has">;

/** Leaves out mounts in views that a running process could redirect: what they hold back is refused when it lands. */
export function guardViews(
  mounts: readonly Mount[],
  running: { readonly points: readonly MountedPoints[]; readonly views: readonly string[] },
): readonly Mount[] {
  if (running.points.length === 0) return mounts;
  return mounts.filter(
    (mount) =>
      (mount.kind !== "read" && mount.kind !== "write") ||
      mount.source === undefined ||
      firstSwappable(mount.path, { points: running.points, starts: running.views }) === null,
  );
}

/** The mounts, with those closed that a running process could redirect. */
export function guardConcurrent(
  mounts: readonly Mount[],
  running: { readonly points: readonly MountedPoints[]; readonly starts: readonly string[] },
): readonly Mount[] {
  if (running.points.length === 0) return mounts;
  const closed: string[] = [];
  return mounts.flatMap((mount): readonly Mount[] => {
    if (closed.some((path) => mount.path !== path && isWithin(mount.path, path))) return [];
    if (mount.kind !== "read" && mount.kind !== "write") return [mount];
    const open = firstSwappable(mount.path, running);
    if (open === null) return [mount];
    closed.push(mount.path);
    const isDirectory = statOf(mount.path)?.isDirectory() === true;
    return [{ kind: isDirectory ? "close-directory" : "close-file", path: mount.path }];
  });
}

function firstSwappable(
  path: string,
  running: { readonly points: readonly MountedPoints[]; readonly starts: readonly string[] },
): string | null {
  for (let at = path; !running.starts.includes(at) && at !== "/"; at = parentOf(at)) {
    if (!running.points.every((points) => points.has(at))) return at;
  }
  return null;
}
