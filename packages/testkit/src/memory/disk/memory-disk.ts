/** The disk that the file door, the journal and processes of one host share: the tree, and how texts become places in it. */
import { ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { MemoryJournal } from "./memory-journal.ts";
import type { FileNode, MemoryTree, ResolvedPath } from "./memory-tree.ts";
import { readPathText } from "./read-path-text.ts";

export interface MemoryDisk {
  readonly tree: MemoryTree;
  readonly journal: MemoryJournal;
  readonly clock: Clock;
  /** The version of each file that a session last saw, by real path. */
  readonly seen: Map<string, Map<string, Uint8Array>>;
  /** Where relative paths begin: the first workspace root. */
  readonly cwd: string;
  /** No file is read or written whole above this size. */
  readonly maxFileBytes: number;
}

/** The place that a text names. Throws `invalid_input` for a text that cannot be a path. */
export function locate(
  disk: Pick<MemoryDisk, "tree" | "cwd">,
  text: string,
  last: "follow" | "keep" = "follow",
): ResolvedPath {
  const path = readPathText(text, disk.cwd);
  if (!path.ok) throw new ToolError("invalid_input", path.message);
  return disk.tree.resolve(path.value, { last });
}

/** The session was given, or put there, these bytes. */
export function see(
  { seen }: Pick<MemoryDisk, "seen">,
  sessionId: string,
  { real, bytes }: { readonly real: string; readonly bytes: Uint8Array },
): void {
  seen.set(sessionId, (seen.get(sessionId) ?? new Map()).set(real, bytes));
}

/** A new file, modified now. */
export function fileNode(
  disk: Pick<MemoryDisk, "clock">,
  data: string | Uint8Array,
  mode = 0o644,
): FileNode {
  const bytes = typeof data === "string" ? new TextEncoder().encode(data) : Uint8Array.from(data);
  return { kind: "file", bytes, mode, modifiedMs: disk.clock.wallMs() };
}
