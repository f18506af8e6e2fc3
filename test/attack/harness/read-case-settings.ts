/**
 * The project of a case by the road users take: its files are written into the workspace, a person trusts them or does not, and
 * the product reads its settings from there. A file that the product will not let a person trust stays untrusted.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isConfigurationError } from "@toolplane/contract";
import type { Settings, SettingsSource } from "@toolplane/library/inside";
import { findPlaces, openTrust, readSettings } from "@toolplane/library/inside";
import type { CaseTool, Given } from "./attack-case.ts";
import type { Fixture } from "./fixture.ts";

/** What the product reads, and the tools that its project brings. */
export interface CaseSettings {
  readonly settings: Settings;
  readonly tools: readonly CaseTool[];
}

export interface CaseProject {
  readonly given: Given;
  readonly fixture: Fixture;
  readonly onWarning: (text: string) => void;
}

/** Reads them; null without a workspace. Throws what the product throws. */
export async function readCaseSettings(project: CaseProject): Promise<CaseSettings | null> {
  const { given, fixture, onWarning } = project;
  if (given.workspace === null) return null;
  const source: SettingsSource = {
    environment: { ...process.env, TOOLPLANE_DATA: fixture.userData },
    directory: fixture.workspace,
    arguments: { text: () => undefined, flag: () => false, list: () => [] },
    terminal: { note: (text = "") => onWarning(text), err: { mark: () => "" } },
  };
  await writeProject(project, source);
  const settings = await readSettings(source);
  const { tools } = given.projectConfig ?? {};
  const isTrusted = settings.project.state === "trusted";
  return { settings, tools: isTrusted && Array.isArray(tools) ? (tools as never) : [] };
}

async function writeProject(project: CaseProject, source: SettingsSource): Promise<void> {
  const { projectConfig, projectTrusted } = project.given;
  if (projectConfig === undefined) return;
  if (typeof projectTrusted === "object") {
    writeConfig(project, `// ${projectTrusted.hash}\n{}\n`);
    await trust(project, source);
  }
  // Tools of a project are files of their own; the harness registers those that a case lists.
  const { tools, ...rest } = projectConfig;
  writeConfig(project, JSON.stringify(Array.isArray(tools) ? rest : projectConfig, null, 2));
  if (projectTrusted === true) await trust(project, source);
}

function writeConfig({ fixture }: CaseProject, text: string): void {
  const folder = join(fixture.workspace, ".toolplane");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "config.jsonc"), text);
}

async function trust({ onWarning }: CaseProject, source: SettingsSource): Promise<void> {
  try {
    const offer = await openTrust(findPlaces(source));
    offer.keep({ atMs: Date.now(), by: "case" });
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    onWarning(error.message);
  }
}
