/**
 * The project's layer, by trust. Untrusted: nothing of it is even parsed. Changed since it was trusted: nothing of the new
 * content applies, but what the trusted content denied or asked about still holds, so that rewriting a file never opens what it
 * closed. A record that cannot be read counts as no trust, and is told.
 */
import { isConfigurationError } from "@toolplane/contract";
import type { ProjectTrust } from "../declaration/settings.ts";
import { type ConfigFile, readConfigFile } from "../files/read-config-file.ts";
import {
  digestProject,
  PROJECT_FOLDER,
  type ProjectFile,
  readProjectFiles,
} from "./project-files.ts";
import { readTrustRecord, type TrustRecord } from "./trust-record.ts";

/** What is known of the project, and what of it applies. */
export interface ProjectLayer {
  readonly trust: ProjectTrust;
  readonly files: readonly ConfigFile[];
  /** One line for the person, when something does not apply. */
  readonly notice: string | null;
}

export interface ProjectPlace {
  readonly workspace: string;
  readonly userData: string;
  /** The person trusts what is there for this process only. */
  readonly once: boolean;
  readonly nowMs: number;
}

export async function readProject(place: ProjectPlace): Promise<ProjectLayer> {
  const files = readProjectFiles(place.workspace);
  const names = files.map(({ file }) => file);
  if (place.once && files.length > 0)
    return {
      trust: { state: "trusted", files: names, trustedAtMs: place.nowMs },
      files: await parseProject(files),
      notice: null,
    };
  const { record, fault } = findRecord(place);
  if (record === null) return unknownProject(names, fault);
  if (record.digest === digestProject(files) && files.length > 0)
    return {
      trust: { state: "trusted", files: names, trustedAtMs: record.atMs },
      files: await parseProject(files),
      notice: null,
    };
  return {
    trust: { state: "changed", files: names },
    files: (await parseProject(record.files)).map(onlyStricter),
    notice:
      files.length === 0
        ? `${PROJECT_FOLDER} is gone; its denies still hold. Next: toolplane trust --revoke`
        : `${PROJECT_FOLDER} changed; only what it denied still holds. Next: toolplane trust`,
  };
}

function unknownProject(names: readonly string[], fault: string | null): ProjectLayer {
  if (names.length === 0) return { trust: { state: "none" }, files: [], notice: fault };
  return {
    trust: { state: "untrusted", files: names },
    files: [],
    notice:
      fault ?? `${PROJECT_FOLDER} is not trusted; nothing in it applies. Next: toolplane trust`,
  };
}

function findRecord({ userData, workspace }: ProjectPlace): {
  readonly record: TrustRecord | null;
  readonly fault: string | null;
} {
  try {
    return { record: readTrustRecord(userData, workspace), fault: null };
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return {
      record: null,
      fault: `${error.message}. This project counts as not trusted. Next: toolplane trust`,
    };
  }
}

/** What the files say; throws a ConfigurationError with the place of what they may not. */
export function parseProject(files: readonly ProjectFile[]): Promise<readonly ConfigFile[]> {
  return Promise.all(files.map((file) => readConfigFile({ layer: "project", ...file })));
}

function onlyStricter({ rules, ...file }: ConfigFile): ConfigFile {
  if (rules === null) return { ...file, values: {}, rules };
  const kept = rules.rules.flatMap((rule, index) =>
    rule.action === "allow" ? [] : [{ rule, line: rules.lines?.[index] ?? 0 }],
  );
  return {
    ...file,
    values: {},
    rules: {
      scope: rules.scope,
      file: `${file.file} as trusted`,
      rules: kept.map(({ rule }) => rule),
      lines: kept.map(({ line }) => line),
    },
  };
}
