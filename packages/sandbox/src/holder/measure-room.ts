/** Measures what a session's commands take on the disk: every name in their places, and the files that have none. */
import type { Stats } from "node:fs";
import type { RoomPlace } from "./holder-protocol.ts";
import { namelessFiles } from "./nameless-files.ts";
import { walkFolder } from "./walk-folder.ts";

export interface MeasuredRoom {
  readonly bytes: number;
  readonly files: number;
  /** The place that takes most. */
  readonly most: string;
  /** Something could not be looked into. */
  readonly partial: boolean;
}

export interface MeasureRoom {
  readonly places: readonly RoomPlace[];
  readonly processes: readonly number[];
  readonly devices: ReadonlySet<number>;
  /** Past these it is known enough. */
  readonly maxBytes: number;
  readonly maxFiles: number;
}

const NAMELESS = "files without a name";

/** Yields after every entry, so that the caller can take its time; returns what it found. */
export function* measureRoom(room: MeasureRoom): Generator<undefined, MeasuredRoom> {
  const linked = new Set<string>();
  const most = { name: "", bytes: -1, files: -1 };
  let bytes = 0;
  let files = 0;
  let partial = false;
  const isOver = () => bytes > room.maxBytes || files > room.maxFiles;
  // A file with several names, or that several processes hold, is there once.
  const take = ({ dev, ino, nlink, blocks }: Stats, isFolder: boolean) => {
    const key = isFolder || nlink === 1 ? null : `${dev} ${ino}`;
    if (key !== null && linked.has(key)) return;
    if (key !== null) linked.add(key);
    // Blocks, not length: a sparse file may claim any, and one that was given room beforehand may claim none.
    bytes += blocks * 512;
  };
  const close = (name: string, before: { readonly bytes: number; readonly files: number }) => {
    const share = { name, bytes: bytes - before.bytes, files: files - before.files };
    const of = bytes > room.maxBytes ? "bytes" : "files";
    if (share[of] > most[of]) Object.assign(most, share);
  };
  for (const { name, path } of room.places) {
    const before = { bytes, files };
    const { entries, isPartial } = walkFolder(path);
    for (const { stat } of entries) {
      files += 1;
      take(stat, stat.isDirectory());
      if (isOver()) break;
      yield;
    }
    partial ||= isPartial();
    close(name, before);
    if (isOver()) return { bytes, files, partial, most: most.name };
  }
  const before = { bytes, files };
  for (const stat of namelessFiles(room.processes, room.devices)) {
    if (stat !== null) {
      const counted = linked.size;
      take(stat, false);
      files += linked.size - counted;
      if (isOver()) break;
    }
    yield;
  }
  close(NAMELESS, before);
  return { bytes, files, partial, most: most.name };
}
