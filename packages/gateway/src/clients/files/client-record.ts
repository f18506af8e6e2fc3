/**
 * Keeps what was written into a client's file in user-data, so that it can be taken back: the text before and after, and the way
 * back for a file that was changed since. It is there before the file is, so a run that is cut off loses nothing.
 */
import { createHash } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { ConfigurationError } from "@toolplane/contract";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, MAX_FILE_BYTES, readBoundedFile } from "@toolplane/disk/own-files";
import type { ClientContent } from "../known/client.ts";

export interface ClientRecord {
  readonly version: 1;
  readonly path: string;
  /** Null: there was no file. */
  readonly before: string | null;
  readonly after: string;
  readonly wayBack: ClientContent;
  /** Folders that were made for it, outermost first. */
  readonly folders: readonly string[];
}

/** Two texts, escaped by JSON at the worst, and a little around them. */
const MAX_RECORD_BYTES = 14 * MAX_FILE_BYTES;

/** Null when nothing was written there. */
export function readClientRecord(userData: string, path: string): ClientRecord | null {
  const file = fileOf(userData, path);
  const bytes = readBoundedFile({
    path: file,
    shown: file,
    maxBytes: MAX_RECORD_BYTES,
    check: describeOwnerFault,
  });
  if (bytes === null) return null;
  try {
    const record = JSON.parse(bytes.toString("utf8")) as ClientRecord;
    if (record.version === 1 && record.path === path) return record;
  } catch {
    // Said below.
  }
  throw new ConfigurationError(file, "is not a record of what was written");
}

export function writeClientRecord(userData: string, record: ClientRecord): void {
  const file = fileOf(userData, record.path);
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeWhole(file, `${JSON.stringify(record)}\n`, 0o600);
}

export function removeClientRecord(userData: string, path: string): void {
  rmSync(fileOf(userData, path), { force: true });
}

/** The file that keeps the record of a client's file, with the text before, for people. */
function fileOf(userData: string, path: string): string {
  return join(userData, "clients", `${createHash("sha256").update(path).digest("hex")}.json`);
}
