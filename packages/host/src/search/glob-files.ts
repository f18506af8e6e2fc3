/**
 * `glob` of the file door: ripgrep lists, our own matcher picks, the newest come first. The gate is asked about what would
 * be shown, newest first, until the limit is full; each is pinned on the way, so that a name which leads out of the root
 * by then is left out.
 */
import { lstatSync } from "node:fs";
import { type GlobFound, ToolError } from "@toolplane/contract";
import type { DoorGate } from "../files/create-door-gate.ts";
import type { FileMachine } from "../files/file-machine.ts";
import { type Handle, lookAt } from "../paths/open-handle.ts";
import { posixPath } from "../paths/posix-path.ts";
import { type CompiledGlob, compileGlob } from "./compile-glob.ts";
import { type IgnorePlan, planIgnoring } from "./gitignore/ignore-plan.ts";
import {
  admitsBelow,
  openBelow,
  openSearchRoot,
  type SearchRoot,
  searchStart,
} from "./open-search-root.ts";
import { readRecords } from "./read-records.ts";
import { runRipgrep } from "./run-ripgrep.ts";

const LIMIT = 1_000;
const MAX_CANDIDATES = 500_000;
const MAX_PATH_BYTES = 64 * 1024;
/** Directories held open at once. */
const MAX_PINNED = 200;

/** One glob. */
export interface GlobJob {
  readonly pattern: string;
  readonly path?: string;
  readonly limit?: number;
}

/** Where globs come from. */
export interface GlobParts {
  readonly machine: FileMachine;
  readonly program: string;
}

interface Candidate {
  readonly relative: string;
  readonly modifiedMs: number;
}

/** Finds files, newest first. */
export async function globFiles(
  parts: GlobParts,
  gate: DoorGate,
  job: GlobJob,
): Promise<GlobFound> {
  const root = openSearchRoot(parts.machine, gate, job.path);
  try {
    if (root.handle.kind !== "directory")
      throw new ToolError("invalid_input", `${job.path} is not a directory`);
    const { candidates, complete } = await listCandidates(parts, gate, {
      root,
      pattern: job.pattern,
    });
    candidates.sort(
      (left, right) =>
        right.modifiedMs - left.modifiedMs || (left.relative < right.relative ? -1 : 1),
    );
    const found = pickShown(parts.machine, gate, {
      root,
      candidates,
      complete,
      limit: Math.max(0, Math.trunc(job.limit ?? LIMIT)),
    });
    return { ...found, root: root.lexical };
  } finally {
    root.handle.close();
  }
}

interface CandidateJob {
  readonly root: SearchRoot;
  readonly pattern: string;
}

interface Candidates {
  readonly candidates: Candidate[];
  readonly complete: boolean;
}

async function listCandidates(
  parts: GlobParts,
  gate: DoorGate,
  { root, pattern }: CandidateJob,
): Promise<Candidates> {
  const glob = compileGlob(belowRoot(pattern, root));
  const start = searchStart(parts.machine, root, glob.prefix);
  if (start === null) return { candidates: [], complete: true };
  const { self, real } = root.handle;
  const ignoring = planIgnoring({ self, real, opened: glob.prefix });
  const list = (plan: IgnorePlan) => runListing(parts, gate, { root, glob, start, plan });
  const listed = await list(ignoring);
  const names = listed.candidates.map(({ relative }) => relative);
  return ignoring.mustRepeat(names) ? list(ignoring.exactly()) : listed;
}

async function runListing(
  { program }: GlobParts,
  gate: DoorGate,
  listing: {
    readonly root: SearchRoot;
    readonly glob: CompiledGlob;
    readonly start: string;
    readonly plan: IgnorePlan;
  },
): Promise<Candidates> {
  const { root, glob, start, plan } = listing;
  const candidates: Candidate[] = [];
  const records = readRecords({
    end: 0,
    maxBytes: MAX_PATH_BYTES,
    take(record) {
      const relative = record.toString("utf8", record[0] === 0x2e && record[1] === 0x2f ? 2 : 0);
      if (!glob.matches(relative) || plan.leavesOut(relative)) return true;
      const modifiedMs = modifiedAt(posixPath.join(root.handle.real, relative));
      if (modifiedMs !== null) candidates.push({ relative, modifiedMs });
      return candidates.length < MAX_CANDIDATES;
    },
  });
  const args = ["--files", "--null", ...(glob.hidden ? ["--hidden"] : []), ...plan.args];
  const cwd = root.handle.self;
  const { stopped } = await runRipgrep({
    ...{ program, args, start, cwd, input: plan.input, gate, take: records.push },
  });
  return { candidates, complete: !stopped };
}

function pickShown(
  machine: FileMachine,
  gate: DoorGate,
  job: {
    readonly root: SearchRoot;
    readonly candidates: readonly Candidate[];
    readonly complete: boolean;
    readonly limit: number;
  },
): GlobFound {
  const { root, candidates, limit } = job;
  const paths: string[] = [];
  // A directory is pinned once for all its names: nothing else runs in between.
  const directories = new Map<string, Handle | null>();
  try {
    for (const { relative } of candidates) {
      if (!standsBelow(machine, root, { relative, directories })) continue;
      if (!admitsBelow(gate, root, relative)) continue;
      if (paths.length >= limit) return { paths, truncated: true };
      paths.push(posixPath.join(root.lexical, relative));
    }
  } finally {
    for (const [relative, handle] of directories) if (relative !== "") handle?.close();
  }
  return { paths, truncated: !job.complete };
}

/** True for a regular file whose way from the root holds no link. */
function standsBelow(
  machine: FileMachine,
  root: SearchRoot,
  at: { readonly relative: string; readonly directories: Map<string, Handle | null> },
): boolean {
  const { relative, directories } = at;
  const end = relative.lastIndexOf("/");
  const parent = relative.slice(0, Math.max(0, end));
  const name = relative.slice(end + 1);
  if (name === "" || name === "." || name === ".." || end === 0) return false;
  if (directories.size > MAX_PINNED) return openedFile(machine, root, relative);
  let handle = directories.get(parent);
  if (handle === undefined) {
    handle = parent === "" ? root.handle : openBelow(machine, root, parent);
    directories.set(parent, handle);
  }
  return handle !== null && lookAt(handle.child(name))?.isFile() === true;
}

function openedFile(machine: FileMachine, root: SearchRoot, relative: string): boolean {
  const handle = openBelow(machine, root, relative);
  handle?.close();
  return handle?.kind === "file";
}

/** A pattern that begins with the root's own path means what lies below it; another absolute one is refused later. */
function belowRoot(pattern: string, { lexical, handle }: SearchRoot): string {
  for (const root of [lexical, handle.real])
    if (pattern.startsWith(`${root}/`)) return pattern.slice(root.length + 1);
  return pattern;
}

function modifiedAt(path: string): number | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
  } catch {
    return null;
  }
}
