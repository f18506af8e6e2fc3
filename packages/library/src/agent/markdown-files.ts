/**
 * Files of text that a project or a person keeps for an agent, `.toolplane/FOLDER/NAME.md`: the project's first, then the person's
 * own. A project's are theirs to use only where a person trusted exactly these texts, and are never read from outside of it.
 */
import { createHash } from "node:crypto";
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { readBoundedFile } from "@toolplane/disk/own-files";
import { isWithin } from "@toolplane/readings";
import { readContentTrust, type TrustedContent } from "../settings/trust/content-trust.ts";
import { PROJECT_FOLDER } from "../settings/trust/project-files.ts";

export interface MarkdownPlaces {
  /** Null: no project. */
  readonly workspace: string | null;
  /** Null: nothing of the person's. */
  readonly home: string | null;
  readonly userData: string;
  /** All of the project's are used: setting this trusts them. */
  readonly trustProject: boolean;
}

/** One file of a folder, read once. */
export interface MarkdownFile {
  readonly name: string;
  readonly place: string;
  readonly bytes: Uint8Array;
  readonly digest: string;
}

interface OwnedFile extends MarkdownFile {
  readonly origin: "project" | "user";
  readonly isTrusted: boolean;
}

/** Why a file is left out. */
interface Note {
  readonly place: string;
  readonly text: string;
}

interface FileKind {
  readonly kind: TrustedContent["kind"];
  readonly folder: string;
}

export const UNTRUSTED = "it is not trusted as it is; toolplane trust shows it";

/** More than a prompt can name. */
const MOST_FILES = 200;
const MOST_BYTES = 100_000;

export function eachMarkdownFile(
  places: MarkdownPlaces,
  { kind, folder }: FileKind,
  skipped: Note[],
): readonly OwnedFile[] {
  const { workspace, home } = places;
  const isTrusted = trustOf(places, kind);
  const project =
    workspace === null
      ? []
      : projectMarkdown(workspace, folder, skipped).map((file) => ({
          ...file,
          origin: "project" as const,
          isTrusted: isTrusted(file),
        }));
  // Where the workspace is the home folder, an agent works where the person's own would lie.
  if (home === null || home === workspace) return project;
  const own = readFiles(join(home, PROJECT_FOLDER, folder), { within: null, skipped });
  return [
    ...project,
    ...own.map((file) => ({ ...file, origin: "user" as const, isTrusted: true })),
  ];
}

/** Those of a project, trusted or not. */
export function projectMarkdown(
  workspace: string,
  folder: string,
  skipped: Note[],
): readonly MarkdownFile[] {
  return readFiles(join(workspace, PROJECT_FOLDER, folder), { within: workspace, skipped });
}

function readFiles(
  folder: string,
  { within, skipped }: { readonly within: string | null; readonly skipped: Note[] },
): readonly MarkdownFile[] {
  const names = namesIn(folder);
  if (names.length > MOST_FILES)
    skipped.push({ place: folder, text: `only ${MOST_FILES} files of it are read` });
  return names.slice(0, MOST_FILES).flatMap((name) => {
    const place = join(folder, name);
    try {
      if (within !== null && !isWithin(realpathSync(place), realpathSync(within))) {
        skipped.push({ place, text: "it is a link out of the project" });
        return [];
      }
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

function trustOf(
  { workspace, userData, trustProject }: MarkdownPlaces,
  kind: FileKind["kind"],
): (file: MarkdownFile) => boolean {
  if (trustProject || workspace === null) return () => trustProject;
  const { digests = {} } = readContentTrust({ kind, userData, workspace }) ?? {};
  return ({ place, digest }) => Object.hasOwn(digests, place) && digests[place] === digest;
}
