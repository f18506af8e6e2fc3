/**
 * Lets one process drive a run. It owns the row while it does, and the store refuses the writes of every other. A process that
 * was thought dead and is not finds that out with its next step, before anything more is done. A run whose owner is gone is
 * taken.
 */
import { randomUUID } from "node:crypto";
import type { LoopState } from "@toolplane/agent";
import { type Json, ToolError } from "@toolplane/contract";
import type { Clock, RunRow, Store } from "@toolplane/contract/ports";
import type { RunFence } from "@toolplane/kernel/record";
import type { LeaseKeeper } from "../approvals/create-lease-keeper.ts";
import type { Seals } from "../approvals/seals.ts";
import { ownWaiter, type Waiter, type WaiterState } from "../approvals/waiter.ts";
import type { StateOf } from "../approvals/worker-state.ts";
import type { RunAbout } from "./kept-run.ts";
import { createLetGo } from "./let-go.ts";
import { addToDigest, NO_ENTRIES, sealHead } from "./run-head.ts";
import { createRunLog, type RunEntry, type RunLog } from "./run-log.ts";

/** A run in the hands of this process. */
export interface DrivenRun {
  readonly id: string;
  /** Rejects with a ToolError `conflict` when another process has taken it, and with `unavailable` when it cannot be written. */
  keep(state: LoopState): Promise<void>;
  /** Takes it again after it was let go of. Rejects with a ToolError `conflict` when another process has it. */
  hold(): Promise<void>;
  /** Lets go of it: another process may go on with it. Where the store cannot be reached, as soon as it can. */
  release(): Promise<void>;
}

export interface DriveGround {
  readonly store: Pick<Store, "runs" | "flush" | "leases">;
  readonly seals: Seals;
  readonly wallMs: () => number;
  readonly stateOf: StateOf;
  readonly lease: LeaseKeeper;
  readonly clock: Pick<Clock, "setTimer">;
  /** The recorder of the calls; null where nothing but the store is at hand, which drives nothing. */
  readonly fence?: RunFence | null;
}

/** A longer conversation is more than a person reads again. */
const MOST_ENTRIES = 200_000;

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
  const state = await ownerState(row.owner, ground.stateOf);
  const taken = state === "gone" ? await claimRun(ground, row, row.owner) : null;
  if (taken !== null) return taken;
  const { pid, machine } = nameOf(row.owner);
  const who = state === "elsewhere" ? `process ${pid} on ${machine}` : `process ${pid}`;
  const by = state === "gone" ? "another process" : who;
  throw new ToolError("conflict", `Run ${row.id} is driven by ${by} already.`);
}

/** A run that is in the hands of this process from now on. */
interface TakenRun {
  readonly owner: string;
  /** Lets go of the lease that it is driven under. */
  readonly endLease: () => void;
  /** Lets go of all of it. */
  giveBack(): Promise<void>;
}

/** Null where its owner is another than was thought. */
async function claimRun(
  ground: DriveGround,
  { id, sessionId }: Pick<RunRow, "id" | "sessionId">,
  expected: string | null,
): Promise<TakenRun | null> {
  const { store, fence, lease } = ground;
  const owner = newOwner(store);
  const endLease = await lease.hold();
  const run = { sessionId, runId: id, owner };
  const letGo = createLetGo(id, ground);
  const leave = (): void => {
    endLease();
    fence?.release(run);
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
    endLease();
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

/** The beginning of a kept run; `log` and `digest` go on from what is there. */
export interface RunStart {
  readonly row: Pick<RunRow, "id" | "sessionId" | "parentId" | "callId" | "createdAtMs" | "owner">;
  readonly about: RunAbout;
  /** Of one that was taken; one that begins gets its lease with its first state. */
  readonly endLease?: () => void;
  readonly log?: RunLog;
  readonly digest?: string;
}

export function driveRun(ground: DriveGround, start: RunStart): DrivenRun {
  const { store, seals, wallMs, fence, lease } = ground;
  let { row, endLease = null } = start;
  const { id } = row;
  const log = start.log ?? createRunLog();
  const about = JSON.parse(JSON.stringify(start.about)) as Json;
  let digest = start.digest ?? NO_ENTRIES;
  const letGo = createLetGo(id, ground);
  let isHeld = true;
  const taken = () => new ToolError("conflict", `Run ${id} was taken by another process.`);
  return {
    id,
    async keep(state) {
      const { messages: _, ...rest } = state;
      const { entries, conversation, length, turns } = log.take(state, wallMs());
      if (length > MOST_ENTRIES)
        throw new ToolError("too_large", `A run keeps at most ${MOST_ENTRIES} entries.`);
      digest = addToDigest(digest, entries);
      const sealed = { ...row, about, length };
      const head = sealHead(sealed, { state: rest, conversation, turns, digest }, seals);
      endLease ??= await lease.hold();
      const next = { ...sealed, head, status: statusOf(state), updatedAtMs: wallMs() };
      if (!(await store.runs.put(next, entries.map(asJson)))) throw taken();
      if (state.phase === "suspended" || state.phase === "over") await store.flush();
    },
    async hold() {
      if (isHeld) return;
      const mayBe = letGo.pending();
      letGo.stop();
      const again =
        (mayBe !== null && (await claimRun(ground, row, mayBe))) ||
        (await claimRun(ground, row, null));
      if (!again) throw taken();
      row = { ...row, owner: again.owner };
      endLease = again.endLease;
      isHeld = true;
    },
    async release() {
      if (!isHeld) return;
      isHeld = false;
      const { sessionId, owner } = row;
      fence?.release({ sessionId, runId: id, owner: owner ?? "" });
      try {
        await letGo.release(owner);
      } finally {
        endLease?.();
        endLease = null;
      }
    },
  };
}

function asJson(entry: RunEntry): Json {
  return entry as unknown as Json;
}

function statusOf({ phase, outcome }: LoopState): string {
  if (phase === "over") return outcome?.status ?? "done";
  return phase === "suspended" || phase === "ready" ? phase : "working";
}
