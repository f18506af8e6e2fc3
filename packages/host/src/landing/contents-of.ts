/**
 * A digest of what the files of a set hold: what lands is what a person was asked about, and two files of one size are not the
 * same. Read piece by piece, and never through a link. What cannot be read, because the command closed it, is told by its inode
 * and times: nobody writes to it without changing those.
 */
import { createHash } from "node:crypto";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { below, toBytePath, toFsPath } from "../paths/byte-path.ts";
import type { CallState } from "./call-state.ts";
import { errorCode, lookAt } from "./disk/byte-fs.ts";
import { type Pieces, takeTurns } from "./disk/take-turns.ts";
import type { UpperChange } from "./upper/upper-change.ts";

const PIECE = 256 * 1024;

/** Rejects when a file of the set is gone or cannot be read for another reason than its mode. */
export function contentsOf(
  state: Pick<CallState, "roots">,
  changes: readonly Pick<UpperChange, "root" | "at" | "kind" | "type">[],
): Promise<string> {
  return takeTurns(digest(state, changes));
}

function* digest(
  { roots }: Pick<CallState, "roots">,
  changes: readonly Pick<UpperChange, "root" | "at" | "kind" | "type">[],
): Pieces<string> {
  const hash = createHash("sha256");
  const ordered = changes.toSorted(
    (one, other) => one.root - other.root || (one.at < other.at ? -1 : 1),
  );
  for (const { root, at, kind, type } of ordered) {
    const isFile = kind !== "removed" && type === "file";
    const path = below(toBytePath(roots[root]?.upper ?? ""), at);
    const content = isFile ? yield* contentAt(path) : "";
    hash.update(`${root}\0${at}\0${kind === "removed" ? "gone" : type}\0${content}\0`, "latin1");
  }
  return hash.digest("hex");
}

function* contentAt(path: string): Pieces<string> {
  let fd: number;
  try {
    fd = openSync(toFsPath(path), constants.O_RDONLY | constants.O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === "EACCES") return closedAt(path);
    throw error;
  }
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
