import { isBelow, trimEnd } from "@toolplane/readings";

/** A path as people write it: `~/…` below their home folder. */
export function shortenPath(path: string, home: string): string {
  const root = trimEnd(home, "/");
  return root !== "" && isBelow(path, root) ? `~${path.slice(root.length)}` : path;
}
