/**
 * What a session's holder mounted once for all commands after. Nobody waits for it: until it is there, and whenever it is not what a
 * command must see, the command has mounts of its own.
 */
import { rmSync } from "node:fs";
import type { KeptTrees, SandboxedCommand, TreesToKeep } from "../../sandbox/backend/sandbox.ts";
import type { CommandParts } from "./command-parts.ts";
import { runHelper } from "./run-helper.ts";
import type { Holder } from "./start-holder.ts";

export interface SessionTrees {
  /** Who keeps something now; null where nobody does. */
  holder(): Holder | null;
  /** What this holder keeps. */
  of(holder: Holder): KeptTrees | null;
  /** Sees to it that the next command finds what this one had to mount itself. */
  follow(command: Pick<SandboxedCommand, "keep">, holder: Holder): void;
  close(): void;
}

/** Many programs run one command and are over. */
const FIRST_FOLLOWED = 2;
/** Where the folders change all the time, to mount them anew costs more than it saves. */
const MAX_MADE = 8;

interface Kept {
  readonly holder: Holder;
  readonly trees: TreesToKeep;
}

export function createKeptTrees(spools: Pick<CommandParts["spools"], "next">): SessionTrees {
  let kept: Kept | null = null;
  let commands = 0;
  let made = 0;
  let busy = false;
  // Whoever was made ready before they were mounted says that there are none.
  let areNew = false;
  let closed = false;

  // A command that was made ready with them may start only now, so the last ones stay until the session ends.
  const past: TreesToKeep[] = [];

  const current = () => (kept === null || kept.holder.gone ? null : kept);
  function put(next: Kept | null): void {
    if (kept !== null) past.push(kept.trees);
    kept = next;
  }
  async function mount(keep: () => TreesToKeep | null, holder: Holder): Promise<void> {
    const spool = spools.next();
    const trees = keep();
    try {
      const isMounted =
        trees !== null && (await runHelper(holder, trees.argv, { spool, quiet: true }));
      areNew = isMounted;
      if (isMounted && !closed) put({ holder, trees });
      else trees?.drop();
    } finally {
      rmSync(spool, { force: true });
    }
  }
  return {
    holder: () => current()?.holder ?? null,
    of: (holder) => {
      const now = current();
      return now?.holder === holder ? now.trees : null;
    },
    follow({ keep }, holder) {
      commands += 1;
      if (busy || closed) return;
      const wasReadyBefore = areNew;
      areNew = false;
      if (keep === undefined || wasReadyBefore) return;
      if (commands < FIRST_FOLLOWED || made >= MAX_MADE) return;
      made += 1;
      busy = true;
      // The commands that come mount it themselves, and tell what is wrong.
      void mount(keep, holder)
        .catch(() => {})
        .finally(() => {
          busy = false;
        });
    },
    close() {
      closed = true;
      put(null);
      for (const trees of past) trees.drop();
    },
  };
}
