/**
 * Takes a run into the hands of this process, by a claim on its row and a row of the record. A run whose owner is gone can be taken; one
 * that something here still drives cannot, however late that is.
 */
import { randomUUID } from "node:crypto";
import { ToolError } from "@toolplane/contract";
import type { Clock, RunRow, Store } from "@toolplane/contract/ports";
import type { RunFence } from "@toolplane/kernel/record";
import type { LeaseKeeper } from "../approvals/create-lease-keeper.ts";
import type { Seals } from "../approvals/seals.ts";
import { ownWaiter, type Waiter, type WaiterState } from "../approvals/waiter.ts";
import type { StateOf } from "../approvals/worker-state.ts";
import { createLetGo } from "./let-go.ts";

export interface DriveGround {
  readonly store: Pick<Store, "runs" | "flush" | "leases">;
  readonly seals: Seals;
  readonly wallMs: () => number;
  readonly stateOf: StateOf;
  readonly lease: LeaseKeeper;
  readonly clock: Pick<Clock, "setTimer">;
  /** The recorder of the calls; null where nothing but the store is at hand, which drives nothing. */
  readonly fence?: RunFence | null;
  /** Runs that something here drives, or drove until another process took them. */
  readonly here: Set<string>;
}

/** A name for this process and this hold: the same process may let go of a run and take it again. */
export function newOwner(store: Pick<Store, "leases">): string {
  return JSON.stringify({ ...ownWaiter(store), hold: randomUUID() });
}

/** State of its owner; `gone` also where it has none. */
export async function ownerState(owner: string | null, stateOf: StateOf): Promise<WaiterState> {
  const waiter = owner === null ? null : readOwner(owner);
  return waiter === null ? "gone" : stateOf(waiter);
}

function readOwner(owner: string): Waiter | null {
  try {
    return JSON.parse(owner) as Waiter | null;
  } catch {
    return null;
  }
}

/**
 * Takes a run that is kept, and says so in the record: what is read from now on is all that the one before it can have written.
 * Rejects with a ToolError `conflict` while another process drives it.
 */
export async function takeRun(ground: DriveGround, row: RunRow): Promise<TakenRun> {
  const { id, owner } = row;
  const state = await ownerState(owner, ground.stateOf);
  // The recorder knows calls by their session: it could not tell those of a driver that is late from those of the next one.
  if (state === "gone" && ground.here.has(id))
    throw new ToolError(
      "conflict",
      `Run ${id} was taken from this process, and what drove it here has not let go of it yet.`,
    );
  const taken = state === "gone" ? await claimRun(ground, row, owner) : null;
  if (taken !== null) return taken;
  const { pid, machine } = nameOf(owner);
  const who = state === "elsewhere" ? `process ${pid} on ${machine}` : `process ${pid}`;
  const by = state === "gone" ? "another process" : who;
  throw new ToolError("conflict", `Run ${id} is driven by ${by} already.`);
}

/** A run that is in the hands of this process from now on. */
interface TakenRun {
  readonly owner: string;
  /** Lets go of the lease that it is driven under. */
  readonly endLease: () => void;
  /** Lets go of all of it. */
  giveBack(): Promise<void>;
}

/** Null where its owner is another than was thought, or something else here has it. */
export async function claimRun(
  ground: DriveGround,
  { id, sessionId }: Pick<RunRow, "id" | "sessionId">,
  expected: string | null,
): Promise<TakenRun | null> {
  const { store, fence, lease, here } = ground;
  if (here.has(id)) return null;
  const owner = newOwner(store);
  here.add(id);
  const endLease = await lease.hold().catch((error: unknown) => {
    here.delete(id);
    throw error;
  });
  const run = { sessionId, runId: id, owner };
  const letGo = createLetGo(id, ground);
  const leave = (): void => {
    endLease();
    fence?.release(run);
    here.delete(id);
  };
  const giveBack = (): Promise<void> => {
    leave();
    return letGo.release(owner);
  };
  let isClaimed: boolean | null = null;
  try {
    isClaimed = await store.runs.claim(id, { owner, expected });
    if (isClaimed) {
      await fence?.claim(run);
      return { owner, endLease, giveBack };
    }
    leave();
    return null;
  } catch (error) {
    leave();
    await (isClaimed ? letGo.release(owner) : letGo.undo(owner)).catch(() => undefined);
    throw error;
  }
}

function nameOf(owner: string | null): { readonly pid: number; readonly machine: string } {
  const { pid = 0, machine = "" } = JSON.parse(owner ?? "{}") as Partial<Waiter>;
  return { pid, machine };
}
