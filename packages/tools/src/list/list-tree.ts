/**
 * A tree within a bound. It is filled level by level, so that a bound cuts the depths and never hides a whole folder at the
 * top because the first one was deep; then it is written in the order of a tree.
 */
import { type DirectoryEntry, type FsReadDoor, isToolError } from "@toolplane/contract";
import { formatBytes } from "@toolplane/readings";

export interface TreeRequest {
  readonly path: string;
  readonly depth: number;
  readonly limit: number;
}

/** The lines, and how many entries of the folders that were opened are not among them. */
export interface ListedTree {
  readonly lines: readonly string[];
  readonly left: number;
}

interface Node {
  readonly entry: DirectoryEntry;
  readonly path: string;
  note: string;
  children: Node[];
}

/** Lists; throws the door's error about the folder itself, and shows a folder below that cannot be opened as closed. */
export async function listTree(
  fs: Pick<FsReadDoor, "list" | "stat">,
  { path, depth, limit }: TreeRequest,
): Promise<ListedTree> {
  let room = limit;
  let left = 0;
  const admit = (entries: readonly DirectoryEntry[], parent: string): Node[] => {
    const shown = entries.slice(0, room);
    room -= shown.length;
    left += entries.length - shown.length;
    return shown.map((entry) => ({
      entry,
      path: join(parent, entry.name),
      note: "",
      children: [],
    }));
  };
  const roots = admit(await fs.list(path), path);
  let level = roots;
  for (let at = 1; at < depth && level.length > 0 && room > 0; at += 1) {
    const next: Node[] = [];
    for (const node of level) {
      if (node.entry.kind !== "directory" || room === 0) continue;
      if (isFilledByPrograms(node.entry.name)) node.note = "  (not entered)";
      else next.push(...(await open(fs, node, admit)));
    }
    level = next;
  }
  const lines: string[] = [];
  for (const node of roots) await write(fs, { node, indent: "", lines });
  return { lines, left };
}

async function open(
  fs: Pick<FsReadDoor, "list">,
  node: Node,
  admit: (entries: readonly DirectoryEntry[], parent: string) => Node[],
): Promise<readonly Node[]> {
  try {
    node.children = admit(await fs.list(node.path), node.path);
  } catch (error) {
    if (!isToolError(error) || error.code === "cancelled") throw error;
    node.note = "  (cannot be opened)";
  }
  return node.children;
}

async function write(
  fs: Pick<FsReadDoor, "stat">,
  at: { readonly node: Node; readonly indent: string; readonly lines: string[] },
): Promise<void> {
  const { node, indent, lines } = at;
  lines.push(`${indent}${await describeEntry(fs, node)}`);
  for (const child of node.children) await write(fs, { node: child, indent: `${indent}  `, lines });
}

async function describeEntry(
  fs: Pick<FsReadDoor, "stat">,
  { entry, path, note }: Node,
): Promise<string> {
  // A line is one entry, whatever a name holds.
  const name = entry.name.replace(/\p{Cc}/gu, "?");
  if (entry.kind === "directory") return `${name}/${note}`;
  if (entry.kind === "link") return `${name}  (link)`;
  if (entry.kind === "special") return `${name}  (special file)`;
  const size = await sizeOf(fs, path);
  return size === null ? name : `${name}  ${formatBytes(size)}`;
}

async function sizeOf(fs: Pick<FsReadDoor, "stat">, path: string): Promise<number | null> {
  try {
    return (await fs.stat(path))?.size ?? null;
  } catch (error) {
    if (!isToolError(error) || error.code === "cancelled") throw error;
    return null;
  }
}

function join(parent: string, name: string): string {
  if (parent === ".") return name.startsWith("~") ? `./${name}` : name;
  return parent.endsWith("/") ? parent + name : `${parent}/${name}`;
}

/** Folders that programs fill and people do not read. Only their content is left out, never their name. */
const FILLED: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  "node_modules",
  "bower_components",
  ".venv",
  "venv",
  "__pycache__",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".tox",
  ".gradle",
  ".idea",
  ".next",
  ".nuxt",
  ".turbo",
  ".cache",
  ".terraform",
]);

/** True for a folder that is not worth entering unasked. */
function isFilledByPrograms(name: string): boolean {
  return FILLED.has(name);
}
