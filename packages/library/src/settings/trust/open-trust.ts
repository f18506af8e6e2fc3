/**
 * Trust as a person handles it: look, then keep. What is kept is what was looked at: the files are read once, when they are
 * shown, and never again before the answer is stored.
 */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { isConfigurationError } from "@toolplane/contract";
import { checkLayers } from "../files/check-layers.ts";
import type { Places } from "../places/find-places.ts";
import { describeProject, type TrustView } from "./describe-project.ts";
import { digestProject, PROJECT_FILES, PROJECT_FOLDER, readProjectFiles } from "./project-files.ts";
import { parseProject } from "./read-project.ts";
import { readTrustRecord, type TrustRecord, writeTrustRecord } from "./trust-record.ts";

export interface TrustOffer {
  readonly state: "none" | "untrusted" | "changed" | "trusted";
  readonly files: readonly string[];
  readonly digest: string;
  /** Its content; after a change, the difference. */
  readonly view: TrustView;
  /** The trust before; null: none, or it cannot be read. */
  readonly before: Pick<TrustRecord, "atMs" | "by"> | null;
  /** Files of the folder that mean nothing to toolplane. */
  readonly unread: readonly string[];
  /** Keeps exactly what was looked at. */
  keep(answer: Pick<TrustRecord, "atMs" | "by">): void;
}

/** Looks. Throws a ConfigurationError for files that could never apply: they are not offered. */
export async function openTrust({
  workspace,
  userData,
}: Pick<Places, "workspace" | "userData">): Promise<TrustOffer> {
  const files = readProjectFiles(workspace);
  const said = await parseProject(files);
  await checkLayers(said.flatMap(({ rules }) => (rules === null ? [] : [rules])));
  const record = findRecord(userData, workspace);
  const digest = digestProject(files);
  const isSame = record?.digest === digest;
  return {
    state:
      files.length === 0 ? "none" : isSame ? "trusted" : record === null ? "untrusted" : "changed",
    files: files.map(({ file }) => file),
    digest,
    view: describeProject(said, record && !isSame ? await parseProject(record.files) : null),
    before: record && { atMs: record.atMs, by: record.by },
    unread: unreadNames(workspace),
    keep: (answer) => writeTrustRecord(userData, { path: workspace, digest, files, ...answer }),
  };
}

/** One that cannot be read is as none: keeping an answer puts it right. */
function findRecord(userData: string, workspace: string): TrustRecord | null {
  try {
    return readTrustRecord(userData, workspace);
  } catch (error) {
    if (isConfigurationError(error)) return null;
    throw error;
  }
}

/** Names that a person may have meant. Schemas for editors are ours. */
function unreadNames(workspace: string): readonly string[] {
  const known = new Set(PROJECT_FILES.map(({ name }) => name));
  try {
    return readdirSync(join(workspace, PROJECT_FOLDER))
      .filter((name) => /\.jsonc?$/.test(name) && !known.has(name) && !/\.schema\.json$/.test(name))
      .slice(0, 20)
      .map((name) => `${PROJECT_FOLDER}/${name}`);
  } catch {
    return [];
  }
}
