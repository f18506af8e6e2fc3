/**
 * Tells files that git writes into a repository which it makes, and that make it run nothing. They must be line by line in git's own
 * spelling, with nothing that could be read in two ways: one that somebody wrote by hand a little differently asks.
 */
import { type GitSetting, parseGitConfig } from "./parse-git-config.ts";

/** Settings of a new repository and of a clone, by section. None of them names a program or another file of settings. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  core: [
    ...["repositoryformatversion", "filemode", "bare", "logallrefupdates", "symlinks"],
    ...["ignorecase", "precomposeunicode"],
  ],
  extensions: ["objectformat", "refstorage"],
  remote: ["url", "fetch"],
  branch: ["remote", "merge"],
  user: ["name", "email"],
};
const PLAIN_LINE = /^(?:\[[a-z]+(?: "[\w./ -]+")?\]|\t[a-z]+ = [\w+*:/@., ~-]+)?$/;
/** `ext::` and its like start a program of that name. */
const HELPER = "::";

/** `at` is relative to the git folder. */
export function isInertGitFile(at: string, read: () => string | null): boolean {
  // Git runs a hook by its bare name.
  if (/^hooks\/[\w-]+\.sample$/.test(at)) return true;
  if (at !== "config" && at !== "info/exclude") return false;
  const text = read();
  if (text === null) return false;
  const lines = text.split("\n");
  if (at === "info/exclude") return lines.every((line) => line === "" || line.startsWith("#"));
  const { settings, refused } = parseGitConfig(text);
  return lines.every((line) => PLAIN_LINE.test(line)) && !refused && settings.every(isInert);
}

function isInert({ section, name, value }: GitSetting): boolean {
  const names = Object.hasOwn(SETTINGS, section) ? SETTINGS[section] : undefined;
  return names?.includes(name) === true && !value.includes(HELPER) && !value.startsWith("-");
}
