/** The rows by which machines agree on runs of the fleet: which segment of a run is wanted, and who is at work. */
import { ToolError } from "@toolplane/contract";
import {
  type FleetFailure,
  type FullOrder,
  faultPauseMs,
  fitsOffer,
  MOST_FAULTS,
  type OrderAbove,
  type SegmentEnd,
  type Submitted,
  type WorkerOffer,
} from "@toolplane/contract/ports";
import { errorCode, givenText, storedText } from "@toolplane/readings";
import type pg from "pg";
import { type EngineDatabase, type Query, UNIQUE } from "./engine-database.ts";
import {
  ABOVE,
  AGAIN,
  CANCEL,
  DUE,
  FAILURES,
  FAULTY,
  FORGET,
  GIVE,
  GONE,
  JOIN,
  OFFER,
  OVER,
  SEGMENT,
  SUBMIT,
  THERE,
  WAKE,
  WANTED,
  WORKERS,
} from "./fleet-statements.ts";

/** A segment as it goes to a queue. */
export interface NextSegment extends Pick<FullOrder, "queue" | "priority" | "version" | "labels"> {
  readonly run: string;
  readonly number: number;
}

export interface SegmentRow {
  /** False: another segment of the run has come since, so this one is nobody's. */
  readonly isCurrent: boolean;
  readonly isCancelled: boolean;
  readonly trace: string | null;
  /** Workers with whom it went wrong since it last went well. */
  readonly triedBy: readonly string[];
  readonly line: Pick<FullOrder, "queue" | "version" | "labels">;
}

interface WorkerRow {
  readonly worker: string;
  readonly offer: WorkerOffer;
  readonly isDraining: boolean;
  readonly isHeld: boolean;
}

interface WantedLine extends Pick<FullOrder, "queue" | "version" | "labels"> {
  readonly waiting: number;
  readonly later: number;
}

export interface FleetRows {
  /** `enqueue` is part of the same transaction. */
  submit(run: string, order: FullOrder, enqueue: Enqueue): Promise<Submitted>;
  /** The part of an order that runs below this one take over; null for one that was never submitted. */
  above(run: string): Promise<OrderAbove | null>;
  find(key: string): Promise<string | null>;
  wake(run: string): Promise<boolean>;
  cancel(run: string): Promise<boolean>;
  /** Wants a run again after its segment, where no later one is wanted already. */
  again(
    run: string,
    { number, worker }: { readonly number: number; readonly worker: string },
    end: Omit<Extract<SegmentEnd, { readonly state: "again" }>, "state">,
  ): Promise<void>;
  /** Has what went wrong elsewhere tried with a worker that has just come. */
  offer(to: WorkerOffer): Promise<void>;
  /** After a segment that went well. */
  forgetFault(run: string): Promise<void>;
  /** After the last one: whoever is above it hears of it. */
  over(run: string): Promise<void>;
  segment(run: string, number: number): Promise<SegmentRow | null>;
  /** Runs whose next segment is due, with the number of the last one that was given; and which of these are cancelled. */
  due(driven: readonly string[]): Promise<Due>;
  /** Gives the next segment where `before` is still the last; `enqueue` is part of the same transaction. */
  give(run: string, before: number, enqueue: Enqueue): Promise<void>;
  /** Rejects with `conflict` for a name that a living worker has. True where its row was not there. */
  join(worker: string, offer: WorkerOffer): Promise<boolean>;
  drain(worker: string): Promise<void>;
  leave(worker: string): Promise<void>;
  workers(): Promise<readonly WorkerRow[]>;
  wanted(): Promise<readonly WantedLine[]>;
  failures(): Promise<readonly FleetFailure[]>;
  /** Holds a worker whose lease ran out while `work` gives its segments away; then its row is gone. False: there is none. */
  takeGone(work: (worker: string) => Promise<void>): Promise<boolean>;
}

type Enqueue = (segment: NextSegment, client: pg.ClientBase) => Promise<void>;

interface DueRun extends Pick<FullOrder, "queue" | "version" | "labels"> {
  readonly run: string;
  readonly given: number;
}

interface Due {
  readonly due: readonly DueRun[];
  readonly cancelled: readonly string[];
  readonly hasGone: boolean;
}

const MOST_SHOWN = 100;
const MOST_OFFERED = 1_000;
const MOST_FAULT = 500;

export function fleetRows({ query, within }: EngineDatabase): FleetRows {
  return {
    async submit(run, order, enqueue) {
      const { queue, priority, version, labels, key, trace, notBeforeMs, below } = order;
      const values = [
        storedText(run),
        key === null ? null : storedText(key),
        queue,
        priority,
        version,
      ];
      const more = [
        JSON.stringify(labels),
        trace === null ? null : storedText(trace),
        notBeforeMs,
        below === null ? null : storedText(below),
      ];
      return within(async (own, client) => {
        const [row] = await own(SUBMIT, [...values, ...more]);
        if (!row) {
          const [there] = await own(THERE, [values[0], values[1]]);
          return { run: givenText(there?.run_id as string), isNew: false };
        }
        if (row.given === "1")
          await enqueue({ run, number: 1, queue, priority, version, labels }, client);
        return { run, isNew: true };
      });
    },
    async above(run) {
      const [row] = await query(ABOVE, [storedText(run)]);
      return row ? { ...lineOf(row), priority: row.priority as number } : null;
    },
    async find(key) {
      const [row] = await query("SELECT run_id FROM toolplane.fleet_runs WHERE key = $1", [
        storedText(key),
      ]);
      return row ? givenText(row.run_id as string) : null;
    },
    wake: async (run) => (await query(WAKE, [storedText(run)])).length === 1,
    cancel: async (run) => (await query(CANCEL, [storedText(run)])).length > 0,
    async again(run, { number, worker }, { afterMs, fault, version = null }) {
      const values = [storedText(run), number];
      if (fault === undefined) {
        await query(AGAIN, [...values, afterMs, null, null, true, version, worker]);
        return;
      }
      const [row] = await query("SELECT faults FROM toolplane.fleet_runs WHERE run_id = $1", [
        storedText(run),
      ]);
      const faults = ((row?.faults as number | undefined) ?? 0) + 1;
      const restMs = Math.max(afterMs, faultPauseMs(faults));
      const text = storedText(fault.slice(0, MOST_FAULT));
      const isWanted = faults < MOST_FAULTS;
      await query(AGAIN, [...values, restMs, faults, text, isWanted, version, worker]);
    },
    async offer(to) {
      const rows = await query(FAULTY, [MOST_OFFERED]);
      const fitting = rows.filter((row) => fitsOffer(lineOf(row), to));
      if (fitting.length > 0) await query(OFFER, [fitting.map((row) => row.run_id), MOST_FAULTS]);
    },
    async forgetFault(run) {
      await query(FORGET, [storedText(run)]);
    },
    async over(run) {
      await query(OVER, [storedText(run)]);
    },
    async segment(run, number) {
      const [row] = await query(SEGMENT, [storedText(run)]);
      if (!row) return null;
      return {
        isCurrent: Number(row.given) === number,
        isCancelled: row.cancelled as boolean,
        trace: row.trace === null ? null : givenText(row.trace as string),
        triedBy: row.tried_by as readonly string[],
        line: lineOf(row),
      };
    },
    async due(driven) {
      const rows = await query(DUE, [driven.map(storedText)]);
      const of = (kind: string) => rows.filter((row) => row.kind === kind);
      return {
        due: of("due").map((row) => ({
          run: givenText(row.id as string),
          given: Number(row.given),
          ...lineOf(row),
        })),
        cancelled: of("cancelled").map((row) => givenText(row.id as string)),
        hasGone: of("gone").length > 0,
      };
    },
    async give(run, before, enqueue) {
      await within(async (own, client) => {
        const [row] = await own(GIVE, [storedText(run), before]);
        if (row) await enqueue(nextOf(run, row), client);
      });
    },
    async join(worker, offer) {
      try {
        const rows = await query(JOIN, [worker, offer.name, JSON.stringify(offer)]);
        return rows.length === 1;
      } catch (error) {
        if (errorCode((error as ToolError).cause) !== UNIQUE) throw error;
        throw new ToolError("conflict", `A worker named ${offer.name} is at work already.`);
      }
    },
    async drain(worker) {
      await query("UPDATE toolplane.fleet_workers SET draining = true WHERE worker = $1", [worker]);
    },
    async leave(worker) {
      await query("DELETE FROM toolplane.fleet_workers WHERE worker = $1", [worker]);
    },
    workers: async () => (await query(WORKERS, [])).map(workerOf),
    async wanted() {
      return (await query(WANTED, [])).map((row) => ({
        ...lineOf(row),
        waiting: Number(row.waiting),
        later: Number(row.later),
      }));
    },
    async failures() {
      return (await query(FAILURES, [MOST_SHOWN])).map((row) => ({
        run: givenText(row.run_id as string),
        fault: givenText(row.fault as string),
        times: row.faults as number,
        isGivenUp: (row.faults as number) >= MOST_FAULTS,
      }));
    },
    async takeGone(work) {
      return within(async (own) => {
        const [row] = await own(GONE, []);
        if (!row) return false;
        await work(row.worker as string);
        await own("DELETE FROM toolplane.fleet_workers WHERE worker = $1", [row.worker]);
        return true;
      });
    },
  };
}

type Row = Awaited<ReturnType<Query>>[number];

function lineOf(row: Row): Pick<FullOrder, "queue" | "version" | "labels"> {
  return {
    queue: row.queue as string,
    version: row.version as string,
    labels: JSON.parse(row.labels as string) as readonly string[],
  };
}

function nextOf(run: string, row: Row): NextSegment {
  return { run, number: Number(row.given), priority: row.priority as number, ...lineOf(row) };
}

function workerOf(row: Row): WorkerRow {
  return {
    worker: row.worker as string,
    offer: JSON.parse(row.offer as string) as WorkerOffer,
    isDraining: row.draining as boolean,
    isHeld: row.held as boolean,
  };
}
