/** How the tests of the suite make a good host wrong in one way. */
import type { FsDoor, JournalDoor } from "@toolplane/contract";
import type { DoorContext, Gate, Host, Processes } from "@toolplane/contract/ports";
import { createDoorContext } from "@toolplane/testkit";
import type { MemoryBench } from "./memory-bench.ts";

/** A host made wrong in one way: what it does differently from the good one. */
export type Breaker = (bench: MemoryBench) => Partial<Host>;

/** Breakers by what is wrong with the host. */
export type Breakers = Readonly<Record<string, Breaker>>;

/** What a broken door is made from. */
export interface DoorParts {
  readonly bench: MemoryBench;
  readonly context: DoorContext;
  /** The same door without a gate and without an end. */
  readonly free: FsDoor;
}

export function files(wrap: (good: FsDoor, parts: DoorParts) => Partial<FsDoor>): Breaker {
  return (bench) => ({
    files(context) {
      const good = bench.host.files(context);
      return { ...good, ...wrap(good, { bench, context, free: bench.host.files(freed(context)) }) };
    },
  });
}

/** Breaks how the file door asks. */
export function gated(wrap: (gate: Gate, parts: Pick<DoorParts, "context">) => Gate): Breaker {
  return ({ host }) => ({
    files: (context) => host.files({ ...context, gate: wrap(context.gate, { context }) }),
  });
}

export function journal(
  wrap: (
    good: JournalDoor,
    parts: DoorParts & { readonly freeJournal: JournalDoor },
  ) => Partial<JournalDoor>,
): Breaker {
  return (bench) => ({
    journal(context) {
      const good = bench.host.journal(context);
      const open = freed(context);
      const parts = { free: bench.host.files(open), freeJournal: bench.host.journal(open) };
      return { ...good, ...wrap(good, { bench, context, ...parts }) };
    },
  });
}

export function processes(
  wrap: (good: Processes, bench: MemoryBench) => Partial<Processes>,
): Breaker {
  return (bench) => ({
    processes: { ...bench.host.processes, ...wrap(bench.host.processes, bench) },
  });
}

/** The same call with everything open and no end. */
export function freed(context: DoorContext): DoorContext {
  const { sessionId, callId } = context;
  return createDoorContext({ sessionId, callId });
}

/** A turn of the event loop: what a host without locks does between look and write. */
export const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
