/**
 * Keeps what a person trusted, in user-data, one file for each project. No two projects share a file, so processes that trust at
 * the same moment lose nothing, and an untrusted project costs one look. The trusted content is kept: a change can be shown as a
 * difference, and what it denied holds until a person looked.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError, isConfigurationError } from "@toolplane/contract";
import { writeWhole } from "@toolplane/disk/ground";
import { describeOwnerFault, MAX_FILE_BYTES, readBoundedFile } from "@toolplane/disk/own-files";
import { errorCode } from "@toolplane/readings";
import { digestProject, PROJECT_FILES, PROJECT_FOLDER, type ProjectFile } from "./project-files.ts";

export interface TrustRecord {
  /** The real path of the workspace. */
  readonly path: string;
  readonly digest: string;
  readonly atMs: number;
  readonly by: string;
  readonly files: readonly ProjectFile[];
}

/** Texts of both files, escaped by JSON at the worst, and a little around them. */
const MAX_RECORD_BYTES = 14 * MAX_FILE_BYTES;
/** More projects than a person has. */
const MAX_RECORDS = 10_000;
const VERSION = 1;

/** The record of a project; null when there is none. Throws a ConfigurationError for one that cannot be read. */
export function readTrustRecord(userData: string, workspace: string): TrustRecord | null {
  const path = trustRecordPath(userData, workspace);
  const record = readRecordFile(path);
  if (record !== null && record.path !== workspace)
    throw new ConfigurationError(path, "belongs to another project");
  return record;
}

/** Writes it, in place of what was there. */
export function writeTrustRecord(userData: string, record: TrustRecord): void {
  const { files, ...rest } = record;
  const text = JSON.stringify({
    version: VERSION,
    ...rest,
    files: Object.fromEntries(files.map(({ file, bytes }) => [file, bytes.toString("utf8")])),
  });
  writeTrustFile(userData, { path: trustRecordPath(userData, record.path), text });
}

/** Whole or not at all: a file of another name takes the place of the old one. */
export function writeTrustFile(
  userData: string,
  { path, text }: { readonly path: string; readonly text: string },
): void {
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  mkdirSync(folderOf(userData), { recursive: true, mode: 0o700 });
  writeWhole(path, `${text}\n`, 0o600);
}

/** Takes trust back. False when there was none. */
export function removeTrustRecord(userData: string, workspace: string): boolean {
  try {
    rmSync(trustRecordPath(userData, workspace));
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** All of them, newest first; those that cannot be read are named apart. */
export function listTrustRecords(userData: string): {
  readonly records: readonly TrustRecord[];
  readonly broken: readonly string[];
} {
  const records: TrustRecord[] = [];
  const broken: string[] = [];
  for (const name of namesIn(folderOf(userData)).slice(0, MAX_RECORDS)) {
    const path = join(folderOf(userData), name);
    try {
      const record = readRecordFile(path);
      if (record !== null) records.push(record);
    } catch (error) {
      if (!isConfigurationError(error)) throw error;
      broken.push(path);
    }
  }
  return { records: records.sort((one, other) => other.atMs - one.atMs), broken };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^[0-9a-f]{64}\.json$/.test(name));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}

function folderOf(userData: string): string {
  return join(userData, "trust");
}

/** Path of a project's trust record. */
export function trustRecordPath(userData: string, workspace: string): string {
  return join(folderOf(userData), `${createHash("sha256").update(workspace).digest("hex")}.json`);
}

function readRecordFile(path: string): TrustRecord | null {
  const bytes = readBoundedFile({
    path,
    shown: path,
    maxBytes: MAX_RECORD_BYTES,
    check: describeOwnerFault,
  });
  if (bytes === null) return null;
  const record = readRecord(bytes);
  if (record === null) throw new ConfigurationError(path, "is not a record of trust");
  return record;
}

/** Whole or not at all: the kept texts must come to the digest, else the record was edited. */
function readRecord(bytes: Buffer): TrustRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString("utf8"));
  } catch {
    return null;
  }
  if (typeof value !== "object" || value === null) return null;
  const { version, path, digest, atMs, by, files } = value as Readonly<Record<string, unknown>>;
  if (version !== VERSION || typeof path !== "string" || typeof digest !== "string") return null;
  if (typeof atMs !== "number" || typeof by !== "string") return null;
  if (typeof files !== "object" || files === null) return null;
  const kept = readKept(files as Readonly<Record<string, unknown>>);
  return digestProject(kept) === digest ? { path, digest, atMs, by, files: kept } : null;
}

function readKept(files: Readonly<Record<string, unknown>>): readonly ProjectFile[] {
  return PROJECT_FILES.flatMap(({ name, kind }) => {
    const file = `${PROJECT_FOLDER}/${name}`;
    const text = files[file];
    return typeof text === "string" ? [{ file, kind, bytes: Buffer.from(text, "utf8") }] : [];
  });
}
