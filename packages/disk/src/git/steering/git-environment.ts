/**
 * The environment that keeps git from running what a repository's configuration names. Environment pairs count as given on
 * the command line: they win over every file, and over files that a command changes while it runs.
 *
 * Named drivers (filters, text conversions, merge drivers, aliases …) have no common switch, so the files are read first and
 * every such key found is overridden by name. A file that is too large or includes too much cannot be vouched for: then git
 * is pointed at no repository at all.
 */
import { readFileSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type GitSetting, gitKey, parseGitConfig } from "../config/parse-git-config.ts";
import { findGitConfigs, type GitSearch } from "../repository/find-git-configs.ts";
import {
  GIT_OVERRIDES,
  GIT_VARIABLES,
  LOCAL_PROGRAMS,
  PLAIN_ALIAS,
  REPLACED_SETTINGS,
  RUNNING_OPTION,
  RUNS_NOTHING,
  RUNS_SOMETHING,
  WITHOUT_LOCAL_REMOTES,
} from "./git-settings.ts";

const MAX_CONFIG_BYTES = 256 * 1_024;
const MAX_FILES = 512;
const MAX_PAIRS = 1_024;

/** Variables for one command. `configs` are further files that git reads and others can write, like the one in its home. */
export function gitEnvironment(
  search: GitSearch & { readonly configs?: readonly string[] },
): Readonly<Record<string, string>> {
  const settings = readAll([...findGitConfigs(search), ...(search.configs ?? [])]);
  const pairs = new Map(GIT_OVERRIDES);
  for (const setting of settings ?? [])
    for (const [key, value] of replacements(setting))
      if (pairs.get(key) !== "never") pairs.set(key, value);
  if (settings === null || pairs.size > MAX_PAIRS)
    return { ...GIT_VARIABLES, ...asVariables(new Map(GIT_OVERRIDES)), GIT_DIR: "/dev/null" };
  return { ...GIT_VARIABLES, ...asVariables(pairs) };
}

function asVariables(pairs: ReadonlyMap<string, string>): Record<string, string> {
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(pairs.size) };
  [...pairs].forEach(([key, value], at) => {
    variables[`GIT_CONFIG_KEY_${at}`] = key;
    variables[`GIT_CONFIG_VALUE_${at}`] = value;
  });
  return variables;
}

/** What a setting is replaced by; nothing when it is harmless. */
function replacements(setting: GitSetting): readonly (readonly [string, string])[] {
  const key = gitKey(setting);
  if (GIT_OVERRIDES.some(([fixed]) => fixed.toLowerCase() === key.toLowerCase())) return [];
  if (LOCAL_PROGRAMS.test(key)) return [WITHOUT_LOCAL_REMOTES];
  if (setting.section === "alias") return aliasReplacement(setting);
  const row = REPLACED_SETTINGS.find(
    ({ section, subsection, name }) =>
      section === setting.section &&
      name.test(setting.name) &&
      (subsection === "either" || (subsection === "any") === (setting.subsection !== null)),
  );
  if (row !== undefined) {
    const also = (row.also ?? []).map(
      ([name, value]) => [gitKey({ ...setting, name }), value] as const,
    );
    return [[key, row.value], ...also];
  }
  if (RUNS_NOTHING.has(`${setting.section}.${setting.name}`)) return [];
  const runs = RUNS_SOMETHING.test(setting.name) || setting.value.startsWith("!");
  return runs ? [[key, "false"]] : [];
}

function aliasReplacement(setting: GitSetting): readonly (readonly [string, string])[] {
  const { value } = setting;
  if (PLAIN_ALIAS.test(value) && !RUNNING_OPTION.test(value)) return [];
  return [[gitKey(setting), "alias-that-runs-programs-is-off"]];
}

/** Settings of the files and of all they include; null when there is too much to read. */
function readAll(files: readonly string[]): readonly GitSetting[] | null {
  const settings: GitSetting[] = [];
  const seen = new Set<string>();
  const queue = [...files];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const text = readConfig(file);
    if (text === null || seen.size > MAX_FILES + files.length) return null;
    for (const setting of parseGitConfig(text)) {
      settings.push(setting);
      // Whatever the condition: it may hold by the time git runs.
      const includes = setting.section === "include" || setting.section === "includeif";
      if (includes && setting.name === "path") queue.push(includedFile(file, setting.value));
    }
  }
  return settings;
}

function includedFile(from: string, path: string): string {
  if (path.startsWith("~/")) return join(homedir(), path.slice(2));
  return resolve(dirname(from), path);
}

/** Empty when there is none; null when it is not a file that can be read whole. */
function readConfig(file: string): string | null {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined || found.isDirectory()) return "";
    if (!found.isFile() || found.size > MAX_CONFIG_BYTES) return null;
    return readFileSync(file, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    return code === "ENOENT" || code === "ENOTDIR" ? "" : null;
  }
}
