/**
 * Finds the other half of a move: the removals of files that hold just what lies at a path, and the new files that hold just what was removed
 * there. Whoever gives up one half gives up the other too, or the file would be nowhere, or twice.
 */
import { readFileSync } from "node:fs";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { lookAt, namesIn } from "../landing/disk/byte-fs.ts";
import { sameBytes } from "../landing/disk/same-bytes.ts";
import { type Pieces, takeTurns } from "../landing/disk/take-turns.ts";
import type { UpperChange } from "../landing/upper/upper-change.ts";
import type { HeldState } from "./held-state.ts";
import { sameTree } from "./read-view.ts";

/** Of a folder that holds more no move is known; it is one of many files, or was never moved here. */
const MOST_FILES = 10_000;

export function movedFrom(
  { roots }: Pick<HeldState, "roots">,
  changes: readonly UpperChange[],
  to: UpperChange,
): Promise<readonly UpperChange[]> {
  const upperOf = ({ root, at }: UpperChange) => below(toBytePath(roots[root]?.upper ?? ""), at);
  const placeOf = ({ root, at }: UpperChange) => below(toBytePath(roots[root]?.root ?? ""), at);
  const removed = changes.filter(({ kind }) => kind === "removed");
  return takeTurns(sources(upperOf(to), removed, placeOf));
}

/** `was`: the file that the view removed. */
export function movedTo(
  { roots }: Pick<HeldState, "roots">,
  changes: readonly UpperChange[],
  was: Uint8Array,
): readonly UpperChange[] {
  return changes.filter((change) => {
    const { root, at, kind, type, bytes, inside } = change;
    if (kind !== "added" || type !== "file" || inside || bytes !== was.length || bytes === 0)
      return false;
    const path = below(toBytePath(roots[root]?.upper ?? ""), at);
    return readFileSync(toFsPath(path)).equals(was);
  });
}

function* sources(
  path: string,
  removed: readonly UpperChange[],
  placeOf: (change: UpperChange) => string,
): Pieces<readonly UpperChange[]> {
  if (removed.length === 0) return [];
  const bySize = yield* filesBySize(path);
  const found: UpperChange[] = [];
  for (const change of removed) {
    const from = placeOf(change);
    const stat = lookAt(from);
    if (stat?.isDirectory() === true) {
      if (yield* sameTree(path, from)) found.push(change);
      continue;
    }
    for (const file of stat?.isFile() === true ? (bySize.get(stat.size) ?? []) : [])
      if (yield* sameBytes(file, from)) {
        found.push(change);
        break;
      }
  }
  return found;
}

function* filesBySize(path: string): Pieces<ReadonlyMap<bigint, readonly string[]>> {
  const sizes = new Map<bigint, string[]>();
  const waiting = [path];
  let files = 0;
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    yield;
    const stat = lookAt(at);
    if (stat?.isDirectory() === true) for (const name of namesIn(at)) waiting.push(below(at, name));
    if (stat?.isFile() !== true || stat.size === 0n) continue;
    files += 1;
    if (files > MOST_FILES) return new Map();
    sizes.set(stat.size, [...(sizes.get(stat.size) ?? []), at]);
  }
  return sizes;
}
