/**
 * Mounts the next view of a session while no command waits for it: that takes longer than to start a short command. It is made
 * like the view of the command before and serves one command only. When that command is known, the mounted view is compared with
 * what it must see; where anything is different, the view goes, and the command gets one of its own.
 */
import { rmSync } from "node:fs";
import { withinDeadline } from "@toolplane/contract/ports";
import type { AheadRequest } from "../../backend/sandbox.ts";
import type { CallView } from "../../landing/state/landings.ts";
import type { CommandParts } from "./command-parts.ts";
import { runHelper } from "./run-helper.ts";
import type { Holder } from "./start-holder.ts";

/** A mounted view without a command. */
export interface AheadView {
  /** The holder that has it mounted: commands of other holders do not see it. */
  readonly holder: Holder;
  readonly made: CallView;
  readonly signature: string;
}

/** For whom the next one is made. */
export interface AheadOf extends Omit<AheadRequest, "view"> {
  readonly sessionId: string;
  readonly roots: readonly string[];
}

export interface AheadViews {
  /**
   * The view that waits for a command with these roots, for this one only; null where none does. One that is still being mounted
   * is waited for until the call is over or a bound has passed; then it is given up, and goes when it is done.
   */
  take(roots: readonly string[], signal: AbortSignal): Promise<AheadView | null>;
  /** Mounts one, so that it waits. */
  follow(like: AheadOf): void;
  /** The same, when what waits was made before something changed. */
  renew(like: AheadOf): void;
  close(): Promise<void>;
}

export type AheadParts = Pick<CommandParts, "sandbox" | "landings" | "held" | "spools" | "clock">;

/** Many programs run one command and are over. */
const FIRST_FOLLOWED = 2;
/** A view that no command took for so long is let go of. */
const IDLE_MS = 300_000;
/** A mount takes milliseconds; what takes longer than this, a command does better without. */
const MAX_WAIT_MS = 5_000;

interface Waiting {
  readonly roots: string;
  readonly made: Promise<AheadView | null>;
  stopTimer(): void;
}

export function createAheadViews(
  parts: AheadParts,
  currentHolder: () => Promise<Holder>,
): AheadViews {
  const { landings, clock } = parts;
  let waiting: Waiting | null = null;
  let commands = 0;
  let closed = false;

  async function giveUp(made: Promise<AheadView | null>): Promise<void> {
    const ahead = await made;
    if (ahead !== null) landings?.discard(ahead.made);
  }
  async function letGo(): Promise<void> {
    const last = waiting;
    waiting = null;
    last?.stopTimer();
    if (last !== null) await giveUp(last.made);
  }
  function begin(like: AheadOf): void {
    if (waiting !== null || closed || commands < FIRST_FOLLOWED || like.roots.length === 0) return;
    const made = mountView(like, parts, currentHolder).catch(() => null);
    const stopTimer = clock.setTimer(IDLE_MS, () => void letGo());
    waiting = { roots: JSON.stringify(like.roots), made, stopTimer };
  }
  return {
    async take(roots, signal) {
      commands += 1;
      const last = waiting;
      if (last === null) return null;
      if (last.roots !== JSON.stringify(roots)) {
        void letGo();
        return null;
      }
      waiting = null;
      last.stopTimer();
      const usable = async () => {
        const ahead = await last.made;
        return ahead === null || ahead.holder === (await currentHolder()) ? ahead : null;
      };
      const waited = await withinDeadline(usable, { clock, signal, timeoutMs: MAX_WAIT_MS });
      if (waited.ended === "done" && waited.value !== null) return waited.value;
      void giveUp(last.made);
      return null;
    },
    follow: begin,
    renew(like) {
      void letGo();
      begin(like);
    },
    async close() {
      closed = true;
      // A view that never ends must not hold up the close: its program ends with the holder.
      const { signal } = new AbortController();
      await withinDeadline(letGo, { clock, signal, timeoutMs: MAX_WAIT_MS });
    },
  };
}

async function mountView(
  { sessionId, roots, confinement, scratch }: AheadOf,
  { landings, sandbox, spools, held }: AheadParts,
  currentHolder: () => Promise<Holder>,
): Promise<AheadView | null> {
  if (landings === undefined || sandbox.mountAhead === undefined) return null;
  const holder = await currentHolder();
  const placed = roots.map((root) => held?.place(sessionId, root) ?? root);
  const made = await landings.makeAhead({ sessionId, roots: placed });
  const spool = spools.next();
  try {
    const mount = await sandbox.mountAhead({
      confinement,
      view: made.roots,
      ...(scratch === undefined ? {} : { scratch }),
    });
    if (mount !== null && (await runHelper(holder, mount.argv, spool)))
      return { holder, made, signature: mount.signature };
  } catch {
    // The command that comes makes its own, and tells what is wrong.
  } finally {
    rmSync(spool, { force: true });
  }
  landings.discard(made);
  return null;
}
