/**
 * The changes of a command, kept aside until they are judged: the smallest view there is. Nothing is in the tree before the judge
 * agreed, and then all of it is, or what was not left out.
 */
import {
  type Change,
  type ChangeSet,
  countChanges,
  type Landing,
  type LandingDecision,
  type RefusedChange,
} from "@toolplane/contract";
import type { LandingJudge } from "@toolplane/contract/ports";
import type { FileNode, MemoryTree, ResolvedPath, TreeNode } from "./memory-tree.ts";

/** The files of one command that runs on a view. */
export interface MemoryView {
  /** The node that the command sees at a place. */
  look(place: ResolvedPath): TreeNode | null;
  /** Null removes. */
  put(place: ResolvedPath, after: FileNode | null): void;
  /** Judges the changes and lands them; null when there are none. `landed` is called with each path. */
  settle(end: {
    readonly judge: LandingJudge | undefined;
    readonly stopped: boolean;
    readonly dryRun: boolean;
    readonly rerun: boolean;
    readonly landed: (path: string, images: PendingChange) => void;
  }): Promise<Landing | null>;
}

/** The content of a path before and after. */
interface PendingChange {
  readonly before: TreeNode | null;
  readonly after: FileNode | null;
}

export function createMemoryView(tree: MemoryTree): MemoryView {
  const pending = new Map<string, PendingChange>();
  return {
    look: ({ real, node }) => {
      const changed = pending.get(real);
      return changed === undefined ? node : changed.after;
    },
    put({ real, node }, after) {
      const before = pending.get(real)?.before ?? (node && { ...node });
      if (before === null && after === null) pending.delete(real);
      else pending.set(real, { before, after });
    },
    async settle({ judge, stopped, dryRun, rerun, landed }) {
      const set = setOf(pending);
      if (set.changes.length === 0) return null;
      const facts = { counts: countChanges(set), changes: set.changes };
      if (stopped) return { ...facts, state: "dropped", why: "stopped" };
      if (dryRun) return { ...facts, state: "dropped", why: "dry-run" };
      if (rerun) return { ...facts, state: "dropped", why: "rerun" };
      const decision: LandingDecision = judge ? await judge(set) : NOBODY;
      if (decision.land === "none") {
        const { drop, refused } = decision;
        return { ...facts, state: drop ? "dropped" : "kept", why: "refused", refused };
      }
      const without = new Set(decision.land === "some" ? decision.without : []);
      const kept = set.changes.filter(
        ({ path, kind }) => !without.has(path) && (without.size === 0 || kind !== "removed"),
      );
      for (const { path } of kept) {
        const images = pending.get(path) as PendingChange;
        if (images.after === null) tree.detach(path);
        else tree.attach(path, images.after);
        landed(path, images);
      }
      const heldBack = set.changes.length - kept.length - without.size;
      return {
        state: "landed",
        counts: countChanges({ ...set, changes: kept }),
        changes: kept,
        ...(without.size === 0 ? {} : { refused: [...without].map(leftOut) }),
        ...(heldBack > 0 ? { heldBack } : {}),
      };
    },
  };
}

function leftOut(path: string): RefusedChange {
  return { path, reason: "It was left out." };
}

const NOBODY: LandingDecision = { land: "none", drop: false, refused: [] };

function setOf(pending: ReadonlyMap<string, PendingChange>): ChangeSet {
  const changes = [...pending].map(([path, { before, after }]): Change => {
    const shown = after ?? before;
    return {
      path,
      kind: before === null ? "added" : after === null ? "removed" : "changed",
      type: shown?.kind === "link" ? "link" : "file",
      mode: shown?.mode ?? 0,
      bytes: shown?.kind === "file" ? shown.bytes.length : 0,
      ...(shown?.kind === "link" ? { target: shown.target } : {}),
    };
  });
  return { changes: changes.sort((one, other) => (one.path < other.path ? -1 : 1)) };
}
