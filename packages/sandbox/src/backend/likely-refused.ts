/**
 * Guesses the walls that a command met from what it printed. It decides whether a person is offered a wider run, so it
 * speaks only of paths that are really closed to the command: a failing test that prints "Permission denied" about its own
 * files is no wall. Programs print paths as they got them; those are resolved against the command's directory.
 */
import { posix } from "node:path";
import { toBytePath, toText } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";

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

const REFUSED =
  /permission denied|read-only file system|operation not permitted|\bE(?:ACCES|ROFS|PERM)\b|is a directory|\bEISDIR\b|device or resource busy|\bEBUSY\b/i;
const MISSING = /no such file or directory|\bENOENT\b|does not exist|cannot access/i;
const OFFLINE =
  /could not resolve host|temporary failure in name resolution|name or service not known|network is unreachable|\bENETUNREACH\b|\bEAI_AGAIN\b|getaddrinfo ENOTFOUND/i;
const MAX_LINES = 400;
const MAX_NAMED = 20;

/** The name for the network in a list of walls. */
const NETWORK_WALL = "network";

/** The walls, by path, and `network` when there was none and something asked for it. */
export function likelyRefused(output: string, walls: Walls): readonly string[] {
  const found = new Set<string>();
  for (const line of interestingLines(output)) {
    if (found.size >= MAX_NAMED) break;
    if (walls.offline && OFFLINE.test(line)) found.add(NETWORK_WALL);
    const refused = REFUSED.test(line);
    if (!refused && !MISSING.test(line)) continue;
    for (const path of pathsIn(line, walls.cwd)) {
      const wall = refused ? wallAt(path, walls) : (hidden(path, walls) ?? invisible(path, walls));
      if (wall !== null) found.add(toText(wall));
    }
  }
  return [...found];
}

// The last lines say why a command failed; a long log says it nowhere else.
function interestingLines(output: string): readonly string[] {
  return output
    .split("\n")
    .filter((line) => line.length < 4_096)
    .filter((line) => REFUSED.test(line) || MISSING.test(line) || OFFLINE.test(line))
    .slice(-MAX_LINES);
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

function pathsIn(line: string, cwd: string): readonly string[] {
  const quoted = [
    ...line.matchAll(/'([^']{1,1024})'|"([^"]{1,1024})"|‘([^’]{1,1024})’|`([^`]{1,1024})`/g),
  ].flatMap((match) => match.slice(1).find((text) => text !== undefined) ?? []);
  const bare = line.split(/[\s:;,()[\]<>"'`‘’]+/);
  const candidates = [...quoted, ...bare].filter((text) => text !== "" && !text.startsWith("-"));
  return [...new Set(candidates.map((text) => toBytePath(posix.resolve(cwd, text))))];
}
