/**
 * Reads the project's layer, by trust. Untrusted: only its rule file is read, and of that only what it denies or asks about.
 * Changed since it was trusted: the same of the new content, and what the trusted content denied or asked about still holds, so
 * that rewriting a file never opens what it closed. A record that cannot be read counts as no trust, and is reported. So are rows
 * of the rule file that mean nothing, and one that is not JSON at all, which is ignored until a person trusts it.
 */
import { isConfigurationError } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import type { PlacedCheck } from "../../ground/required-check.ts";
import type { ProjectTrust } from "../declaration/settings.ts";
import { type ConfigFile, readConfigFile } from "../files/read-config-file.ts";
import { onlyStricter } from "./only-stricter.ts";
import {
  digestProject,
  PROJECT_FOLDER,
  type ProjectFile,
  readProjectFiles,
} from "./project-files.ts";
import { readTrustRecord, type TrustRecord } from "./trust-record.ts";
import { type UntrustedRules, untrustedRules } from "./untrusted-rules.ts";

/** Trust in the project, and the parts of it that apply. */
export interface ProjectLayer {
  readonly trust: ProjectTrust;
  readonly files: readonly ConfigFile[];
  /** Checks of a file that nobody trusted: they do not run. */
  readonly untrustedChecks: readonly PlacedCheck[];
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
      untrustedChecks: [],
      notice: null,
    };
  const { record, fault } = findRecord(place);
  const strict = await untrustedRules(files);
  if (record === null) return unknownProject(names, { fault, strict });
  if (record.digest === digestProject(files) && files.length > 0)
    return {
      trust: { state: "trusted", files: names, trustedAtMs: record.atMs },
      files: await parseProject(files),
      untrustedChecks: [],
      notice: null,
    };
  return {
    trust: { state: "changed", files: names, broken: strict.broken },
    files: [...(await parseProject(record.files)).map(asTrusted), ...strict.files],
    untrustedChecks: strict.checks,
    notice:
      files.length === 0
        ? `${PROJECT_FOLDER} is gone; its denies and asks still hold. Next: toolplane trust --revoke`
        : (brokenNotice(strict) ??
          `${PROJECT_FOLDER} changed; only its denies and asks hold. Next: toolplane trust`),
  };
}

function unknownProject(
  names: readonly string[],
  { fault, strict }: { readonly fault: string | null; readonly strict: UntrustedRules },
): ProjectLayer {
  if (names.length === 0)
    return { trust: { state: "none" }, files: [], untrustedChecks: [], notice: fault };
  return {
    trust: { state: "untrusted", files: names, broken: strict.broken },
    files: strict.files,
    untrustedChecks: strict.checks,
    notice: fault ?? brokenNotice(strict) ?? untrustedNotice(strict),
  };
}

function untrustedNotice({ files, checks }: UntrustedRules): string {
  const skipped = checks.length === 0 ? "" : `; its checks do not run (${namesOf(checks)})`;
  const applies = files.length === 0 ? "nothing in it applies" : "only its denies and asks hold";
  return `${PROJECT_FOLDER} is untrusted; ${applies}${skipped}. Next: toolplane trust`;
}

function namesOf(checks: readonly PlacedCheck[]): string {
  return checks.map(({ name }) => escapeHidden(name)).join(", ");
}

/** One line for the person: the first row that does not hold, and whether others do. */
function brokenNotice({ files, broken }: UntrustedRules): string | null {
  const [first, ...more] = broken;
  if (first === undefined) return null;
  const others = more.length === 0 ? "" : `, nor do ${more.length} more`;
  return files.length === 0
    ? `${first}. ${PROJECT_FOLDER} is untrusted; nothing in it holds. Next: toolplane policy`
    : `${first}. This does not hold${others}; the file's other denies and asks do. Next: toolplane policy`;
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

/** Parses the files; throws a ConfigurationError with the place of what they may not say. */
export function parseProject(files: readonly ProjectFile[]): Promise<readonly ConfigFile[]> {
  return Promise.all(files.map((file) => readConfigFile({ layer: "project", ...file })));
}

function asTrusted(file: ConfigFile): ConfigFile {
  const { rules, ...rest } = onlyStricter(file);
  return { ...rest, rules: rules && { ...rules, file: `${file.file} as trusted` } };
}
