/** Ends all writing into a view, before its contents are read and judged. */
import { rmSync } from "node:fs";
import type { CallView } from "../landing/state/landings.ts";
import type { CommandParts } from "./session/command-parts.ts";
import type { Holder } from "./session/start-holder.ts";

/** A process that was just killed lets go of its files a moment later. */
const TRIES = 5;
const PAUSE_MS = 40;

/**
 * Where nothing else of the session runs, no writer is left: its processes are all gone. False when a process holds something of
 * the view open, so that nothing of it may land.
 */
export async function freezeView(
  view: CallView,
  holder: Holder,
  { sandbox, spools, clock }: Pick<CommandParts, "sandbox" | "spools" | "clock">,
): Promise<boolean> {
  if (holder.running === 0 || view.roots.length === 0) return true;
  const argv = sandbox.freeze?.(view.roots.map(({ merged }) => merged));
  if (argv === undefined) return false;
  for (let tried = 1; ; tried += 1) {
    const spool = spools.next();
    const frozen = await run(holder, argv, spool);
    rmSync(spool, { force: true });
    if (frozen || tried >= TRIES) return frozen;
    await new Promise<void>((resolve) => clock.setTimer(PAUSE_MS, resolve));
  }
}

async function run(holder: Holder, argv: readonly string[], spool: string): Promise<boolean> {
  const command = holder.spawn({
    argv,
    cwd: "/",
    env: {},
    spool,
    inherited: [],
    stdin: "none",
    maxSpoolBytes: 10_000,
  });
  return (await command.started) === null && (await command.ended).exitCode === 0;
}
