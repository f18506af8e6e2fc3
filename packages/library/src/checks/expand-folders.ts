/**
 * Reads a set of changes as the checks need it: every path with all the names that it goes by on the base. Of a folder that is gone,
 * or gave way to a link or to another folder, a set has only the top; what lay below it may be a test.
 */
import { type Links, linkedNames, linkTarget } from "./linked-names.ts";
import { installedPart } from "./name-roles.ts";
import type { CheckChange, CheckEffects } from "./run-check.ts";

export interface SetChange extends CheckChange {
  /** Its path first, then those that lead to it through links of the base. */
  readonly names: readonly string[];
}

export interface WholeSet {
  readonly changes: readonly SetChange[];
  /** False where a folder with too many names is left as one path: anything may have changed. */
  readonly isWhole: boolean;
}

const MAX_PATHS = 20_000;

export async function expandFolders(
  changes: readonly CheckChange[],
  { listNames, listLinks }: Pick<CheckEffects, "listNames" | "listLinks">,
): Promise<WholeSet> {
  const found = await (listLinks ?? noLinks)();
  const links: Links = found ?? new Map();
  const before = new Set<string>();
  const open = changes.filter(isReplaced).map(({ path }) => path);
  for (let path = open.pop(); path !== undefined && before.size < MAX_PATHS; path = open.pop()) {
    // What is installed counts as a whole, and is too much to be listed.
    if (installedPart(path) !== null) continue;
    for (const name of await listNames(linkTarget(path, links))) {
      before.add(`${path}/${name}`);
      open.push(`${path}/${name}`);
    }
  }
  const known = new Set(changes.map(({ path }) => path));
  const below = [...before].filter((path) => !known.has(path));
  const all = [
    // In a folder that replaces another everything is called new.
    ...changes.map(({ path, kind, ...more }) => ({
      ...more,
      path,
      kind: kind === "added" && before.has(path) ? ("changed" as const) : kind,
    })),
    ...below.map((path) => ({ path, kind: "removed" as const })),
  ];
  return {
    changes: all.map((change) => ({ ...change, names: linkedNames(change.path, links) })),
    isWhole: open.length === 0 && found !== null,
  };
}

/** A folder of which only the mode changed is still there, with everything in it. */
function isReplaced({ kind, type, tree }: CheckChange): boolean {
  return kind === "removed" || tree === true || type !== "directory";
}

async function noLinks(): Promise<Links> {
  return new Map();
}
