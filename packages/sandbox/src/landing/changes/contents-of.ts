/**
 * A digest of a change set: the bytes of its files, the targets of its links, the names in its folders, and every mode. What
 * lands must be what a person was asked about, and two files of one size are not the same. Files are read piece by piece, and
 * never through a link. A file that the command closed cannot be read; its inode and times identify it, because a write to it
 * changes those.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { below, toBytePath, toFsPath } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { lookAt, modeOf, namesIn, targetOf } from "../disk/byte-fs.ts";
import { type Pieces, takeTurns } from "../disk/take-turns.ts";
import type { LandingState } from "../state/landing-state.ts";
import type { UpperChange } from "../upper/upper-change.ts";

const PIECE = 256 * 1024;

/** Rejects when something of the set is gone or cannot be read for another reason than its mode. */
export function contentsOf(
  state: Pick<LandingState, "roots">,
  changes: readonly Pick<UpperChange, "root" | "at" | "kind" | "type">[],
): Promise<string> {
  return takeTurns(digest(state, changes));
}

function* digest(
  { roots }: Pick<LandingState, "roots">,
  changes: readonly Pick<UpperChange, "root" | "at" | "kind" | "type">[],
): Pieces<string> {
  const hash = createHash("sha256");
  const ordered = changes.toSorted(
    (one, other) => one.root - other.root || (one.at < other.at ? -1 : 1),
  );
  for (const { root, at, kind, type } of ordered) {
    const path = below(toBytePath(roots[root]?.upper ?? ""), at);
    const held = kind === "removed" ? "gone" : `${type}\0${yield* heldAt(path, type)}`;
    hash.update(`${root}\0${at}\0${held}\0`, "latin1");
  }
  return hash.digest("hex");
}

function* heldAt(path: string, type: UpperChange["type"]): Pieces<string> {
  try {
    const mode = modeOf(lookAt(path)).toString(8);
    if (type === "file") return `${mode} ${yield* contentAt(path)}`;
    // A folder that is new lands as it is, with every name in it.
    return type === "link" ? targetOf(path) : `${mode} ${namesIn(path).toSorted().join("/")}`;
  } catch (error) {
    if (errorCode(error) === "EACCES") return closedAt(path);
    throw error;
  }
}

function* contentAt(path: string): Pieces<string> {
  const fd = openSync(toFsPath(path), constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const hash = createHash("sha256");
    const piece = Buffer.alloc(PIECE);
    for (let read = -1; read !== 0; ) {
      read = readSync(fd, piece, 0, PIECE, null);
      hash.update(piece.subarray(0, read));
      yield;
    }
    return hash.digest("hex");
  } finally {
    closeSync(fd);
  }
}

function closedAt(path: string): string {
  try {
    const stat = lookAt(path);
    return stat ? `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}` : "gone";
  } catch {
    return "closed";
  }
}
