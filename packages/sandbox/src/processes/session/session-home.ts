/**
 * Makes the home of sandboxed commands: empty but for who the person is to git, and which files git would write for them. It lies in a place that commands can write to, so
 * it is made and removed through descriptors that were checked: a link planted there leads us nowhere.
 */
import { lstatSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { ToolError } from "@toolplane/contract";
import { parseGitConfig, readSmallFile } from "@toolplane/disk/git";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { errorCode } from "@toolplane/readings";
import { inVerifiedDirectory } from "../../plan/disk/verified-directory.ts";

const CONFIG = ".gitconfig";
/** Settings by which the same git command leaves other files. Plain words all of them: none names a file or a program. */
const KEPT: ReadonlySet<string> = new Set([
  "core.autocrlf",
  "core.eol",
  "init.defaultbranch",
  "merge.conflictstyle",
  "merge.ff",
  "pull.ff",
  "pull.rebase",
  "user.email",
  "user.name",
]);

/** Makes the home; `directory` must not exist yet, and the folder above its own must. */
export function makeSessionHome(directory: string, personsHome: string): void {
  const folder = dirname(directory);
  const made =
    inside(dirname(folder), (prefix) => makeFolder(prefix + basename(folder))) &&
    inside(folder, (prefix) => mkdirSync(prefix + basename(directory), { mode: 0o700 })) &&
    inside(directory, (prefix) => writeConfig(prefix, personsHome));
  if (!made)
    throw new ToolError("conflict", "The session's scratch folder was replaced by something else.");
}

/**
 * Marks a home that is untouched since it was made, and that still says who the person is; null for what is none any more. Change
 * times cannot be set back.
 */
export function markOfHome(directory: string, personsHome: string): string | null {
  return inVerifiedDirectory(toBytePath(directory), (prefix) => {
    const looks = [prefix, `${prefix}${CONFIG}`].map((path) => {
      const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
      return stat === undefined ? "" : [stat.ino, stat.mode, stat.size, stat.ctimeNs].join(" ");
    });
    return [...looks, configText(personsHome)].join("\n");
  });
}

/** Removes it again, whatever is there now. */
export function removeSessionHome(directory: string): void {
  inside(dirname(directory), (prefix) => clearTree(prefix + toBytePath(basename(directory))));
}

function inside(directory: string, use: (prefix: string) => void): boolean {
  const done = inVerifiedDirectory(toBytePath(directory), (prefix) => {
    use(prefix);
    return true;
  });
  return done === true;
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
  }
}

function writeConfig(prefix: string, personsHome: string): void {
  const text = configText(personsHome);
  if (text !== "") writeFileSync(`${prefix}${CONFIG}`, text, { flag: "wx", mode: 0o600 });
}

function configText(personsHome: string): string {
  const kept = Map.groupBy(readKept(personsHome), ({ section }) => section);
  return [...kept]
    .map(([section, settings]) => {
      const lines = settings.map(({ name, value }) => `\t${name} = ${quote(value)}\n`);
      return `[${section}]\n${lines.join("")}`;
    })
    .join("");
}

type Setting = ReturnType<typeof parseGitConfig>["settings"][number];

function readKept(home: string): readonly Setting[] {
  const found = new Map<string, Setting>();
  for (const file of [join(home, ".config/git/config"), join(home, ".gitconfig")])
    for (const setting of parseGitConfig(readSmallFile(file) ?? "").settings)
      if (KEPT.has(setting.key)) found.set(setting.key, setting);
  return [...found.values()];
}

function quote(value: string): string {
  const escaped = value.replace(/[\\"]/g, "\\$&").replace(/[\r\n\t\0]/g, " ");
  return `"${escaped}"`;
}
