/** Reads a pack of git's objects by its index, version 2. What does not fit together is not there. */
import { readFileSync, statSync } from "node:fs";
import { inflateSync } from "node:zlib";
import { applyDelta } from "./apply-delta.ts";
import { OBJECT_TYPES, type ObjectType, type StoredObject } from "./stored-object.ts";

export interface Pack {
  /** How much of it lies in memory. */
  readonly bytes: number;
  /** Names of its objects, in hexadecimal, as they lie in it: what builds on another is mostly near it. */
  readonly ids: () => readonly string[];
  typeOf(id: string): ObjectType | null;
  read(id: string): StoredObject | null;
}

/** Finds an object elsewhere: a pack may build on one that lies in another. */
export type FindObject = (id: string) => StoredObject | null;

const MAGIC = 0xff744f63;
const OFS_DELTA = 6;
const REF_DELTA = 7;
/** Longer chains than git writes. */
const MAX_CHAIN = 5_000;
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;
/** Bases that are kept, because their neighbours build on them too. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** Null for an index or a pack that cannot be read. */
export function openPack(
  indexPath: string,
  {
    hashBytes,
    maxBytes,
    elsewhere,
  }: { readonly hashBytes: number; readonly maxBytes: number; readonly elsewhere: FindObject },
): Pack | null {
  const packPath = indexPath.replace(/\.idx$/, ".pack");
  if (statSync(packPath).size > maxBytes || statSync(indexPath).size > maxBytes) return null;
  const offsets = readIndex(readFileSync(indexPath), hashBytes);
  if (offsets === null) return null;
  const bytes = readFileSync(packPath);
  if (bytes.toString("latin1", 0, 4) !== "PACK") return null;
  const kept = new Map<number, StoredObject>();
  let keptBytes = 0;
  const keep = (offset: number, object: StoredObject): StoredObject => {
    keptBytes += object.content.length;
    if (keptBytes > MAX_KEPT_BYTES) {
      kept.clear();
      keptBytes = object.content.length;
    }
    kept.set(offset, object);
    return object;
  };
  const typeAt = (start: number): ObjectType | null => {
    let offset = start;
    for (let steps = 0; steps < MAX_CHAIN; steps += 1) {
      const entry = readEntry(bytes, offset, hashBytes);
      if (entry === null) return null;
      if (entry.base === null) return OBJECT_TYPES[entry.kind] ?? null;
      if (typeof entry.base === "string") {
        const near = offsets.get(entry.base);
        if (near === undefined) return elsewhere(entry.base)?.type ?? null;
        offset = near;
      } else offset = entry.base;
    }
    return null;
  };
  const readAt = (start: number): StoredObject | null => {
    const deltas: { readonly offset: number; readonly bytes: Buffer }[] = [];
    let offset = start;
    let object: StoredObject | null = null;
    while (object === null) {
      object = kept.get(offset) ?? null;
      if (object !== null) break;
      const entry = readEntry(bytes, offset, hashBytes);
      const content = entry && inflated(bytes, entry.dataAt, entry.size);
      if (entry === null || content === null || deltas.length > MAX_CHAIN) return null;
      if (entry.base === null) {
        const type = OBJECT_TYPES[entry.kind];
        if (type === undefined) return null;
        object = keep(offset, { type, content });
        break;
      }
      deltas.push({ offset, bytes: content });
      const near: number | undefined =
        typeof entry.base === "string" ? offsets.get(entry.base) : entry.base;
      if (near !== undefined) offset = near;
      else object = elsewhere(entry.base as string);
      if (near === undefined && object === null) return null;
    }
    for (const delta of deltas.reverse()) {
      const content = applyDelta(object.content, delta.bytes);
      if (content === null) return null;
      object = keep(delta.offset, { type: object.type, content });
    }
    return object;
  };
  return {
    bytes: bytes.length,
    ids: () => [...offsets].sort(([, one], [, other]) => one - other).map(([id]) => id),
    typeOf: (id) => typeAt(offsets.get(id) ?? -1),
    read: (id) => {
      const offset = offsets.get(id);
      return offset === undefined ? null : readAt(offset);
    },
  };
}

/** Where each object begins; null where the index is of another kind. */
function readIndex(index: Buffer, hashBytes: number): ReadonlyMap<string, number> | null {
  const fanout = 8;
  if (
    index.length < fanout + 1024 ||
    index.readUInt32BE(0) !== MAGIC ||
    index.readUInt32BE(4) !== 2
  )
    return null;
  const total = index.readUInt32BE(fanout + 255 * 4);
  const names = fanout + 1024;
  const small = names + total * (hashBytes + 4);
  const large = small + total * 4;
  if (index.length < large + 2 * hashBytes) return null;
  const offsets = new Map<string, number>();
  for (let at = 0; at < total; at += 1) {
    const id = index.toString("hex", names + at * hashBytes, names + (at + 1) * hashBytes);
    const offset = index.readUInt32BE(small + at * 4);
    if (offset < 0x80000000) offsets.set(id, offset);
    else {
      const place = large + (offset - 0x80000000) * 8;
      if (place + 8 > index.length) return null;
      offsets.set(id, Number(index.readBigUInt64BE(place)));
    }
  }
  return offsets;
}

interface Entry {
  readonly kind: number;
  readonly size: number;
  readonly dataAt: number;
  /** The object that it builds on: by where it lies, or by its name. */
  readonly base: number | string | null;
}

function readEntry(bytes: Buffer, offset: number, hashBytes: number): Entry | null {
  if (offset < 12 || offset >= bytes.length) return null;
  let at = offset;
  let byte = bytes[at++] as number;
  const kind = (byte >> 4) & 7;
  let size = byte & 15;
  for (let scale = 16; (byte & 0x80) !== 0; scale *= 128) {
    byte = bytes[at++] ?? 0;
    size += (byte & 0x7f) * scale;
  }
  if (size > MAX_OBJECT_BYTES) return null;
  if (kind === REF_DELTA) {
    const base = bytes.toString("hex", at, at + hashBytes);
    return { kind, size, dataAt: at + hashBytes, base };
  }
  if (kind !== OFS_DELTA) return { kind, size, dataAt: at, base: null };
  byte = bytes[at++] ?? 0;
  let back = byte & 0x7f;
  while ((byte & 0x80) !== 0) {
    byte = bytes[at++] ?? 0;
    back = (back + 1) * 128 + (byte & 0x7f);
  }
  return back > 0 && back < offset ? { kind, size, dataAt: at, base: offset - back } : null;
}

function inflated(bytes: Buffer, at: number, size: number): Buffer | null {
  try {
    // What follows the stream belongs to the next object, and is not looked at.
    const content = inflateSync(bytes.subarray(at, at + size + 1024), {
      chunkSize: Math.max(size, 64),
      maxOutputLength: size + 1,
    });
    return content.length === size ? content : null;
  } catch {
    return null;
  }
}
