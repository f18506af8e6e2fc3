/**
 * Removes the thing at a name in a pinned directory, without ever following a link: each directory is pinned before it is
 * emptied, so that one swapped for a link on the way leads nowhere.
 */
import { chmodSync, readdirSync, renameSync, rmdirSync, rmSync, unlinkSync } from "node:fs";
import { type Handle, isMissing, type OpenHandle } from "../handles/open-handle.ts";

const ALL = 0o700;

/**
 * Things that lie deeper, or under longer names, are brought up first: a program can nest more than a path, descriptors or a
 * stack hold.
 */
const MOST_DEPTH = 64;
const MOST_NAME_BYTES = 1_000;

interface Removal {
  readonly name: string;
  readonly closed?: "too";
}

interface Place {
  readonly depth: number;
  /** Number of bytes in the names above it. */
  readonly bytes: number;
  readonly bringUp: (path: string) => void;
}

/** Removes it, whatever it is; what is gone already is fine. `closed: "too"` also opens folders that their mode closes. */
export function removeTree(open: OpenHandle, parent: Handle, { name, closed }: Removal): void {
  const later: string[] = [];
  let count = 0;
  const bringUp = (deep: string) => {
    count += 1;
    const up = `.removed-${process.pid}-${count}`;
    renameSync(deep, parent.child(up));
    later.push(up);
  };
  const how = closed === undefined ? {} : { closed };
  const start = { depth: 0, bytes: 0, bringUp };
  removeBelow(open, parent, { name, ...how, ...start });
  for (let next = later.pop(); next !== undefined; next = later.pop())
    removeBelow(open, parent, { name: next, ...how, ...start });
}

function removeBelow(
  open: OpenHandle,
  parent: Handle,
  { name, closed, depth, bytes, bringUp }: Removal & Place,
): void {
  const path = parent.child(name);
  const handle = open(path, "keep");
  if (handle === null) return;
  try {
    if (handle.kind !== "directory") {
      removed(() => unlinkSync(path));
      return;
    }
    if (closed === "too" && (Number(handle.stat.mode) & ALL) !== ALL) chmodSync(handle.self, ALL);
    if (depth >= MOST_DEPTH || bytes >= MOST_NAME_BYTES) {
      bringUp(path);
      return;
    }
    const place = { depth: depth + 1, bytes: bytes + Buffer.byteLength(name) + 1, bringUp };
    for (const entry of readdirSync(handle.self, { withFileTypes: true, encoding: "buffer" })) {
      const text = entry.name.toString();
      if (Buffer.compare(Buffer.from(text), entry.name) !== 0) removeBytes(handle.self, entry.name);
      else if (entry.isDirectory())
        removeBelow(open, handle, { name: text, ...(closed && { closed }), ...place });
      else removed(() => unlinkSync(handle.child(text)));
    }
    removed(() => rmdirSync(path));
  } finally {
    handle.close();
  }
}

/** No text names what is not valid Unicode, so nothing pins it; removing goes by descriptors there, too. */
function removeBytes(folder: string, name: Buffer): void {
  rmSync(Buffer.concat([Buffer.from(`${folder}/`), name]), { recursive: true, force: true });
}

function removed(work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}
