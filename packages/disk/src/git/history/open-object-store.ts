/**
 * Reads git's objects from their files: loose ones and packs, of a repository and of those that it borrows from. Starts no process, and
 * runs nothing that a repository names. Bounded: what is not read is said to be missing.
 */
import { readFileSync, statSync } from "node:fs";
import { inflateSync } from "node:zlib";
import type { ObjectFiles } from "./list-object-files.ts";
import { openPack, type Pack } from "./open-pack.ts";
import type { ObjectType, StoredObject } from "./stored-object.ts";

export interface ObjectStore {
  /** Opens a pack: null where it cannot be read. */
  pack(path: string): Pack | null;
  typeOf(id: string): ObjectType | null;
  read(id: string): StoredObject | null;
}

/** All packs of one repository together. */
const MAX_PACK_BYTES = 512 * 1024 * 1024;
const MAX_LOOSE_BYTES = 64 * 1024 * 1024;
const TYPES: ReadonlySet<string> = new Set(["commit", "tree", "blob", "tag"]);

export function openObjectStore(files: ObjectFiles, hashBytes: number): ObjectStore {
  const opened = new Map<string, Pack | null>();
  let left = MAX_PACK_BYTES;
  const pack = (path: string): Pack | null => {
    const known = opened.get(path);
    if (known !== undefined) return known;
    const made = openWithin(path, { hashBytes, maxBytes: left, elsewhere: (id) => read(id) });
    left -= made?.bytes ?? 0;
    opened.set(path, made);
    return made;
  };
  const read = (id: string): StoredObject | null => {
    const file = files.loose.get(id);
    if (file !== undefined) return readLoose(file);
    for (const path of files.packs) {
      const found = pack(path)?.read(id);
      if (found) return found;
    }
    return null;
  };
  const typeOf = (id: string): ObjectType | null => {
    const file = files.loose.get(id);
    if (file !== undefined) return readLoose(file)?.type ?? null;
    for (const path of files.packs) {
      const found = pack(path)?.typeOf(id);
      if (found) return found;
    }
    return null;
  };
  return { pack, read, typeOf };
}

function openWithin(...[path, options]: Parameters<typeof openPack>): Pack | null {
  try {
    return openPack(path, options);
  } catch {
    return null;
  }
}

function readLoose(file: string): StoredObject | null {
  try {
    if (statSync(file).size > MAX_LOOSE_BYTES) return null;
    const bytes = inflateSync(readFileSync(file), { maxOutputLength: MAX_LOOSE_BYTES });
    const end = bytes.indexOf(0);
    const [type = ""] = bytes.toString("latin1", 0, end).split(" ");
    return TYPES.has(type) ? { type: type as ObjectType, content: bytes.subarray(end + 1) } : null;
  } catch {
    return null;
  }
}
