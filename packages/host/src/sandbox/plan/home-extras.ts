/**
 * What lies beside programs in a home folder and is no part of them. A folder of PATH brings its installation along; a person keeps
 * other things there too: tokens, settings, histories. Whatever is not known to belong to an installation is closed.
 */
import { lstatSync, readdirSync, type Stats } from "node:fs";
import { basename, join } from "node:path";
import { isWithin, toBytePath } from "./byte-path.ts";
import type { Mount } from "./mount.ts";
import { PROGRAM_FOLDERS } from "./system-base.ts";

/** Names directly in an installation that programs need, in small letters. */
const BELONGS: ReadonlySet<string> = new Set([
  ...PROGRAM_FOLDERS,
  ...["lib", "lib32", "lib64", "libexec", "share", "include", "man", "doc", "docs", "locale"],
  ...["versions", "installs", "toolchains", "candidates", "plugins", "tools", "packages", "gems"],
  // Python and conda; Java; Go; Node; Ruby.
  ...["pyvenv.cfg", "site-packages", "envs", "pkgs", "conda-meta", "condabin", "ssl", "etc"],
  ...["jre", "jmods", "conf", "legal", "release", "modules", "bundle"],
  ...["src", "pkg", "api", "misc", "go.env", "version", "node_modules", "package.json", "dist"],
  ...["readme.md", "license", "changelog.md", "copying", "install_receipt.json"],
]);

/** Files in a folder of programs that programs load. */
const LOADED =
  /\.(?:so(?:\.\d+)*|dylib|pyc?|[cm]?js|[cm]?ts|sh|bash|fish|pl|pm|rb|jar|lua)$|^activate/i;
/** Where nobody can tell what belongs to what: names that people give to secrets. */
const SECRET =
  /credential|secret|token|passw|auth|\.env$|netrc|npmrc|pypirc|_history$|\.pem$|\.key$|^id_[a-z0-9]+$/i;
/** More than that is no folder of programs. */
const MAX_CLOSED = 300;

/** The mounts that close them. */
export function homeExtras(installations: readonly string[], home: string): readonly Mount[] {
  return installations
    .filter((folder) => isWithin(folder, home))
    .flatMap((folder) => [folder, ...PROGRAM_FOLDERS.map((name) => join(folder, name))])
    .flatMap((folder) => {
      const entries = entriesOf(folder);
      const kind = kindOf(folder, entries);
      const extras = entries.filter(({ name, stat }) => isExtra(kind, name, stat));
      if (extras.length > MAX_CLOSED) return [closed(folder, true)];
      return extras.map(({ name, stat }) => closed(join(folder, name), stat.isDirectory()));
    });
}

type Kind = "programs" | "installation" | "other";

function kindOf(folder: string, entries: readonly Entry[]): Kind {
  if (PROGRAM_FOLDERS.includes(basename(folder))) return "programs";
  return entries.some(({ name }) => PROGRAM_FOLDERS.includes(name)) ? "installation" : "other";
}

function isExtra(kind: Kind, name: string, stat: Stats): boolean {
  if (stat.isSymbolicLink()) return false;
  if (kind === "installation") return !BELONGS.has(name.toLowerCase());
  if (!stat.isFile()) return false;
  return kind === "programs" ? (stat.mode & 0o111) === 0 && !LOADED.test(name) : SECRET.test(name);
}

function closed(path: string, isFolder: boolean): Mount {
  return { kind: isFolder ? "close-directory" : "close-file", path: toBytePath(path) };
}

interface Entry {
  readonly name: string;
  readonly stat: Stats;
}

function entriesOf(folder: string): readonly Entry[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const stat = lstatSync(join(folder, name), { throwIfNoEntry: false });
      return stat === undefined ? [] : [{ name, stat }];
    });
  } catch {
    return [];
  }
}
