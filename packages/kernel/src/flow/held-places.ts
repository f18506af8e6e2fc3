/**
 * Tells which files are the session's own: the workspace, folders that a person added, its scratch folder, what tools
 * keep for themselves, and the system that every process is shown. Files elsewhere have unknown authors.
 */
import type { Variables } from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { isWithin } from "@toolplane/readings";

const HELD = ["workspace", "added", "ad-hoc", "scratch", "user-data"] as const;

export function createHeldPlaces(
  variables: Variables,
  analyzer: Analyzer,
  systemBase: () => readonly string[],
): (path: string) => boolean {
  let roots: readonly string[] | null = null;
  let base: readonly string[] | null = null;
  const isBelow = (places: readonly string[], path: string): boolean =>
    places.some((root) => isWithin(path, root));
  return (path) => {
    roots ??= HELD.flatMap((name) => variables[name] ?? []).flatMap((root) => [
      root,
      ...realOf(analyzer, root),
    ]);
    if (isBelow(roots, path)) return true;
    base ??= systemBase();
    return isBelow(base, path);
  };
}

/** A root may be reached through a link. */
function realOf(analyzer: Analyzer, root: string): readonly string[] {
  try {
    const read = analyzer.path(root, "read");
    return read.ok ? [read.value.real] : [];
  } catch {
    return [];
  }
}
