/**
 * A file tree in memory: directories, files, symbolic links, hard links, modes and special files. It knows nothing of
 * gates; doors and processes ask first and come here after.
 *
 * A file node *is* an inode: two names of one node are hard links. Every change is one of three steps (attach, detach,
 * overwrite) that writes down its inverse, so `attempt` can take back half a job without copying the tree.
 */
import { ToolError } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";

/** A regular file. Its identity is its inode. */
export interface FileNode {
  readonly kind: "file";
  bytes: Uint8Array;
  mode: number;
  modifiedMs: number;
}

interface DirectoryNode {
  readonly kind: "directory";
  readonly children: Map<string, TreeNode>;
  readonly mode: number;
  readonly modifiedMs: number;
}

/** A symbolic link; its target may be relative, may be missing, may be itself. */
interface LinkNode {
  readonly kind: "link";
  readonly target: string;
  readonly mode: number;
  readonly modifiedMs: number;
}

/** A socket, a device or a pipe: there, and not to be read. */
interface SpecialNode {
  readonly kind: "special";
  readonly mode: number;
  readonly modifiedMs: number;
}

export type TreeNode = FileNode | DirectoryNode | LinkNode | SpecialNode;

/** A path with its links followed, and the node there. */
export interface ResolvedPath {
  readonly lexical: string;
  /** For something missing: the real path of the nearest ancestor that exists, and the rest. */
  readonly real: string;
  readonly node: TreeNode | null;
}

/** A file tree without gates. Paths of changes are real: their parents hold no links. */
export interface MemoryTree {
  /** Follows links. With `last: "keep"` a link at the very end is left as it is, as removing and renaming need. */
  resolve(lexical: string, options?: { readonly last?: "follow" | "keep" }): ResolvedPath;
  /** Puts a node at a path and replaces what is there; missing directories are made. */
  attach(real: string, node: TreeNode): void;
  detach(real: string): void;
  /** Changes a file in place, under all its names. */
  overwrite(node: FileNode, bytes: Uint8Array, modifiedMs: number): void;
  /** Everything below a directory, sorted, links not followed. */
  walk(real: string): readonly { readonly path: string; readonly node: TreeNode }[];
  linksOf(node: FileNode): number;
  /** Runs a change; when it throws, everything it did is undone. */
  attempt<T>(change: () => T): T;
}

const MAX_LINKS = 40;
const DIRECTORY_MODE = 0o755;

/** Makes an empty tree: a root directory and nothing in it. */
export function createMemoryTree(): MemoryTree {
  const root = directoryNode();
  const links = new Map<FileNode, number>();
  // Null outside of an attempt: there is nothing to take back, so nothing is kept.
  let inverses: (() => void)[] | null = null;

  function count(node: TreeNode | undefined, by: 1 | -1): void {
    if (node?.kind === "file") links.set(node, (links.get(node) ?? 0) + by);
  }
  function set(directory: DirectoryNode, name: string, node: TreeNode | undefined): void {
    const before = directory.children.get(name);
    count(before, -1);
    count(node, 1);
    if (node === undefined) directory.children.delete(name);
    else directory.children.set(name, node);
    inverses?.push(() => set(directory, name, before));
  }
  function directoryAt(real: string): DirectoryNode {
    let directory = root;
    for (const name of segmentsOf(real)) {
      let child = directory.children.get(name);
      if (child === undefined) {
        child = directoryNode();
        set(directory, name, child);
      }
      if (child.kind !== "directory")
        throw new ToolError("conflict", `${real} is not a directory, so nothing can stand in it`);
      directory = child;
    }
    return directory;
  }

  return {
    resolve: (lexical, { last = "follow" } = {}) => resolveIn(root, lexical, last),
    attach: (real, node) => set(directoryAt(posixPath.parent(real)), posixPath.name(real), node),
    detach: (real) => set(directoryAt(posixPath.parent(real)), posixPath.name(real), undefined),
    overwrite(node, bytes, modifiedMs) {
      const before = { bytes: node.bytes, modifiedMs: node.modifiedMs };
      Object.assign(node, { bytes, modifiedMs });
      inverses?.push(() => void Object.assign(node, before));
    },
    walk: (real) => walk(resolveIn(root, real, "follow").node, real),
    linksOf: (node) => links.get(node) ?? 0,
    attempt(change) {
      const outer = inverses;
      const own: (() => void)[] = [];
      inverses = own;
      try {
        const result = change();
        outer?.push(...own);
        return result;
      } catch (error) {
        inverses = null;
        for (const inverse of own.reverse()) inverse();
        throw error;
      } finally {
        inverses = outer;
      }
    },
  };
}

function directoryNode(): DirectoryNode {
  return { kind: "directory", children: new Map(), mode: DIRECTORY_MODE, modifiedMs: 0 };
}

function segmentsOf(path: string): readonly string[] {
  return path.split("/").filter((part) => part !== "");
}

function resolveIn(root: DirectoryNode, lexical: string, last: "follow" | "keep"): ResolvedPath {
  const rest = [...segmentsOf(lexical)];
  let real = "/";
  let node: TreeNode | null = root;
  let followed = 0;
  while (rest.length > 0) {
    const name = rest.shift() ?? "";
    if (name === "..") {
      real = posixPath.parent(real);
      node = resolveIn(root, real, "keep").node;
      continue;
    }
    const child: TreeNode | null =
      node?.kind === "directory" ? (node.children.get(name) ?? null) : null;
    if (child?.kind === "link" && (rest.length > 0 || last === "follow")) {
      followed += 1;
      if (followed > MAX_LINKS) throw new ToolError("not_found", `${lexical}: too many links`);
      rest.unshift(...child.target.split("/").filter((part) => part !== "" && part !== "."));
      if (child.target.startsWith("/")) {
        real = "/";
        node = root;
      }
      continue;
    }
    real = posixPath.join(real, name);
    node = child;
  }
  return { lexical, real, node };
}

function walk(
  node: TreeNode | null,
  path: string,
): readonly { readonly path: string; readonly node: TreeNode }[] {
  if (node?.kind !== "directory") return [];
  return [...node.children]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([name, child]) => {
      const at = posixPath.join(path, name);
      return [{ path: at, node: child }, ...walk(child, at)];
    });
}
