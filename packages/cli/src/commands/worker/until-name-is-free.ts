/**
 * Joins under a name that an earlier worker may still have. A supervisor starts a killed worker again at once and under the same name,
 * which the dead one has until its lease has run out. What still has it after that is alive.
 */
import { isToolError } from "@toolplane/contract";
import { formatDuration } from "@toolplane/readings";
import type { CommandContext } from "../../command/command.ts";
import type { pause } from "../../serving/pause.ts";

interface NameGround {
  readonly name: string;
  readonly leaseMs: number;
  readonly nowMs: () => number;
  readonly pause: typeof pause;
}

const LOOK_MS = 1_000;
/** A lease is looked at by the database's clock, and the database may be slow. */
const LATE_MS = 2_000;

/** Rejects as `join` does, with `conflict` only where the name is still held after a lease. */
export async function untilNameIsFree(
  { signal, terminal }: Pick<CommandContext, "signal" | "terminal">,
  { name, leaseMs, nowMs, pause: rest }: NameGround,
  join: () => Promise<void>,
): Promise<void> {
  const longestMs = leaseMs + LATE_MS;
  const endMs = nowMs() + longestMs;
  for (let isSaid = false; ; isSaid = true) {
    try {
      return await join();
    } catch (error) {
      const isTaken = isToolError(error) && error.code === "conflict";
      if (!isTaken || signal.aborted || nowMs() >= endMs) throw error;
    }
    if (!isSaid)
      terminal.note(
        `Waits: an earlier worker named ${name} has not let go of the name; at most ${formatDuration(longestMs)}.`,
      );
    await rest(LOOK_MS, signal);
  }
}
