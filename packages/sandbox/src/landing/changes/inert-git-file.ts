/**
 * What git writes into a repository that it makes, and that makes it run nothing. Line by line in git's own spelling, and nothing
 * that could be read in two ways: whoever writes a file by hand that looks a little different is asked about it.
 */

/** Settings of a new repository and of a clone, by section. None of them names a program or another file of settings. */
const SETTINGS: Readonly<Record<string, ReadonlySet<string>>> = {
  core: new Set(
    "repositoryformatversion filemode bare logallrefupdates symlinks ignorecase precomposeunicode".split(
      " ",
    ),
  ),
  extensions: new Set(["objectformat", "refstorage"]),
  remote: new Set(["url", "fetch"]),
  branch: new Set(["remote", "merge"]),
  user: new Set(["name", "email"]),
};
const SECTION = /^\[([a-z]+)(?: "[\w./ -]+")?\]$/;
const SETTING = /^\t([a-z]+) = ([\w+*:/@., ~-]+)$/;
/** `ext::` and its like start a program of that name. */
const HELPER = "::";

/** `at` is relative to the git folder. */
export function isInertGitFile(at: string, read: () => string | null): boolean {
  // Git runs a hook by its bare name.
  if (/^hooks\/[\w-]+\.sample$/.test(at)) return true;
  if (at !== "config" && at !== "info/exclude") return false;
  const text = read();
  if (text === null) return false;
  const lines = text.split("\n").filter((line) => line !== "");
  return at === "config" ? areInertSettings(lines) : lines.every((line) => line.startsWith("#"));
}

function areInertSettings(lines: readonly string[]): boolean {
  let names: ReadonlySet<string> | undefined;
  return lines.every((line) => {
    const section = SECTION.exec(line)?.[1];
    if (section !== undefined) {
      names = Object.hasOwn(SETTINGS, section) ? SETTINGS[section] : undefined;
      return names !== undefined;
    }
    const [, name = "", value = ""] = SETTING.exec(line) ?? [];
    return names?.has(name) === true && !value.includes(HELPER) && !value.startsWith("-");
  });
}
