/**
 * Which tools of a project a person trusted, by the content of each file or folder: other people's code runs only as a person saw
 * it, and not after any change. One file for each project, beside the record of its settings.
 */
import { randomBytes } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describeOwnerFault } from "../files/describe-owner-fault.ts";
import { readBoundedFile } from "../files/read-bounded-file.ts";
import { trustRecordPath } from "./trust-record.ts";

export interface ToolTrust {
  readonly path: string;
  readonly atMs: number;
  readonly by: string;
  /** Digests by the path of a tool's file or folder. */
  readonly tools: Readonly<Record<string, string>>;
}

const VERSION = 1;
const DIGEST = /^[0-9a-f]{64}$/;

/** What was trusted; null when nothing was. One that cannot be read counts as nothing. */
export function readToolTrust(userData: string, workspace: string): ToolTrust | null {
  const path = toolTrustPath(userData, workspace);
  try {
    const bytes = readBoundedFile({ path, shown: path, check: describeOwnerFault });
    if (bytes === null) return null;
    const { version, ...record } = JSON.parse(bytes.toString("utf8"));
    if (version !== VERSION || record.path !== workspace) return null;
    return isToolTrust(record) ? record : null;
  } catch {
    return null;
  }
}

export function writeToolTrust(userData: string, trust: ToolTrust): void {
  const path = toolTrustPath(userData, trust.path);
  mkdirSync(userData, { recursive: true, mode: 0o700 });
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}.${randomBytes(4).toString("hex")}`;
  try {
    const text = `${JSON.stringify({ version: VERSION, ...trust })}\n`;
    writeFileSync(fresh, text, { mode: 0o600, flag: "wx", flush: true });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Takes it back. False when there was none. */
export function removeToolTrust(userData: string, workspace: string): boolean {
  try {
    rmSync(toolTrustPath(userData, workspace));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    throw error;
  }
}

function toolTrustPath(userData: string, workspace: string): string {
  return trustRecordPath(userData, workspace).replace(/\.json$/, ".tools.json");
}

function isToolTrust(
  value: Readonly<Record<string, unknown>>,
): value is Record<string, unknown> & ToolTrust {
  const { atMs, by, tools } = value;
  if (typeof atMs !== "number" || typeof by !== "string") return false;
  if (typeof tools !== "object" || tools === null) return false;
  return Object.values(tools).every((digest) => DIGEST.test(String(digest)));
}
