/**
 * Keeps which skills, tools, subagents or commands of a project a person trusted, by the content of each. A text that tells a model what to
 * do, and other people's code, are foreign until a person looked at them, and again after any change. One file for each project
 * and kind, beside the record of its settings.
 */
import { rmSync } from "node:fs";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import { errorCode } from "@toolplane/readings";
import { trustRecordPath, writeTrustFile } from "./trust-record.ts";

export interface ContentTrust {
  readonly atMs: number;
  readonly by: string;
  /** By the path of a SKILL.md, of a tool's file or folder, of a subagent's or a command's file, or by the name of an editor's server. */
  readonly digests: Readonly<Record<string, string>>;
}

export interface TrustedContent {
  /** `declined`: tools that a person was asked about and does not want now. */
  readonly kind: "skills" | "tools" | "agents" | "commands" | "servers" | "declined";
  readonly userData: string;
  readonly workspace: string;
}

const VERSION = 1;
const DIGEST = /^[0-9a-f]{64}$/;

/** Reads what was trusted; null when nothing was. A record that cannot be read counts as nothing. */
export function readContentTrust(content: TrustedContent): ContentTrust | null {
  const path = contentTrustPath(content);
  try {
    const bytes = readBoundedFile({ path, shown: path, check: describeOwnerFault });
    if (bytes === null) return null;
    const record: Readonly<Record<string, unknown>> = JSON.parse(bytes.toString("utf8"));
    const { version, atMs, by, [content.kind]: digests } = record;
    if (version !== VERSION || record.path !== content.workspace) return null;
    if (typeof atMs !== "number" || typeof by !== "string") return null;
    return areDigests(digests) ? { atMs, by, digests } : null;
  } catch {
    return null;
  }
}

export function writeContentTrust(content: TrustedContent, trust: ContentTrust): void {
  const { kind, userData, workspace } = content;
  const { atMs, by, digests } = trust;
  const record = { version: VERSION, path: workspace, atMs, by, [kind]: digests };
  writeTrustFile(userData, { path: contentTrustPath(content), text: JSON.stringify(record) });
}

/** Takes it back. False when there was none. */
export function removeContentTrust(content: TrustedContent): boolean {
  try {
    rmSync(contentTrustPath(content));
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Path of the record of what was trusted of one kind. */
export function contentTrustPath({ kind, userData, workspace }: TrustedContent): string {
  return trustRecordPath(userData, workspace).replace(/\.json$/, `.${kind}.json`);
}

function areDigests(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).every((digest) => DIGEST.test(String(digest)));
}
