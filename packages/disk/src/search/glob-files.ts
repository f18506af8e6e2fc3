/**
 * `glob` of the file door: ripgrep lists, our own matcher picks, the newest come first. The gate is asked about what would
 * be shown, newest first, until the limit is full; each is pinned on the way, so that a name which leads out of the root
 * by then is left out.
 */
import type { BigIntStats } from "node:fs";
import { type GlobFound, ToolError } from "@toolplane/contract";
import { isBelow, posixPath } from "@toolplane/readings";
import { closedName } from "../files/judged/closed-name.ts";
import type { DoorGate } from "../files/judged/create-door-gate.ts";
import type { FileMachine } from "../files/machine/file-machine.ts";
import { type Handle, lookAt } from "../paths/handles/open-handle.ts";
import { compileGlob } from "./compile-glob.ts";
import { listNames } from "./list-names.ts";
import {
  admitsBelow,
  openBelow,
  openSearchRoot,
  type SearchRoot,
  searchStart,
} from "./open-search-root.ts";

const LIMIT = 1_000;
const MAX_CANDIDATES = 500_000;
/** So many times the limit are looked at first: some may be refused. */
const SPARE = 2;
/** Directories held open at once. */
const MAX_PINNED = 200;

const NAMES = { names: true } as const;

export interface GlobJob {
  readonly pattern: string;
  readonly path?: string;
  readonly limit?: number;
}

export interface GlobParts {
  readonly machine: FileMachine;
  readonly program: string;
}

/** Finds files, newest first. */
export async function globFiles(
  parts: GlobParts,
  gate: DoorGate,
  job: GlobJob,
): Promise<GlobFound> {
  const { machine, program } = parts;
  const root = openSearchRoot(machine, gate, job.path);
  try {
    if (root.handle.kind !== "directory")
      throw new ToolError("invalid_input", `${job.path} is not a directory`);
    const limit = Math.max(0, Math.trunc(job.limit ?? LIMIT));
    const glob = compileGlob(belowRoot(job.pattern, root));
    const start = searchStart(machine, root, glob.prefix);
    if (start === null) return { paths: [], truncated: false, root: root.lexical };
    const pick = async (wanted: number) => {
      const listed = await listNames(gate, { program, root, glob, start, wanted });
      return pickShown(machine, gate, { root, ...listed, limit });
    };
    const found = await pick(Math.min(limit * SPARE + 1, MAX_CANDIDATES));
    // So much was refused that the newest ones did not suffice.
    const isShort = found.truncated && found.paths.length < limit;
    return { ...(isShort ? await pick(MAX_CANDIDATES) : found), root: root.lexical };
  } finally {
    root.handle.close();
  }
}

function pickShown(
  machine: FileMachine,
  gate: DoorGate,
  job: {
    readonly root: SearchRoot;
    readonly names: readonly string[];
    readonly complete: boolean;
    readonly limit: number;
  },
): GlobFound {
  const { root, names, limit } = job;
  const paths: string[] = [];
  // A directory is pinned once for all its names: nothing else runs in between.
  const directories = new Map<string, Handle | null>();
  try {
    for (const relative of names) {
      const stat = fileBelow(machine, root, { relative, directories });
      if (stat === null || !admitsBelow(gate, root, relative, NAMES)) continue;
      const real = posixPath.join(root.handle.real, relative);
      if (closedName(machine, gate, { real, stat, ...NAMES }) !== null) continue;
      if (paths.length >= limit) return { paths, truncated: true };
      paths.push(posixPath.join(root.lexical, relative));
    }
  } finally {
    for (const [relative, handle] of directories) if (relative !== "") handle?.close();
  }
  return { paths, truncated: !job.complete };
}

/** A regular file whose way from the root holds no link. */
function fileBelow(
  machine: FileMachine,
  root: SearchRoot,
  at: { readonly relative: string; readonly directories: Map<string, Handle | null> },
): BigIntStats | null {
  const { relative, directories } = at;
  const end = relative.lastIndexOf("/");
  const parent = relative.slice(0, Math.max(0, end));
  const name = relative.slice(end + 1);
  if (name === "" || name === "." || name === ".." || end === 0) return null;
  let handle = directories.get(parent);
  if (handle === undefined) {
    if (directories.size >= MAX_PINNED) closeOldest(directories);
    handle = parent === "" ? root.handle : openBelow(machine, root, parent);
    directories.set(parent, handle);
  }
  const stat = handle === null ? undefined : lookAt(handle.child(name));
  return stat?.isFile() ? stat : null;
}

/** Files of one age mostly lie together, so what was pinned first is needed least. */
function closeOldest(directories: Map<string, Handle | null>): void {
  const [oldest] = directories.keys();
  if (oldest === undefined) return;
  if (oldest !== "") directories.get(oldest)?.close();
  directories.delete(oldest);
}

/** A pattern that begins with the root's own path means what lies below it; another absolute one is refused later. */
function belowRoot(pattern: string, { lexical, handle }: SearchRoot): string {
  for (const root of [lexical, handle.real])
    if (isBelow(pattern, root)) return posixPath.below(root, pattern);
  return pattern;
}
