/**
 * The writing half of the file door. Every path that changes is asked about, below a directory too. Moving a file asks to
 * read it as well: else a rule that keeps a file from being read would fall to a rename. A link at the end of a path is
 * followed when its content is written, and is itself meant when it is removed or renamed.
 */
import {
  type FileChange,
  type FileWritten,
  type FsTarget,
  type FsWriteDoor,
  ToolError,
  type WriteOptions,
} from "@toolplane/contract";
import { isWithin, posixPath } from "@toolplane/readings";
import { type DoorGate, throwIfOver } from "../disk/door-gate.ts";
import { fileNode, locate, type MemoryDisk, see } from "../disk/memory-disk.ts";
import { contentAddress } from "../disk/memory-journal.ts";
import type { ResolvedPath, TreeNode } from "../disk/memory-tree.ts";

/** The context of the writing half. */
export interface WriteDoorContext {
  readonly disk: MemoryDisk;
  readonly gate: DoorGate;
  readonly signal: AbortSignal;
  readonly sessionId: string;
  readonly callId: string;
}

/** Opens the writing half for one call. */
export function createMemoryWriteDoor(context: WriteDoorContext): FsWriteDoor {
  const { disk } = context;
  function run<T>(change: () => T): T {
    throwIfOver(context.signal);
    const seen = new Map(disk.seen.get(context.sessionId));
    try {
      return disk.journal.attempt(change);
    } catch (error) {
      // A write that was taken back was not seen either.
      disk.seen.set(context.sessionId, seen);
      throw error;
    }
  }
  return {
    write: async (path, data, options = {}) =>
      run(() => writeFile(context, { path, data, options })),
    remove: async (path, options = {}) => void run(() => removePath(context, { path, ...options })),
    rename: async (from, to) => void run(() => renamePath(context, { from, to })),
    mkdir: async (path) => run(() => makeDirectory(context, path)),
    apply: async (changes) => run(() => changes.map((change) => applyChange(context, change))),
  };
}

function applyChange(context: WriteDoorContext, change: FileChange): FileWritten {
  if (change.kind === "write") return writeFile(context, { options: {}, ...change });
  if (change.kind === "rename") return renamePath(context, change);
  return removePath(context, change);
}

function writeFile(
  context: WriteDoorContext,
  job: {
    readonly path: string;
    readonly data: string | Uint8Array;
    readonly options: WriteOptions;
  },
): FileWritten {
  const { disk } = context;
  const place = locate(disk, job.path);
  context.gate.enter(writeTarget(place));
  const { node, lexical } = place;
  const { create = "may", expect, mode } = job.options;
  if (create === "must" && node !== null)
    throw new ToolError("conflict", `${lexical} exists already`);
  if (create === "never" && node === null)
    throw new ToolError("not_found", `${lexical} does not exist`);
  expectContent(place, expect);
  if (node !== null && node.kind !== "file")
    throw new ToolError("invalid_input", `${lexical} is a ${node.kind}, not a file`);
  if (node !== null && (node.mode & 0o200) === 0)
    throw new ToolError("failed", `${lexical} may not be written: the system says it is read-only`);
  const seen = disk.seen.get(context.sessionId)?.get(place.real);
  if (expect === undefined && node !== null && seen !== undefined && seen !== node.bytes)
    throw new ToolError(
      "conflict",
      `${lexical} was changed since this session read it: read it again`,
    );
  const file = fileNode(disk, job.data, mode ?? node?.mode);
  if (file.bytes.length > disk.maxFileBytes)
    throw new ToolError("too_large", `${lexical} would have ${file.bytes.length} bytes`);
  // A new inode under the old name, as an atomic write leaves it: other names keep the old content.
  disk.tree.attach(place.real, file);
  see(disk, context.sessionId, { real: place.real, bytes: file.bytes });
  const journal = record(context, place.real, { before: node, after: file });
  return { created: node === null, bytes: file.bytes.length, journal };
}

function removePath(
  context: WriteDoorContext,
  job: { readonly path: string; readonly recursive?: boolean; readonly expect?: string },
): FileWritten {
  const place = locate(context.disk, job.path, "keep");
  const members = enterTree(context, place);
  if (place.node === null) throw new ToolError("not_found", `${place.lexical} does not exist`);
  expectContent(place, job.expect);
  if (members.length > 0 && job.recursive !== true)
    throw new ToolError("conflict", `${place.lexical} is not empty: remove it recursively`);
  const ids = [{ path: place.real, node: place.node }, ...members]
    .filter(({ node }) => node.kind !== "directory")
    .map(({ path, node }) => record(context, path, { before: node, after: null }));
  context.disk.tree.detach(place.real);
  return { created: false, bytes: 0, journal: context.disk.journal.group(ids) };
}

function renamePath(
  context: WriteDoorContext,
  job: { readonly from: string; readonly to: string },
): FileWritten {
  const { disk, gate } = context;
  const from = locate(disk, job.from, "keep");
  const to = locate(disk, job.to, "keep");
  enterTree(context, from, "fs.read");
  const members = enterTree(context, from);
  gate.enter(writeTarget(to));
  const moves = members.map((member) => {
    const relative = posixPath.below(from.real, member.path);
    const path = posixPath.join(to.lexical, relative);
    const real = posixPath.join(to.real, relative);
    gate.enter({ capability: "fs.write", path, real });
    return { ...member, to: real, replaced: null };
  });
  const node = movable(from, to);
  const whole = { path: from.real, node, to: to.real, replaced: to.node };
  const files = [whole, ...moves].filter((move) => move.node.kind !== "directory");
  disk.tree.detach(from.real);
  disk.tree.attach(to.real, node);
  const ids = [
    ...files.map((move) => record(context, move.path, { before: move.node, after: null })),
    ...files.map((move) => record(context, move.to, { before: move.replaced, after: move.node })),
  ];
  const bytes = node.kind === "file" ? node.bytes.length : 0;
  return { created: to.node === null, bytes, journal: disk.journal.group(ids) };
}

function movable(from: ResolvedPath, to: ResolvedPath): TreeNode {
  if (from.node === null) throw new ToolError("not_found", `${from.lexical} does not exist`);
  if (to.node?.kind === "directory" || (to.node !== null && from.node.kind === "directory"))
    throw new ToolError("conflict", `${to.lexical} exists already`);
  if (isWithin(to.real, from.real))
    throw new ToolError("conflict", `${from.lexical} cannot be moved onto or into itself`);
  return from.node;
}

function makeDirectory(context: WriteDoorContext, text: string): void {
  const { tree, clock } = context.disk;
  const place = locate(context.disk, text);
  context.gate.enter(writeTarget(place));
  if (place.node?.kind === "directory") return;
  if (place.node !== null) throw new ToolError("conflict", `${place.lexical} is not a directory`);
  const modifiedMs = clock.wallMs();
  tree.attach(place.real, { kind: "directory", children: new Map(), mode: 0o755, modifiedMs });
}

/** Asks about a place and, when it is a directory, about everything below it. */
function enterTree(
  context: WriteDoorContext,
  place: ResolvedPath,
  capability: FsTarget["capability"] = "fs.write",
): readonly { readonly path: string; readonly node: TreeNode }[] {
  const target = { ...writeTarget(place), capability };
  if (place.node?.kind !== "directory") {
    context.gate.enter(target);
    return [];
  }
  const members = context.disk.tree.walk(place.real);
  const paths = members.map(({ path }) => path);
  context.gate.enter({ ...target, tree: true, entries: { paths, complete: true } });
  for (const real of paths) {
    const path = posixPath.join(place.lexical, posixPath.below(place.real, real));
    context.gate.enter({ capability, path, real });
  }
  return members;
}

function writeTarget({ lexical: path, real }: ResolvedPath): FsTarget {
  return { capability: "fs.write", path, real };
}

function expectContent({ lexical, node }: ResolvedPath, expect: string | undefined): void {
  if (expect !== undefined && contentAddress(node) !== expect)
    throw new ToolError("conflict", `${lexical} is no longer what was read: read it again`);
}

interface Images {
  readonly before: TreeNode | null;
  readonly after: TreeNode | null;
}

function record(context: WriteDoorContext, path: string, images: Images): string {
  const { sessionId, callId } = context;
  return context.disk.journal.record({ sessionId, callId, path, ...images });
}
