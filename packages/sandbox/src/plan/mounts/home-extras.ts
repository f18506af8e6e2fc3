/**
 * Finds names in a home folder that lie beside programs and are no part of them. A folder of PATH brings its installation along;
 * a person keeps other things there too: tokens, settings, histories. A name that is not known to belong to an installation is
 * closed.
 *
 * Nothing can be mounted over a name that is gone by then, and other programs make and remove names there all the time: locks,
 * journals, shims. Where one is young, the folder is shown without it instead, name by name.
 */
import { lstatSync, readdirSync, readlinkSync, type Stats } from "node:fs";
import { basename, join } from "node:path";
import { toBytePath, toFsPath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
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
/** Names that people give to secrets, for folders where it is unknown what belongs to what. */
const SECRET =
  /credential|secret|token|passw|auth|\.env$|netrc|npmrc|pypirc|_history$|\.pem$|\.key$|^id_[a-z0-9]+$/i;
/** More than that is no folder of programs. */
const MAX_CLOSED = 300;
/** More names than that are not mounted one by one. */
const MAX_SHOWN = 500;
/** An older name has come to stay. */
const YOUNG_MS = 10_000;

/** The time for which a look into a folder serves again while its names stay the same: the mode of a file can change under it. */
const KEPT_MS = 5_000;
/** Change times come in steps. */
const COARSENESS_MS = 25;

export interface ExtrasOptions {
  readonly home: string;
  readonly nowMs: number;
  /** Looks into a folder; again each time unless given. */
  readonly look?: LookIn;
  /** True for a folder that the reach of the command shows: what is shown in its stead would lie below that. */
  readonly isReached: (folder: string) => boolean;
}

export interface HomeExtras {
  readonly closed: readonly Mount[];
  /** Folders that are made again without theirs, to be mounted before anything else that lies in them. */
  readonly anew: readonly Mount[];
}

export function homeExtras(
  installations: readonly string[],
  { home, nowMs, isReached, look = lookIn }: ExtrasOptions,
): HomeExtras {
  const looked = installations
    .filter((folder) => isWithin(folder, home))
    .flatMap((folder) => [folder, ...PROGRAM_FOLDERS.map((name) => join(folder, name))])
    .map((folder) => look(folder, nowMs));
  const isAnew = ({ folder, extras, others }: Looked) =>
    extras.length <= MAX_CLOSED &&
    others.length <= MAX_SHOWN &&
    extras.some(({ stat }) => nowMs - stat.ctimeMs < YOUNG_MS) &&
    // Nothing can be mounted over a link either.
    lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true &&
    !isReached(folder);
  const anew = looked.filter(isAnew);
  const made = new Set(anew.map(({ folder }) => folder));
  return {
    anew: anew.flatMap(({ folder, others }) => [
      { kind: "sparse", path: toBytePath(folder) } as const,
      ...others
        .filter(({ name }) => !made.has(join(folder, name)))
        .flatMap((entry) => shown(folder, entry)),
    ]),
    closed: looked
      .filter(({ folder }) => !made.has(folder))
      .flatMap(({ folder, extras }) => {
        if (extras.length > MAX_CLOSED) return [closed(folder, true)];
        return extras.map(({ name, stat }) => closed(join(folder, name), stat.isDirectory()));
      }),
  };
}

/** The names in a folder, apart by whether programs need them. */
interface Looked {
  readonly folder: string;
  readonly extras: readonly Entry[];
  readonly others: readonly Entry[];
}

function lookIn(folder: string): Looked {
  const entries = entriesOf(folder);
  const kind = kindOf(folder, entries);
  const isOne = ({ name, stat }: Entry) => isExtra(kind, name, stat);
  return {
    folder,
    extras: entries.filter(isOne),
    others: entries.filter((entry) => !isOne(entry)),
  };
}

export type LookIn = (folder: string, nowMs: number) => Looked;

/** Looks that are kept for as long as no name came or went; every command asks, and there are hundreds of names. */
export function rememberLooks(): LookIn {
  const known = new Map<string, { readonly state: string; readonly atMs: number; seen: Looked }>();
  return (folder, nowMs) => {
    const stat = lstatSync(folder, { throwIfNoEntry: false });
    const state = stat === undefined ? "" : `${stat.ino} ${stat.ctimeMs}`;
    const kept = known.get(folder);
    if (kept?.state === state && Math.abs(nowMs - kept.atMs) < KEPT_MS) return kept.seen;
    const seen = lookIn(folder);
    // A young name is about to go, and in the same tick another may have come.
    const isSettled =
      nowMs - (stat?.ctimeMs ?? 0) > COARSENESS_MS &&
      !seen.extras.some((entry) => nowMs - entry.stat.ctimeMs < YOUNG_MS);
    if (isSettled) known.set(folder, { state, atMs: nowMs, seen });
    else known.delete(folder);
    return seen;
  };
}

function shown(folder: string, { name, stat }: Entry): readonly Mount[] {
  const path = toBytePath(join(folder, name));
  if (!stat.isSymbolicLink()) return [{ kind: "read", path }];
  try {
    return [{ kind: "link", path, target: readlinkSync(toFsPath(path), "latin1") }];
  } catch {
    // Gone since it was listed.
    return [];
  }
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
