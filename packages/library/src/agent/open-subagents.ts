/**
 * The kinds of subagents of one toolplane: those of the project (`.toolplane/agents/*.md`), of the person, and those that are built in;
 * the first of a name counts. A project's are used only where a person trusted exactly these texts.
 */
import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import {
  BUILT_IN_SUBAGENTS,
  readSubagent,
  type SubagentIndex,
  type SubagentNote,
  type SubagentType,
} from "@toolplane/agent";
import { readBoundedFile } from "@toolplane/disk/own-files";
import { readContentTrust } from "../settings/trust/content-trust.ts";
import { PROJECT_FOLDER } from "../settings/trust/project-files.ts";

export interface SubagentPlaces {
  /** Null: no project. */
  readonly workspace: string | null;
  /** Null: nothing of the person's. */
  readonly home: string | null;
  readonly userData: string;
  /** All of the project's are used: setting this trusts them. */
  readonly trustProject: boolean;
}

/** One file of a folder, read once. */
export interface SubagentFile {
  readonly name: string;
  readonly place: string;
  readonly bytes: Uint8Array;
  readonly digest: string;
}

const FOLDER = "agents";
/** More than a prompt can name. */
const MOST_FILES = 200;
const MOST_BYTES = 100_000;

/** Finds them. The index lists what cannot be used. */
export function openSubagents(places: SubagentPlaces): SubagentIndex {
  const { workspace, home } = places;
  const types = new Map<string, SubagentType>();
  const skipped: SubagentNote[] = [];
  const take = (folder: string, origin: "project" | "user"): void => {
    const isTrusted = origin === "project" ? trustOf(places) : () => true;
    for (const file of readSubagentFiles(folder, skipped)) {
      const { place, name } = file;
      const read = readSubagent(file.bytes, { name });
      if (!read.ok) skipped.push({ place, text: read.reason });
      else if (!isTrusted(file))
        skipped.push({ place, text: "it is not trusted as it is; toolplane trust shows it" });
      else if (!types.has(name)) types.set(name, { ...read.type, origin, place });
    }
  };
  const project = workspace === null ? null : projectFolder(workspace);
  const own = home === null ? null : projectFolder(home);
  if (project !== null) take(project, "project");
  // Where the workspace is the home folder, an agent works where the person's own would lie.
  if (own !== null && own !== project) take(own, "user");
  for (const type of BUILT_IN_SUBAGENTS) if (!types.has(type.name)) types.set(type.name, type);
  return Object.freeze({ types: [...types.values()], skipped });
}

export function projectFolder(workspace: string): string {
  return join(workspace, PROJECT_FOLDER, FOLDER);
}

export function readSubagentFiles(
  folder: string,
  skipped: SubagentNote[],
): readonly SubagentFile[] {
  const names = namesIn(folder);
  if (names.length > MOST_FILES)
    skipped.push({ place: folder, text: `only ${MOST_FILES} files of it are read` });
  return names.slice(0, MOST_FILES).flatMap((name) => {
    const place = join(folder, name);
    try {
      const bytes = readBoundedFile({ path: place, shown: place, maxBytes: MOST_BYTES });
      if (bytes === null) return [];
      const digest = createHash("sha256").update(bytes).digest("hex");
      return [{ name: name.slice(0, -".md".length), place, bytes, digest }];
    } catch (error) {
      skipped.push({ place, text: error instanceof Error ? error.message : "it cannot be read" });
      return [];
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".md"))
      .sort();
  } catch {
    return [];
  }
}

function trustOf({
  workspace,
  userData,
  trustProject,
}: SubagentPlaces): (file: SubagentFile) => boolean {
  if (trustProject || workspace === null) return () => trustProject;
  const { digests = {} } = readContentTrust({ kind: "agents", userData, workspace }) ?? {};
  return ({ place, digest }) => Object.hasOwn(digests, place) && digests[place] === digest;
}
