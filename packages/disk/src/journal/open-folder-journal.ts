/**
 * Entries and marks as lines of one file. Each append is one write to a file opened for appending, so that two processes
 * of one person can share it; what another one appended is read when the file has grown.
 */
import { closeSync, fstatSync, fsync, openSync, readSync, statSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import type { JournalEntry } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { writeWhole } from "../ground/write-whole.ts";

const syncToDisk = promisify(fsync);

export interface FolderJournal {
  readonly store: Store["journal"];
  /** Brings what was appended to disk. */
  flush(): Promise<void>;
  /** Every entry, oldest first. */
  entries(): readonly JournalEntry[];
  count(): number;
  /** Rewrites the file with the newest entries only. */
  keepNewest(count: number): void;
}

type Line = { readonly entry: JournalEntry } | { readonly mark: string; readonly undone: boolean };

/** The part of the file that was read so far. */
interface Reading {
  readonly entries: Map<string, JournalEntry>;
  inode: bigint;
  bytes: number;
  /** The rest of a line that is not whole yet. */
  rest: Buffer;
}

/** Opens the file; it is made with the first entry. */
export function openFolderJournal(path: string): FolderJournal {
  const reading: Reading = { entries: new Map(), inode: 0n, bytes: 0, rest: Buffer.alloc(0) };
  const read = () => {
    try {
      readOn(path, reading);
    } catch (cause) {
      throw new ToolError("unavailable", "The journal of file changes cannot be read", { cause });
    }
    return reading.entries;
  };
  return {
    flush: () => syncFile(path),
    entries: () => [...read().values()],
    count: () => read().size,
    keepNewest(count) {
      const kept = count > 0 ? [...read().values()].slice(-count) : [];
      writeWhole(path, kept.map((entry) => lineOf({ entry })).join(""), 0o600);
    },
    store: {
      async append(entries, { durable = true } = {}) {
        const known = read();
        const ids = new Set(entries.map(({ id }) => id));
        if (ids.size < entries.length || entries.some(({ id }) => known.has(id)))
          throw new ToolError("conflict", "A change of this id is in the journal already");
        const lines = entries.map((entry) => lineOf({ entry })).join("");
        const onWritten = (fd: number, bytes: number) => {
          if (isNext(reading, fd, bytes)) takeOwn(reading, entries, bytes);
        };
        await appendLines(path, lines, { durable, onWritten });
      },
      async list(sessionId) {
        return [...read().values()].filter((entry) => entry.sessionId === sessionId);
      },
      async mark({ id }, undone) {
        if (!read().has(id))
          throw new ToolError("not_found", `There is no change ${id} in the journal`);
        await appendLines(path, lineOf({ mark: id, undone }));
      },
    },
  };
}

function lineOf(line: Line): string {
  return `${JSON.stringify(line)}\n`;
}

interface AppendLines {
  readonly durable?: boolean;
  /** Told the descriptor and how much was appended. */
  readonly onWritten?: (fd: number, bytes: number) => void;
}

async function appendLines(
  path: string,
  lines: string,
  { durable = true, onWritten }: AppendLines = {},
): Promise<void> {
  try {
    const fd = openSync(path, "a+", 0o600);
    try {
      const bytes = Buffer.from(endsCut(fd) ? `\n${lines}` : lines);
      writeAll(fd, bytes);
      onWritten?.(fd, bytes.length);
      if (durable) await syncToDisk(fd);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    throw new ToolError("unavailable", "The journal of file changes cannot be written", {
      cause: error,
    });
  }
}

async function syncFile(path: string): Promise<void> {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return;
    const fd = openSync(path, "r+");
    try {
      await syncToDisk(fd);
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    throw new ToolError("unavailable", "The journal of file changes is not on disk", { cause });
  }
}

/** True when a crash left half a line: the next one begins on its own. */
function endsCut(fd: number): boolean {
  const { size } = fstatSync(fd);
  if (size === 0) return false;
  const last = Buffer.alloc(1);
  readSync(fd, last, 0, 1, size - 1);
  return last[0] !== 0x0a;
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
}

/** True when nothing but these bytes came since the file was read, and all before them were whole lines. */
function isNext(reading: Reading, fd: number, bytes: number): boolean {
  const { ino, size } = fstatSync(fd, { bigint: true });
  const isAlone = ino === reading.inode && Number(size) === reading.bytes + bytes;
  return isAlone && reading.rest.length === 0;
}

/** Takes over what this process wrote itself, so that it is not read again: of a landing that is a thousand lines. */
function takeOwn(reading: Reading, entries: readonly JournalEntry[], bytes: number): void {
  for (const entry of entries) reading.entries.set(entry.id, { ...entry });
  reading.bytes += bytes;
}

function readOn(path: string, reading: Reading): void {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  if (stat === undefined) return;
  if (stat.ino !== reading.inode || Number(stat.size) < reading.bytes) {
    reading.entries.clear();
    Object.assign(reading, { inode: stat.ino, bytes: 0, rest: Buffer.alloc(0) });
  }
  if (Number(stat.size) === reading.bytes) return;
  const fd = openSync(path, "r");
  try {
    const more = Buffer.alloc(Number(stat.size) - reading.bytes);
    const count = readSync(fd, more, 0, more.length, reading.bytes);
    reading.bytes += count;
    takeLines(reading, Buffer.concat([reading.rest, more.subarray(0, count)]));
  } finally {
    closeSync(fd);
  }
}

function takeLines(reading: Reading, bytes: Buffer): void {
  const end = bytes.lastIndexOf(0x0a) + 1;
  reading.rest = Buffer.from(bytes.subarray(end));
  for (const text of bytes.toString("utf8", 0, end).split("\n")) {
    const line = parseLine(text);
    if (line === null) continue;
    if ("entry" in line) reading.entries.set(line.entry.id, line.entry);
    else {
      const entry = reading.entries.get(line.mark);
      if (entry) reading.entries.set(line.mark, { ...entry, undone: line.undone });
    }
  }
}

/** Null for an empty line and for one that a crash cut short. */
function parseLine(text: string): Line | null {
  if (text === "") return null;
  try {
    return JSON.parse(text) as Line;
  } catch {
    return null;
  }
}
