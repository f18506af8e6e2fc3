/**
 * A worker: it drives the segments that its queues give it, keeps its lease, and looks after what others left behind. DBOS brings nothing
 * of a dead worker to others, so that is here: whose lease ran out has its segments given back, by whoever sees it first.
 */
import { isToolError, ToolError } from "@toolplane/contract";
import {
  type Drive,
  fitsOffer,
  type Leases,
  type SegmentEnd,
  type WorkerOffer,
} from "@toolplane/contract/ports";
import type { EngineDatabase } from "./engine-database.ts";
import type { FleetRows, SegmentRow } from "./fleet-rows.ts";
import { linesOf } from "./lines.ts";
import { configOf, loadDbos, type Queues, SEGMENT_NAME, segmentId } from "./queues.ts";
import { createSlots } from "./slots.ts";
import { patiently, repeat, rest } from "./waiting.ts";

export interface WorkerGround {
  readonly database: EngineDatabase;
  readonly url: string;
  readonly rows: FleetRows;
  readonly queues: Queues;
  readonly leases: Leases;
  readonly onWarning: (text: string) => void;
}

export interface EngineWorker {
  /** Gives the runs that were still driven. */
  end(withinMs: number): Promise<readonly string[]>;
}

interface Active {
  readonly number: number;
  readonly cancelling: AbortController;
  readonly over: Promise<void>;
}

const LOOK_MS = 500;
const FIT_MS = 2_000;
const CARE_MS = 10_000;
/** Renewals that fit in a lease. */
const BEATS = 4;
const ROOM_MS = 2_000;
/** An engine's queue gives to anybody: what is left to another may come back here before that one has taken it. */
const PASS_MS = 1_000;
/** Then it is tried here again, whatever keeps the other one from it. */
const MOST_PASSES = 8;
/** A database that does not answer keeps no worker from ending. */
const GIVE_BACK_MS = 2_000;

export async function createWorker(
  ground: WorkerGround,
  offer: WorkerOffer,
  drive: Drive,
): Promise<EngineWorker> {
  const { rows, queues, leases, onWarning } = ground;
  const { worker } = leases;
  const active = new Map<string, Active>();
  const leaving = new AbortController();
  const ended = new AbortController();
  const slots = createSlots(offer.concurrency);
  const { DBOS } = await loadDbos();
  if (DBOS.isInitialized())
    throw new ToolError("conflict", "Another engine works in this process already.");

  const said = (what: string) => (error: unknown) =>
    onWarning(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  /** For the engine a fault would be an end. What cannot be kept has none: the segment stays ours until it is given back. */
  const surely = async <T>(run: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await patiently(work, ended.signal);
    } catch (error) {
      said("A segment could not be kept")(error);
      active.delete(run);
      return new Promise<T>(() => {});
    }
  };
  const driveOnce = async (run: string, row: SegmentRow, { signal }: AbortController) => {
    try {
      const { trace } = row;
      return await drive(run, { cancelled: signal, leaving: leaving.signal, trace });
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      return { state: "again", afterMs: 0, fault } satisfies SegmentEnd;
    }
  };
  const passes = new Map<string, number>();
  /** It went wrong here, and there is somebody with room with whom it has not. */
  const isForAnother = async (run: string, { triedBy, line }: SegmentRow): Promise<boolean> => {
    const passed = passes.get(run) ?? 0;
    passes.delete(run);
    if (!triedBy.includes(worker) || passed >= MOST_PASSES) return false;
    for (const { worker: other, offer: its, isHeld, isDraining } of await rows.workers()) {
      if (!isHeld || isDraining || triedBy.includes(other) || !fitsOffer(line, its)) continue;
      if ((await queues.drivenBy(other)).length >= its.concurrency) continue;
      passes.set(run, passed + 1);
      return true;
    }
    return false;
  };
  /** Its end is the engine's to keep; that the run is to be driven again is kept before. */
  const segmentOnce = async (run: string, { number, cancelling }: Active): Promise<string> => {
    const again = (end: Parameters<FleetRows["again"]>[2]) =>
      surely(run, () => rows.again(run, { number, worker }, end));
    const row = await surely(run, () => rows.segment(run, number));
    if (!row?.isCurrent) return "passed over";
    if (row.isCancelled) cancelling.abort(cancelled());
    else if (await surely(run, () => isForAnother(run, row))) {
      await again({ afterMs: PASS_MS });
      return "left to another";
    }
    if (leaving.signal.aborted || !(await slots.take(ROOM_MS))) {
      await again({ afterMs: leaving.signal.aborted ? 0 : ROOM_MS });
      return "no room";
    }
    try {
      const end = await driveOnce(run, row, cancelling);
      if (end.state === "again") await again(end);
      else if (end.state === "over") await surely(run, () => rows.over(run));
      else await surely(run, () => rows.forgetFault(run));
      return end.state;
    } finally {
      slots.free();
    }
  };
  /** Drives a segment that a queue gives. */
  const segment = async (run: string, number: number): Promise<string> => {
    // One that stalled past its lease is given its own segment again. It ends when the first one has, or with the process.
    for (let first = active.get(run); first; first = active.get(run)) {
      await first.over;
      if (first.number === number) return "driven here already";
    }
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const one = { number, cancelling: new AbortController(), over };
    active.set(run, one);
    try {
      return await segmentOnce(run, one);
    } finally {
      active.delete(run);
      resolve();
    }
  };
  const look = async (): Promise<void> => {
    const found = await rows.due([...active.keys()]);
    for (const run of found.cancelled) active.get(run)?.cancelling.abort(cancelled());
    if (found.hasGone) while (await rows.takeGone((gone) => queues.giveBack(gone)));
    const open = await queues.open(found.due);
    for (const { run, given, ...line } of found.due) {
      if (open.has(segmentId(run, given))) continue;
      await queues.prepare(line);
      await rows.give(run, given, queues.enqueue);
    }
  };
  let strays: ReadonlySet<string> = new Set();
  const care = async (): Promise<void> => {
    // Claimed by us, and nothing here drives it: the database was lost between the two.
    const mine = new Set([...active].map(([run, { number }]) => segmentId(run, number)));
    const idle = (await queues.drivenBy(worker)).filter((id) => !mine.has(id));
    const stuck = new Set(idle.filter((id) => strays.has(id)));
    strays = new Set(idle);
    if (stuck.size > 0) await queues.giveBack(worker, stuck);
    await giveBackStrangers(ground);
    await queues.forget();
  };
  /** Lines are made by whoever submits to them first, and that knows no worker. */
  const fit = async (): Promise<void> => {
    const living = (await rows.workers()).filter(({ isHeld, isDraining }) => isHeld && !isDraining);
    await queues.fit(living.map((one) => one.offer));
  };
  const join = async (): Promise<void> => {
    if (await rows.join(worker, offer)) await rows.offer(offer);
  };
  const beat = async (): Promise<void> => {
    await leases.renew();
    // One that stalled past its lease was taken for gone, and is back.
    try {
      await join();
    } catch (error) {
      if (!isToolError(error) || error.code !== "conflict") throw error;
      onWarning(
        `Another worker has taken the name ${offer.name} while this one did not answer. This one takes nothing more: end it, and start it under another name.`,
      );
      await end(leases.forMs);
    }
  };

  await leases.renew();
  while (await rows.takeGone((gone) => queues.giveBack(gone)));
  await join();
  try {
    for (const queue of offer.queues)
      for (const version of offer.versions) await queues.prepare({ queue, version, labels: [] });
    await fit();
    DBOS.registerWorkflow(segment, { name: SEGMENT_NAME, maxRecoveryAttempts: 1_000_000 });
    DBOS.setConfig({
      ...configOf(ground.database, ground.url),
      executorID: worker,
      listenQueues: linesOf(offer),
      runMigrations: false,
    });
    await DBOS.launch();
  } catch (error) {
    await DBOS.shutdown({ deregister: true }).catch(() => undefined);
    await rows.leave(worker).catch(() => undefined);
    throw error;
  }
  const { signal } = ended;
  repeat(look, { everyMs: LOOK_MS, signal, onFault: said("The fleet could not be looked at") });
  repeat(fit, { everyMs: FIT_MS, signal, onFault: said("The queues could not be read") });
  repeat(care, { everyMs: CARE_MS, signal, onFault: said("The fleet could not be looked after") });
  repeat(beat, {
    everyMs: leases.forMs / BEATS,
    signal,
    onFault: said("The lease could not be renewed"),
  });
  return { end };

  async function end(withinMs: number): Promise<readonly string[]> {
    leaving.abort();
    await rows.drain(worker).catch(() => undefined);
    await DBOS.shutdown({ workflowCompletionTimeoutMS: withinMs, deregister: true }).catch(
      said("The queues could not be left in order"),
    );
    const left = [...active.keys()];
    ended.abort();
    // What cannot be given back now is, when the lease has run out.
    const givingBack = queues
      .giveBack(worker)
      .then(() => rows.leave(worker))
      .catch(said("What was left could not be given back"));
    await Promise.race([givingBack, rest(GIVE_BACK_MS, AbortSignal.any([]))]);
    return left;
  }
}

/** Segments of workers that nobody knows: it stalled, was taken for gone, took some more, and died. */
async function giveBackStrangers({ rows, queues }: WorkerGround): Promise<void> {
  const known = new Set((await rows.workers()).map(({ worker }) => worker));
  const driven = (await queues.list()).filter(({ status }) => status === "PENDING");
  const strangers = new Set(driven.flatMap(({ executorId = "" }) => executorId || []));
  for (const stranger of strangers) if (!known.has(stranger)) await queues.giveBack(stranger);
}

function cancelled(): ToolError {
  return new ToolError("cancelled", "The run was cancelled.");
}
