/** Folders with how many files lie below each, the fullest first, within a bound of lines. */
import { escapeHidden } from "@toolplane/readings";

interface Folder {
  readonly name: string;
  files: number;
  readonly own: string[];
  readonly folders: Map<string, Folder>;
}

export interface TreeOptions {
  readonly depth: number;
  readonly maxLines: number;
}

/** Files named in one folder before the rest is a number. */
const MAX_FILES_SHOWN = 12;

export function folderTree(
  paths: readonly string[],
  { depth, maxLines }: TreeOptions,
): readonly string[] {
  const root = createFolder("");
  for (const path of paths) add(root, path.split("/"));
  const lines: string[] = [];
  // Level by level the bound would hide no folder at the top; here the top is written first and its depths fill what is left.
  let shown = depth;
  do {
    lines.length = 0;
    write(root, { indent: "", depth: shown, lines });
    shown -= 1;
  } while (lines.length > maxLines && shown > 0);
  const cut = lines.length - maxLines;
  return cut > 0 ? [...lines.slice(0, maxLines), `… ${cut} more entries`] : lines;
}

function createFolder(name: string): Folder {
  return { name, files: 0, own: [], folders: new Map() };
}

function add(root: Folder, steps: readonly string[]): void {
  let at = root;
  at.files += 1;
  for (const step of steps.slice(0, -1)) {
    let next = at.folders.get(step);
    if (next === undefined) {
      next = createFolder(step);
      at.folders.set(step, next);
    }
    next.files += 1;
    at = next;
  }
  at.own.push(steps.at(-1) ?? "");
}

function write(
  folder: Folder,
  at: { readonly indent: string; readonly depth: number; readonly lines: string[] },
): void {
  const { indent, depth, lines } = at;
  const below = [...folder.folders.values()].sort(
    (left, right) => right.files - left.files || (left.name < right.name ? -1 : 1),
  );
  for (const next of below) {
    const count = `${next.files} ${next.files === 1 ? "file" : "files"}`;
    lines.push(`${indent}${escapeHidden(next.name)}/  (${count})`);
    if (depth > 1) write(next, { indent: `${indent}  `, depth: depth - 1, lines });
  }
  const own = folder.own.toSorted();
  for (const name of own.slice(0, MAX_FILES_SHOWN)) lines.push(`${indent}${escapeHidden(name)}`);
  if (own.length > MAX_FILES_SHOWN)
    lines.push(`${indent}… ${own.length - MAX_FILES_SHOWN} more files`);
}
