/**
 * Reads a project as texts that can be compared: of each path its kind, mode, link or content. Of a repository the meaning counts,
 * for its bytes hold times: files of the index, trees and subjects of all commits, branches, settings.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  type BigIntStats,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from "node:fs";
import { join } from "node:path";

/** Path to what is there. */
export type TreeState = ReadonlyMap<string, string>;

const GIT_FACTS = [
  "git symbolic-ref HEAD 2>/dev/null || git rev-parse HEAD^{tree}",
  "git for-each-ref --format='%(refname) %(objecttype) %(upstream) %(tree) %(*tree) %(contents:subject)'",
  "git log --all --reflog --format='%T %an %s' | sort",
  "git ls-files -s",
  "git config --local --list | sort",
  "git stash list --format=%gs",
  'ls -A "$(git rev-parse --git-dir)/hooks" 2>/dev/null',
].join("; echo --; ");

/** Reads the state of a folder again and again; git is asked only where its files changed since. */
export function createTreeReader(root: string): () => TreeState {
  const known = new Map<string, { readonly print: string; readonly facts: string }>();
  const factsOf = (folder: string): string => {
    const inner = join(folder, ".git");
    const print = fingerprint(existsSync(inner) ? inner : folder);
    const last = known.get(folder);
    if (last?.print === print) return last.facts;
    const facts = gitFacts(folder);
    known.set(folder, { print, facts });
    return facts;
  };
  return () => {
    const found = new Map<string, string>();
    walk(root, root, found, factsOf);
    return found;
  };
}

/** Names, sizes and times below a folder: it changes whenever something there was written. */
export function fingerprint(folder: string): string {
  const hash = createHash("sha1");
  const see = (path: string): void => {
    const stat = lstatSync(toFsPath(path), { bigint: true });
    hash.update(`${path} ${stat.size} ${stat.mtimeNs} ${stat.mode} ${stat.ino}\n`);
    if (!stat.isDirectory()) return;
    for (const name of readdirSync(toFsPath(path), { encoding: "latin1" })) see(`${path}/${name}`);
  };
  see(folder);
  return hash.digest("hex");
}

function walk(
  root: string,
  folder: string,
  found: Map<string, string>,
  factsOf: (folder: string) => string,
): void {
  for (const name of readdirSync(toFsPath(folder), { encoding: "latin1" }).sort()) {
    const path = `${folder}/${name}`;
    const key = path.slice(root.length + 1);
    const stat = lstatSync(toFsPath(path), { bigint: true });
    const repository = stat.isDirectory() ? repositoryAt(folder, name) : null;
    found.set(key, repository === null ? describe(path, stat) : factsOf(repository));
    if (stat.isDirectory() && repository === null) walk(root, path, found, factsOf);
  }
}

/** Where git is asked about the folder of this name: in the tree around a `.git`, and in a bare repository itself. */
function repositoryAt(folder: string, name: string): string | null {
  if (name === ".git") return folder;
  const path = `${folder}/${name}`;
  const isBare = ["HEAD", "objects", "refs"].every((part) =>
    existsSync(toFsPath(`${path}/${part}`)),
  );
  return isBare ? path : null;
}

function describe(path: string, stat: BigIntStats): string {
  const mode = (Number(stat.mode) & 0o7777).toString(8);
  if (stat.isSymbolicLink()) return `link ${readlinkSync(toFsPath(path))}`;
  if (stat.isDirectory()) return `folder ${mode}`;
  if (!stat.isFile()) return `special ${mode}`;
  const size = `${stat.size} bytes`;
  // A sparse file of gigabytes is known by its size.
  if (stat.size > 64n << 20n) return `file ${mode} ${size}`;
  const bytes = readFileSync(toFsPath(path));
  // The head of compiled Python is the time of its source.
  const content = path.endsWith(".pyc") ? bytes.subarray(16) : bytes;
  return `file ${mode} ${size} ${createHash("sha1").update(content).digest("hex")}`;
}

/** A name may hold any bytes: each is a letter here. */
function toFsPath(path: string): Buffer {
  return Buffer.from(path, "latin1");
}

/** The repository was written by strangers' commands, so git looks at it behind the same wall. */
function gitFacts(folder: string): string {
  const { stdout, status } = spawnSync(
    "bwrap",
    [
      ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all"],
      ...["--chdir", folder, "--setenv", "GIT_CONFIG_NOSYSTEM", "1", "--", "bash", "-c", GIT_FACTS],
    ],
    { encoding: "utf8", timeout: 30_000, maxBuffer: 64 << 20 },
  );
  return `repository ${status} ${stdout}`;
}

/** The paths at which two states differ. */
export function differingPaths(one: TreeState, other: TreeState): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => one.get(path) !== other.get(path)).sort();
}
