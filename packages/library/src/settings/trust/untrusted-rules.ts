/**
 * Reads what a stranger's rule file denies and asks about, as opinions of its own. Where a row means nothing, each other row is
 * read by itself: a mistake in one line must not open what the others close. A text that is not JSON has no rows.
 */
import {
  ConfigurationError,
  isConfigurationError,
  type PolicyLayer,
  type PolicyRule,
} from "@toolplane/contract";
import { type ConfigRow, type ConfigRows, readConfigRows } from "@toolplane/disk/own-files";
import { escapeHidden } from "@toolplane/readings";
import type { PlacedCheck } from "../../ground/required-check.ts";
import { checkLayers } from "../files/check-layers.ts";
import { type ConfigFile, readConfigFile } from "../files/read-config-file.ts";
import { onlyStricter } from "./only-stricter.ts";
import type { ProjectFile } from "./project-files.ts";

export interface UntrustedRules {
  readonly files: readonly ConfigFile[];
  /** Checks that do not run: each is a command, and nobody trusted it. */
  readonly checks: readonly PlacedCheck[];
  /** The parts that could not be read, each with its place. */
  readonly broken: readonly string[];
}

/** A person mends the first ones and looks again. */
const MAX_BROKEN = 50;

export async function untrustedRules(files: readonly ProjectFile[]): Promise<UntrustedRules> {
  const found: UntrustedRules[] = [];
  for (const file of files) if (file.kind === "policy") found.push(await readFile(file));
  return {
    files: found.flatMap((one) => one.files),
    checks: found.flatMap((one) => one.checks),
    broken: found.flatMap((one) => one.broken).slice(0, MAX_BROKEN),
  };
}

async function readFile(file: ProjectFile): Promise<UntrustedRules> {
  try {
    const whole = await readConfigFile({ layer: "project", ...file });
    await checkLayers(whole.rules === null ? [] : [whole.rules]);
    return { files: strictly(whole), checks: whole.required, broken: [] };
  } catch (error) {
    const fault = faultOf(error);
    const found = await readRows(file);
    return { ...found, broken: found.broken.length === 0 ? [fault] : found.broken };
  }
}

async function readRows({ file, bytes }: ProjectFile): Promise<UntrustedRules> {
  let found: ConfigRows;
  try {
    found = await readConfigRows(bytes, file);
  } catch (error) {
    return { files: [], checks: [], broken: [faultOf(error)] };
  }
  const broken = found.strangers.map(
    ({ text, line }) => `${file}:${line}: ${escapeHidden(text.slice(0, 40))} is no list of rules`,
  );
  const rules: PolicyRule[] = [];
  const lines: number[] = [];
  for (const row of found.rows) {
    try {
      rules.push(await readRow(row, file));
      lines.push(row.line);
    } catch (error) {
      broken.push(faultOf(error));
    }
  }
  const layer: PolicyLayer = { scope: "project", file, rules, lines };
  const read = { file, layer: "project", values: {}, rules: layer, required: [] } as const;
  return { files: strictly(read), checks: [], broken };
}

/** A rule that can hold. Throws a ConfigurationError that names its line. */
async function readRow({ text, line }: ConfigRow, file: string): Promise<PolicyRule> {
  const { readRules } = await import("@toolplane/kernel");
  const where = `${file}:${line}`;
  const { rules } = readRules(`[${text}]`, { file: where, scope: "project" });
  await checkLayers([{ scope: "project", file, rules, lines: [line] }]);
  const [rule] = rules;
  if (rule === undefined) throw new ConfigurationError(where, "this is no rule");
  return rule;
}

function strictly(file: ConfigFile): readonly ConfigFile[] {
  const { rules, ...rest } = onlyStricter(file);
  if (rules === null || rules.rules.length === 0) return [];
  return [{ ...rest, required: [], rules: { ...rules, untrusted: true } }];
}

function faultOf(error: unknown): string {
  if (!isConfigurationError(error)) throw error;
  return error.message;
}
