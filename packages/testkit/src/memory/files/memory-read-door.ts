/**
 * The reading half of the file door. Each operation resolves the path, asks the gate about the lexical and the real one,
 * and then uses the node it resolved: in memory nothing can be swapped in between. Whether something exists is known only
 * after the gate has answered.
 */
import {
  type ByteRange,
  type FileRead,
  type FileStat,
  type FsReadDoor,
  ToolError,
} from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";
import { type DoorGate, throwIfOver } from "../disk/door-gate.ts";
import { locate, type MemoryDisk, see } from "../disk/memory-disk.ts";
import type { FileNode, ResolvedPath, TreeNode } from "../disk/memory-tree.ts";
import { compileGlob } from "./compile-glob.ts";
import { type SearchedFile, searchFiles } from "./memory-search.ts";

const GLOB_LIMIT = 1000;

/** The context of the reading half. */
export interface ReadDoorContext {
  readonly disk: MemoryDisk;
  readonly gate: DoorGate;
  readonly signal: AbortSignal;
  readonly sessionId: string;
}

/** Opens the reading half for one call. */
export function createMemoryReadDoor({
  disk,
  gate,
  signal,
  sessionId,
}: ReadDoorContext): FsReadDoor {
  function open(text: string, options: { readonly tree?: true } = {}): ResolvedPath {
    throwIfOver(signal);
    const place = locate(disk, text);
    const { lexical: path, real } = place;
    gate.enter({ capability: "fs.read", path, real, ...options });
    return place;
  }

  return {
    async read(text, range) {
      const place = open(text);
      const file = regularFile(place);
      if (range === undefined && file.bytes.length > disk.maxFileBytes)
        throw new ToolError("too_large", `${text} has ${file.bytes.length} bytes: read a range`);
      see(disk, sessionId, { real: place.real, bytes: file.bytes });
      return readRange(file, range);
    },
    async stat(text) {
      const { node } = open(text);
      return node === null ? null : statOf(node);
    },
    async list(text) {
      const place = open(text, { tree: true });
      if (place.node === null) throw missing(place);
      if (place.node.kind !== "directory")
        throw new ToolError("invalid_input", `${place.lexical} is not a directory`);
      return [...place.node.children]
        .map(([name, node]) => ({ name, kind: node.kind }))
        .filter(({ name }) => gate.admits(readTarget(place, posixPath.join(place.real, name))))
        .sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    async search(query) {
      const root = open(query.path ?? ".", { tree: true });
      const found = await searchFiles(filesBelow(disk, gate, root), query);
      return { ...found, root: root.lexical };
    },
    async glob({ pattern, path = ".", limit = GLOB_LIMIT }) {
      const { matches } = compileGlob(pattern);
      const root = open(path, { tree: true });
      const found = filesBelow(disk, gate, root, matches)
        .toSorted(
          (left, right) =>
            right.node.modifiedMs - left.node.modifiedMs || (left.path < right.path ? -1 : 1),
        )
        .map((file) => file.path);
      const { lexical } = root;
      return { paths: found.slice(0, limit), truncated: found.length > limit, root: lexical };
    },
  };
}

/** The files of a tree that the gate admits. Links are not followed, and `.git` is never searched. */
function filesBelow(
  disk: MemoryDisk,
  gate: DoorGate,
  root: ResolvedPath,
  wanted: (relative: string) => boolean = () => true,
): readonly SearchedFile[] {
  if (root.node === null) throw missing(root);
  if (root.node.kind === "file") {
    const relative = posixPath.name(root.lexical);
    const admitted = wanted(relative) && gate.admits(readTarget(root, root.real));
    return admitted ? [{ path: root.lexical, relative, node: root.node }] : [];
  }
  const found: SearchedFile[] = [];
  for (const { path: real, node } of disk.tree.walk(root.real)) {
    const relative = posixPath.below(root.real, real);
    if (node.kind !== "file" || /(?:^|\/)\.git\//.test(relative) || !wanted(relative)) continue;
    const target = readTarget(root, real);
    if (gate.admits(target)) found.push({ path: target.path, relative, node });
  }
  return found;
}

function readTarget(root: ResolvedPath, real: string) {
  const below = posixPath.below(root.real, real);
  const path = below === "" ? root.lexical : posixPath.join(root.lexical, below);
  return { capability: "fs.read" as const, path, real };
}

function regularFile(place: ResolvedPath): FileNode {
  const { node, lexical } = place;
  if (node === null) throw missing(place);
  if (node.kind !== "file")
    throw new ToolError("invalid_input", `${lexical} is a ${node.kind}, not a file`);
  if ((node.mode & 0o400) === 0)
    throw new ToolError("failed", `${lexical} may not be read: the system says permission denied`);
  return node;
}

function missing(place: ResolvedPath): ToolError {
  return new ToolError("not_found", `${place.lexical} does not exist`);
}

function readRange(file: FileNode, range: ByteRange | undefined): FileRead {
  const { offset, length } = range ?? { offset: 0, length: file.bytes.length };
  return {
    bytes: file.bytes.slice(offset, offset + length),
    offset,
    size: file.bytes.length,
    modifiedMs: file.modifiedMs,
  };
}

function statOf(node: TreeNode): FileStat {
  const size = node.kind === "file" ? node.bytes.length : 0;
  return { kind: node.kind, size, modifiedMs: node.modifiedMs, mode: node.mode };
}
