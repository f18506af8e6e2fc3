/**
 * Makes the environment that keeps git from running what a repository's configuration names. Environment pairs count as given on
 * the command line: they win over every file, and over files that a command changes while it runs.
 *
 * Named drivers (filters, text conversions, merge drivers, aliases …) have no common switch, so the files are read first and
 * every such key found is overridden by name. A file that is too large or includes too much cannot be vouched for: then git
 * is pointed at no repository at all.
 */
import type { GitSetting } from "../config/parse-git-config.ts";
import { readGitSettings } from "../config/read-git-settings.ts";
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

const MAX_PAIRS = 1_024;
/** Stands for bytes that are no text: the environment cannot name such a key, so its setting would stay. */
const NOT_TEXT = "\uFFFD";

export interface GitEnvironmentSearch extends GitSearch {
  /** Further files that git reads and others can write, like the one in the command's home. */
  readonly configs?: readonly string[];
  /** The command's home, where it lies for us: settings include files from there. */
  readonly home?: string;
}

/** Makes the variables for one command. */
export function gitEnvironment(search: GitEnvironmentSearch): Readonly<Record<string, string>> {
  const { configs = [], home } = search;
  const { settings, unread } = readGitSettings(
    [...findGitConfigs(search), ...configs],
    home === undefined ? {} : { home },
  );
  const pairs = new Map(GIT_OVERRIDES);
  for (const setting of settings)
    for (const [key, value] of replacements(setting))
      if (pairs.get(key) !== "never") pairs.set(key, value);
  const isSayable = [...pairs.keys()].every((key) => !key.includes(NOT_TEXT));
  if (unread || !isSayable || pairs.size > MAX_PAIRS)
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

/** The pairs that replace a setting; none when it is harmless. */
function replacements(setting: GitSetting): readonly (readonly [string, string])[] {
  const { key } = setting;
  // Git uses no setting without a section, and refuses one in the environment.
  if (setting.section === "") return [];
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
      ([name, value]) => [key.slice(0, -setting.name.length) + name, value] as const,
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
  return [[setting.key, "alias-that-runs-programs-is-off"]];
}
