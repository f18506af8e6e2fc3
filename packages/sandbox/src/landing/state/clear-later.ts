/**
 * Takes down views whose commands changed nothing, after the answer: to unmount one and to remove its folders takes the kernel
 * and the disk longer than the command took, and no caller waits for it. A view that a killed process leaves is dropped at the
 * next start.
 */
import { chmod, rm, rmdir } from "node:fs/promises";
import { clearTree, toBytePath, toFsPath } from "@toolplane/disk/paths";
import type { CallRoot } from "./landings.ts";

/** A call by its folder, a byte path. */
interface ClearedCall {
  readonly folder: string;
  readonly state: { readonly roots: readonly Pick<CallRoot, "merged" | "work">[] };
}

export interface LateClearing {
  /** The call has neither a plan nor anything to keep. */
  add(call: ClearedCall): void;
  /** Resolves when nothing is left to clear. */
  settled(): Promise<void>;
}

export function createLateClearing(): LateClearing {
  const running = new Set<Promise<void>>();
  return {
    add(call) {
      const cleared = clear(call).catch(() => {
        // It stays as what a killed process leaves.
      });
      running.add(cleared);
      void cleared.then(() => running.delete(cleared));
    },
    async settled() {
      await Promise.all(running);
    },
  };
}

async function clear({ folder, state }: ClearedCall): Promise<void> {
  // Not in this thread: the kernel waits until no process uses the mount any more.
  for (const { merged, work } of state.roots) {
    await rmdir(toFsPath(toBytePath(merged))).catch(() => {});
    // The kernel leaves it without any right.
    await chmod(toFsPath(toBytePath(`${work}/work`)), 0o700).catch(() => {});
  }
  // No command could write there, so no name in it can lead elsewhere.
  await rm(toFsPath(folder), { recursive: true, force: true }).catch(() => clearTree(folder));
}
