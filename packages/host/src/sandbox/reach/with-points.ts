import type { Mount } from "../plan/mount.ts";

/**
 * The mounts, with these mount points read-only among them. One that stayed from an earlier command was found by the walk as a
 * directory; nothing may be put into it.
 */
export function withPoints(mounts: readonly Mount[], made: readonly string[]): readonly Mount[] {
  const points = new Set(made);
  const closed = new Set(
    mounts.filter(({ kind }) => kind.startsWith("close")).map(({ path }) => path),
  );
  return [
    ...mounts.filter(({ path }) => !points.has(path) || closed.has(path)),
    ...made.filter((path) => !closed.has(path)).map((path): Mount => ({ kind: "read", path })),
  ];
}
