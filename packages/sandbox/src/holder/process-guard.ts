/**
 * A bound on how many processes the commands of a session may be at once. The system's own limit does not hold for root and
 * counts threads, of which every JavaScript program has a dozen; so the holder looks, often, at the short list of its own PID
 * namespace. A command that outgrows the bound is ended whole, and its output says why.
 */
import { appendFileSync } from "node:fs";
import { countProcesses, descendantsOf, readParents } from "./process-table.ts";

/** More at once are a mistake or an attack: large builds and test runs stay far below. */
const MAX_PROCESSES = 200;
/** A program that does nothing else starts some thirty in this time. */
const LOOK_MS = 20;

export interface GuardedCommand {
  readonly pid: number;
  readonly spool: string;
}

/** Looks for as long as commands run. */
export interface ProcessGuard {
  wake(): void;
}

/** Makes the guard; `end` kills a command with everything below it. */
export function createProcessGuard(options: {
  readonly commands: () => Iterable<GuardedCommand>;
  readonly end: (pid: number) => void;
}): ProcessGuard {
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const running = [...options.commands()];
    if (running.length === 0) {
      clearInterval(timer);
      timer = undefined;
    } else if (countProcesses() > MAX_PROCESSES) endLargest(running, options.end);
  };
  return {
    wake: () => {
      timer ??= setInterval(look, LOOK_MS);
    },
  };
}

function endLargest(running: readonly GuardedCommand[], end: (pid: number) => void): void {
  const parents = readParents();
  const sized = running.map((command) => ({
    ...command,
    size: descendantsOf(command.pid, parents).length,
  }));
  const [largest] = sized.toSorted((one, other) => other.size - one.size);
  if (largest === undefined) return;
  end(largest.pid);
  try {
    appendFileSync(
      largest.spool,
      `\n[The command was ended: it started more than ${MAX_PROCESSES} processes.]\n`,
    );
  } catch {
    // The output is gone already; the command is ended all the same.
  }
}
