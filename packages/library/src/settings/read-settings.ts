/**
 * Reads the five layers: bundled, global, project, environment, flags; later ones win. A file that cannot be understood stops
 * everything, because half a configuration is another one than the person wrote. Without files nothing is read beyond a look
 * at their names, and no parser is loaded.
 */
import { join } from "node:path";
import { isConfigurationError, type Json, type PolicyLayer } from "@toolplane/contract";
import { describeOwnerFault, readBoundedFile } from "@toolplane/disk/own-files";
import { readRecordPlace } from "../ground/record-place.ts";
import type { PlacedCheck } from "../ground/required-check.ts";
import { SETTING_NAMES, SETTINGS } from "./declaration/setting-table.ts";
import type {
  SettingName,
  SettingOrigin,
  Settings,
  SettingValues,
} from "./declaration/settings.ts";
import type { SettingsSource } from "./declaration/settings-source.ts";
import { checkLayers } from "./files/check-layers.ts";
import { type ConfigFile, readConfigFile } from "./files/read-config-file.ts";
import { shortenPath } from "./files/shorten-path.ts";
import { forgetVariable } from "./forget-variable.ts";
import { guardPerson } from "./guard-person.ts";
import { homesOf } from "./homes-of.ts";
import { joinTools, type ToolConfigs } from "./join-tools.ts";
import { findPlaces, type Places } from "./places/find-places.ts";
import { ownProjectRules } from "./places/own-project-rules.ts";
import { readReach } from "./read-reach.ts";
import { readEnvironment, readFlags, type SetValue } from "./read-words.ts";
import { PROJECT_FILES } from "./trust/project-files.ts";
import { readProject } from "./trust/read-project.ts";

export type { SettingsSource } from "./declaration/settings-source.ts";

/** Reads every layer. Throws a ConfigurationError for what cannot be used, with its place. */
export async function readSettings(source: SettingsSource): Promise<Settings> {
  const { environment } = source;
  const { home, workspace, ...folders } = findPlaces(source);
  const global = await readGlobal({ ...folders, workspace, home }, source.onBrokenRules);
  const trustOnce = source.arguments.flag("trust-once");
  const project = await readProject({
    workspace,
    userData: folders.userData,
    once: trustOnce,
    nowMs: Date.now(),
  });
  const files = [...global, ...project.files];
  const words = [...readEnvironment(environment), ...readFlags(source.arguments)];
  const { contained, ...values } = await joinValues(files, words);
  // A person who leaves our rules out wants none of these either, unless they say so.
  const leavesOut = !values.defaultPolicy && values.origins.flow.layer === "bundled";
  const reach = readReach(values.reach, {
    typed: source.arguments.list("add-dir"),
    directory: source.directory,
    home,
  });
  const guards = [workspace, ...reach.write].map((root) =>
    guardPerson({ workspace: root, configFolder: folders.configFolder, homes: homesOf(home) }),
  );
  const policy: readonly PolicyLayer[] = [
    ...guards.flatMap(({ layers }) => layers),
    ...files.flatMap(({ rules }) => (rules === null || rules.rules.length === 0 ? [] : [rules])),
  ];
  await checkLayers(policy);
  for (const notice of [...new Set(guards.map(({ notice }) => notice)), project.notice])
    if (notice !== null) source.terminal?.note(`${source.terminal.err.mark("ask")} ${notice}`);
  const isExposed = guards.some((guard) => guard.isExposed);
  return {
    ...values,
    flow: leavesOut ? "off" : values.flow,
    reach,
    // A person who wants it all the same says so for this run: a file that says it did not mean the home folder.
    contained: contained && (!isExposed || words.some(({ name }) => name === "contained")),
    ...folders,
    home,
    recordPlace: readRecordPlace(values.record, {
      environment,
      home,
      forget: (name) => forgetVariable(name, environment),
    }),
    startedBy: environment.TOOLPLANE_SESSION || null,
    trustOnce,
    workspace,
    policy,
    required: requiredOf(files),
    requiredUntrusted: project.untrustedChecks,
    project: project.trust,
  };
}

/** The person's own checks and the project's; of two of one name, the first counts. */
function requiredOf(files: readonly ConfigFile[]): readonly PlacedCheck[] {
  const found = files.flatMap((file) => file.required);
  return found.filter(({ name }, at) => found.findIndex((other) => other.name === name) === at);
}

/** Reads what the person wrote for all projects, and then for this one. */
async function readGlobal(
  { configFolder, workspace, home }: Pick<Places, "configFolder" | "workspace" | "home">,
  onBrokenRules: SettingsSource["onBrokenRules"],
): Promise<readonly ConfigFile[]> {
  const files: ConfigFile[] = [];
  for (const { path, kind } of [
    ...PROJECT_FILES.map(({ name, kind }) => ({ path: join(configFolder, name), kind })),
    { path: ownProjectRules(configFolder, workspace), kind: "policy" as const },
  ]) {
    const file = shortenPath(path, home);
    const bytes = readBoundedFile({ path, shown: file, check: describeOwnerFault });
    if (bytes === null) continue;
    try {
      const read = await readConfigFile({ layer: "global", kind, file, bytes });
      if (onBrokenRules && read.rules) await checkLayers([read.rules]);
      files.push(read);
    } catch (error) {
      if (kind !== "policy" || !onBrokenRules || !isConfigurationError(error)) throw error;
      onBrokenRules(error.message);
      files.push(closedFile(file, error.message));
    }
  }
  return files;
}

/** Denies everything in the place of a file that cannot be known. Each refusal names `fault` as its file. */
function closedFile(file: string, fault: string): ConfigFile {
  const rules = [{ permission: "*", pattern: "**", action: "deny" }] as const;
  return {
    file,
    layer: "global",
    values: {},
    required: [],
    rules: { scope: "manifest", rules, file: fault },
  };
}

/** Joins a project's value with the person's own; for every other setting the later layer's counts. */
function joined(name: SettingName, before: Json | undefined, said: Json): Json {
  if (name === "tools") return joinTools((before ?? {}) as ToolConfigs, said as ToolConfigs);
  if (name === "flow") return stricterFlow(before ?? SETTINGS.flow.bundled, said);
  return name === "backgroundWrites" ? [...((before ?? []) as Json[]), ...(said as Json[])] : said;
}

const FLOWS: readonly Json[] = ["off", "default", "wary"];

function stricterFlow(before: Json, said: Json): Json {
  return FLOWS.indexOf(said) > FLOWS.indexOf(before) ? said : before;
}

/** The settings that a profile chooses. Loaded only for a person who named one. */
async function profileValues(name: Json): Promise<Partial<Record<SettingName, Json>>> {
  if (name === SETTINGS.profile.bundled) return {};
  const { PROFILES } = await import("@toolplane/compat");
  const { preset, kernel, session } = PROFILES[name as keyof typeof PROFILES];
  const { contained, projectApprovals, flow } = kernel;
  const chosen = { preset, mode: session.mode, contained, projectApprovals, flow };
  return Object.fromEntries(
    Object.entries(chosen).filter(([, value]) => value !== undefined && value !== null),
  ) as Partial<Record<SettingName, Json>>;
}

/** Values with their origins. Files are in the order of the layers. */
async function joinValues(
  files: readonly ConfigFile[],
  words: readonly SetValue[],
): Promise<SettingValues & Pick<Settings, "origins">> {
  const values = new Map<SettingName, Json>();
  const origins = new Map<SettingName, SettingOrigin>();
  for (const { file, layer, values: said } of files)
    for (const [name, placed] of Object.entries(said) as [
      SettingName,
      { value: Json; line: number },
    ][]) {
      const value =
        layer === "project" ? joined(name, values.get(name), placed.value) : placed.value;
      // A word that changes nothing is not where the value comes from.
      if (name === "flow" && value === values.get(name)) continue;
      values.set(name, value);
      origins.set(name, { layer, file, line: placed.line });
    }
  for (const { name, value, origin } of words) {
    values.set(name, value);
    origins.set(name, origin);
  }
  const profile = values.get("profile") ?? SETTINGS.profile.bundled;
  for (const [name, value] of Object.entries(await profileValues(profile))) {
    if (values.has(name as SettingName)) continue;
    values.set(name as SettingName, value);
    origins.set(name as SettingName, { layer: "profile", name: String(profile) });
  }
  const whole = SETTING_NAMES.map((name) => [name, values.get(name) ?? SETTINGS[name].bundled]);
  const from = SETTING_NAMES.map((name) => [name, origins.get(name) ?? { layer: "bundled" }]);
  return {
    ...(Object.fromEntries(whole) as SettingValues),
    origins: Object.fromEntries(from) as Settings["origins"],
  };
}
