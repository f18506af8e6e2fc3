/**
 * Guesses the walls that a command met from what it printed. It decides whether a person is offered a wider run, so it
 * speaks only of paths that are really closed to the command: a failing test that prints "Permission denied" about its own
 * files is no wall. Programs print paths as they got them; those are resolved against the command's directory.
 */
import { toBytePath, toText } from "@toolplane/disk/paths";
import { isWithin, readComplaints } from "@toolplane/readings";

/** The limits that a command ran within. */
export interface Walls {
  readonly cwd: string;
  /** 0 closed, 1 read-only; byte paths. */
  readonly held: ReadonlyMap<string, 0 | 1>;
  /** Byte paths that the command could see: reach, base and scratch. */
  readonly visible: readonly string[];
  /** Trees of which everything invisible is worth a word (the home folder): elsewhere a missing file is a missing file. */
  readonly worthNaming: readonly string[];
  /** True when the command had no network at all. */
  readonly offline: boolean;
}

const MAX_NAMED = 20;

/** The name for the network in a list of walls. */
const NETWORK_WALL = "network";

/** The walls, by path, and `network` when there was none and something asked for it. */
export function likelyRefused(output: string, walls: Walls): readonly string[] {
  const { paths, network } = readComplaints(output, walls.cwd);
  const found = new Set<string>();
  if (walls.offline && network) found.add(NETWORK_WALL);
  for (const { path: text, kind } of paths) {
    if (found.size >= MAX_NAMED) break;
    if (kind === "vague") continue;
    const path = toBytePath(text);
    const wall =
      kind === "missing" ? (hidden(path, walls) ?? invisible(path, walls)) : wallAt(path, walls);
    if (wall !== null) found.add(toText(wall));
  }
  return [...found];
}

function wallAt(path: string, walls: Walls): string | null {
  for (const held of walls.held.keys()) if (isWithin(path, held)) return path;
  return invisible(path, walls);
}

// In a view a closed name is not there at all.
function hidden(path: string, { held }: Walls): string | null {
  for (const [closed, level] of held) if (level === 0 && isWithin(path, closed)) return path;
  return null;
}

// The narrowest tree around a path decides: a workspace inside the home is visible, the rest of the home is not.
function invisible(path: string, walls: Walls): string | null {
  const length = (trees: readonly string[]) =>
    Math.max(-1, ...trees.filter((tree) => isWithin(path, tree)).map((tree) => tree.length));
  return length(walls.worthNaming) > length(walls.visible) ? path : null;
}
