/**
 * Programs that a rule denies whatever they are given: their files are closed, so that a script, a build or another program
 * cannot start them either. Of a program that is many in one only the parser sees the name, for its file is the others' too.
 */
import { lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import { basename, delimiter, dirname, join } from "node:path";
import { DEFAULT_PATH } from "@toolplane/disk/ground";
import { toBytePath } from "@toolplane/disk/paths";
import type { Mount } from "./mount.ts";

const MANY_IN_ONE: ReadonlySet<string> = new Set([
  ...["busybox", "toybox", "coreutils", "rustup", "volta-shim", "mise", "asdf"],
]);

/** Folders in which version managers keep programs, below their own folder; `*` is any one folder. */
const VERSION_FOLDERS: readonly string[] = [
  ...["versions/*/bin", "versions/*/*/bin", "installs/*/*/bin", "toolchains/*/bin"],
  ...["candidates/*/*/bin", "tools/image/*/*/bin", "bin"],
];
/** Folders in which the system keeps programs that only other programs start. */
const PRIVATE_FOLDERS: readonly string[] = [
  ...["/usr/lib", "/usr/libexec", "/usr/lib64", "/usr/local/lib", "/usr/local/libexec"],
];
/** More versions than a person keeps. */
const MAX_VERSIONS = 400;

export interface AbsentOptions {
  /** The command's own PATH. */
  readonly path: string | undefined;
  /** Folders that the sandbox shows because programs on PATH are installed there. */
  readonly installations: () => readonly string[];
  /** The program that starts the command itself stays: without it nothing runs, and that is for the judge to say. */
  readonly starts: string | undefined;
}

/** The mounts that close them, in the places where this machine has them. */
export function absentPrograms(
  names: readonly string[],
  { path = "", starts = "", installations }: AbsentOptions,
): readonly Mount[] {
  if (names.length === 0) return [];
  const folders = new Set([
    ...[...path.split(delimiter), ...DEFAULT_PATH.split(delimiter)],
    ...installations().flatMap(versionFolders),
  ]);
  const kept = realOf(starts);
  const files = new Set<string>();
  const plain = names.filter((name) => !name.includes("/"));
  for (const folder of folders) {
    if (!folder.startsWith("/")) continue;
    for (const name of versionsOf(plain, folder)) {
      const real = realOf(join(folder, name));
      if (real === null || real === kept || MANY_IN_ONE.has(basename(real))) continue;
      for (const file of sameFiles(real)) files.add(file);
    }
  }
  return [
    ...[...files].map((file): Mount => ({ kind: "close-file", path: toBytePath(file) })),
    ...names
      .flatMap(ownFolders)
      .map((folder): Mount => ({ kind: "close-directory", path: toBytePath(folder) })),
  ];
}

/**
 * The programs and their versions beside them: `perl5.36-x86_64-linux-gnu` is perl, `python3.12` is python3. Not a number alone,
 * nor what belongs to a program of such a name: `python3.12` is not `python`, which a person may deny so that python3 is used.
 */
function versionsOf(programs: readonly string[], folder: string): readonly string[] {
  const names = namesIn(folder);
  const found = programs.flatMap((program) =>
    [...names].filter((name) => {
      const version = name.startsWith(program) ? VERSION.exec(name.slice(program.length)) : null;
      return version !== null && !(version[1] && names.has(program + version[1]));
    }),
  );
  return [...new Set([...programs, ...found])];
}

/** With a dot or a dash in it; the group is the number that may belong to the name of another program. */
const VERSION = /^(?:(\d+)(?:\.\d+)+|[.-]\d+(?:\.\d+)*)(?:[-+][\w.+-]*)?$/;

function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder));
  } catch {
    return new Set();
  }
}

/** Folders in which a program keeps its own programs, itself among them: `/usr/lib/git-core/git` is git as well. */
function ownFolders(name: string): readonly string[] {
  if (name.includes("/")) return [];
  const folders = PRIVATE_FOLDERS.flatMap((base) => realOf(join(base, `${name}-core`)) ?? []);
  return [...new Set(folders)];
}

/** The version that is chosen is on PATH; a script can name any other. */
function versionFolders(installation: string): readonly string[] {
  return VERSION_FOLDERS.flatMap((pattern) =>
    pattern
      .split("/")
      .reduce<readonly string[]>(
        (found, part) =>
          found
            .flatMap((folder) => (part === "*" ? foldersIn(folder) : [join(folder, part)]))
            .slice(0, MAX_VERSIONS),
        [installation],
      ),
  );
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Versions of a program are often further names of one file, beside each other. */
function sameFiles(file: string): readonly string[] {
  try {
    const { ino, nlink } = statSync(file);
    if (nlink === 1) return [file];
    const folder = dirname(file);
    return readdirSync(folder)
      .map((name) => join(folder, name))
      .filter((other) => lstatSync(other, { throwIfNoEntry: false })?.ino === ino);
  } catch {
    return [file];
  }
}

function realOf(file: string): string | null {
  try {
    return realpathSync(file);
  } catch {
    return null;
  }
}
