/**
 * The journal of file changes: the node of a path before and after, so that a change can be taken back and
 * made again. A step back is refused with `conflict` when the file is no longer what the change left there: undoing never
 * overwrites work that came later. Directories are made again when something is put back into them; empty ones are not.
 */
import { createHash } from "node:crypto";
import type { JournalEntry } from "@toolplane/contract";
import { type JournalDoor, ToolError } from "@toolplane/contract";
import type { Clock, Ids } from "@toolplane/contract/ports";
import type { DoorGate } from "./door-gate.ts";
import { showMemoryDiff } from "./memory-journal-diff.ts";
import type { MemoryTree, TreeNode } from "./memory-tree.ts";
import { readPathText } from "./read-path-text.ts";

interface JournalChange {
  readonly sessionId: string;
  readonly callId: string;
  readonly path: string;
  readonly before: TreeNode | null;
  readonly after: TreeNode | null;
}

/** The changes of all sessions of one host. */
export interface MemoryJournal {
  record(change: JournalChange): string;
  /** One id for several changes, when a person thinks of them as one. */
  group(ids: readonly string[]): string;
  /** Runs a change of the tree; when it throws, tree and journal are as before. */
  attempt<T>(change: () => T): T;
  door(sessionId: string, gate: DoorGate): JournalDoor;
}

interface Row extends JournalChange {
  readonly id: string;
  readonly atMs: number;
  undone: boolean;
}

/** SHA-256 of a file's bytes, in hex: the digest that `expect` takes. A link's address is its target. */
export function contentAddress(node: TreeNode | null): string | null {
  if (node === null) return null;
  if (node.kind === "file") return createHash("sha256").update(node.bytes).digest("hex");
  return node.kind === "link" ? `link:${node.target}` : node.kind;
}

export function createMemoryJournal(options: {
  readonly tree: MemoryTree;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The folder of relative paths. */
  readonly cwd: string;
}): MemoryJournal {
  const { tree, clock, ids, cwd } = options;
  const rows: Row[] = [];
  const groups = new Map<string, readonly string[]>();

  return {
    record(change) {
      const id = ids.next("journal");
      const { before, after } = change;
      rows.push({
        ...change,
        before: copyOf(before),
        after: copyOf(after),
        id,
        atMs: clock.wallMs(),
        undone: false,
      });
      return id;
    },
    group(members) {
      const [only, ...others] = members;
      if (only !== undefined && others.length === 0) return only;
      const id = ids.next("changes");
      groups.set(id, members);
      return id;
    },
    attempt(change) {
      const length = rows.length;
      try {
        return tree.attempt(change);
      } catch (error) {
        rows.length = length;
        throw error;
      }
    },
    door(sessionId, gate) {
      const own = () => rows.filter((row) => row.sessionId === sessionId);
      const move = async (wanted: readonly string[], to: "before" | "after") =>
        step(tree, gate, { rows: pick(own(), groups, wanted), to });
      return {
        async list(paths) {
          const wanted = paths && new Set(paths.map((path) => realOf(tree, path, cwd)));
          return own()
            .filter(({ path }) => wanted === undefined || wanted.has(path))
            .map(entryOf);
        },
        undo: (wanted) => move(wanted, "before"),
        redo: (wanted) => move(wanted, "after"),
        async diff(wanted) {
          const shown: { readonly id: string; readonly path: string; readonly diff: string }[] = [];
          for (const row of pick(own(), groups, wanted)) {
            const { id, path } = row;
            const { real } = tree.resolve(path, { last: "keep" });
            await gate.request({ capability: "fs.read", path, real });
            shown.push({ id, path, diff: showMemoryDiff(row) });
          }
          return shown;
        },
      };
    },
  };
}

function realOf(tree: MemoryTree, text: string, cwd: string): string {
  const path = readPathText(text, cwd);
  if (!path.ok) throw new ToolError("invalid_input", path.message);
  return tree.resolve(path.value).real;
}

/** Rows are moved newest first when undone and oldest first when redone, all of them or none. */
async function step(
  tree: MemoryTree,
  gate: DoorGate,
  job: { readonly rows: readonly Row[]; readonly to: "before" | "after" },
): Promise<readonly JournalEntry[]> {
  const undoing = job.to === "before";
  const ordered = undoing ? [...job.rows].reverse() : job.rows;
  for (const { path } of ordered)
    await gate.request({
      capability: "fs.write",
      path,
      real: tree.resolve(path, { last: "keep" }).real,
    });
  tree.attempt(() => {
    for (const row of ordered) {
      if (row.undone === undoing)
        throw new ToolError("conflict", `${row.id} is already ${undoing ? "undone" : "done"}`);
      restore(tree, row, job.to);
    }
  });
  for (const row of ordered) row.undone = undoing;
  return ordered.map(entryOf);
}

function restore(tree: MemoryTree, row: Row, to: "before" | "after"): void {
  const expected = contentAddress(to === "before" ? row.after : row.before);
  const { real, node } = tree.resolve(row.path, { last: "keep" });
  // Directories are not journalled: one that holds nothing is what an undone change left behind.
  const found = node?.kind === "directory" && holdsNothing(tree, real) ? null : node;
  if (contentAddress(found) !== expected)
    throw new ToolError("conflict", `${row.path} was changed since, so ${row.id} stays as it is`);
  const wanted = copyOf(row[to]);
  if (wanted === null) tree.detach(real);
  else tree.attach(real, wanted);
}

function holdsNothing(tree: MemoryTree, real: string): boolean {
  return tree.walk(real).every(({ node }) => node.kind === "directory");
}

function pick(
  rows: readonly Row[],
  groups: ReadonlyMap<string, readonly string[]>,
  wanted: readonly string[],
): readonly Row[] {
  const flat = new Set(wanted.flatMap((id) => groups.get(id) ?? [id]));
  const found = rows.filter((row) => flat.delete(row.id));
  const [missing] = flat;
  if (missing !== undefined)
    throw new ToolError("not_found", `No change ${missing} in this session`);
  return found;
}

function entryOf(row: Row): JournalEntry {
  const { id, sessionId, callId, atMs, path, undone } = row;
  return {
    id,
    sessionId,
    callId,
    atMs,
    path,
    before: contentAddress(row.before),
    after: contentAddress(row.after),
    mode: (row.after ?? row.before)?.mode ?? null,
    undone,
  };
}

// A file node is an inode that a process may change in place, so an image of it is another inode.
function copyOf(node: TreeNode | null): TreeNode | null {
  return node === null ? null : { ...node };
}
