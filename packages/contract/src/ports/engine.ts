/**
 * Says which kept run is to be driven, where, when, and again if its worker dies. It keeps no word of a conversation and no result:
 * what happened stands in the record and in the kept run, and nowhere else.
 *
 * A *segment* is one drive of a run: from its taking until it is suspended, over, or let go of. Segments of one run come one after the
 * other. Delivery is at least once: a run may be driven once more than needed, and a driver that finds nothing to do says so.
 */

/** How a run is to be driven. */
export interface RunOrder {
  /** `default` unless given. */
  readonly queue?: string;
  /** The smaller number first, from 0 (unless given) to 1,000,000. */
  readonly priority?: number;
  /** Driven only by workers that name this version of the loop. */
  readonly version: string;
  /** Driven only by workers that have all of these, `workspace=shop` for one; at most `MOST_LABELS_NEEDED`. */
  readonly labels?: readonly string[];
  /** Not driven before, by the engine's clock. */
  readonly notBeforeMs?: number;
  /** Under one key there is one run, however often it is submitted. */
  readonly key?: string;
  /**
   * The run that submits it, which an engine drives too: it has that one's queue and priority unless they are given, its labels beside
   * those that are given, is cancelled with it, and wakes it when it is over.
   */
  readonly below?: string;
  /** Trace context of whoever submitted it; kept and handed to the driver as it is. */
  readonly trace?: string;
}

/** Kinds of workers are told apart by few things; what needs more than this is a queue of its own. */
export const MOST_LABELS_NEEDED = 3;
/** Labels that a worker may have. */
export const MOST_LABELS = 40;

export interface Submitted {
  /** The run under this key, which may be an earlier one. */
  readonly run: string;
  /** False: it was there, and nothing has changed. */
  readonly isNew: boolean;
}

/** The facts that a driver gets beside the run. */
export interface Segment {
  /** Fires when the run is cancelled, with an `Error` that says so; fired already for one that was cancelled while nobody drove it. */
  readonly cancelled: AbortSignal;
  /** Fires when the worker drains: the driver lets go of the run at the next place where nothing is cut off. */
  readonly leaving: AbortSignal;
  readonly trace: string | null;
}

/**
 * `again`: let go of before its end, to be driven anew after that time; `fault` where something went wrong. `version`: another loop
 * has kept it since it was submitted, so from now on it goes to those alone who know that one.
 */
export type SegmentEnd =
  | { readonly state: "over" | "suspended" }
  | {
      readonly state: "again";
      readonly afterMs: number;
      readonly fault?: string;
      readonly version?: string;
    };

/**
 * Opens the kept run, goes on until it is suspended or over, and lets go. A rejection counts as `again`, each time later, and with another
 * worker while there is one that fits and with whom it has not gone wrong.
 */
export type Drive = (run: string, segment: Segment) => Promise<SegmentEnd>;

/** A worker and what it takes. */
export interface WorkerOffer {
  /** No two living workers have the same. */
  readonly name: string;
  readonly queues: readonly string[];
  /** Versions of the loop that it can go on with. */
  readonly versions: readonly string[];
  readonly labels: readonly string[];
  /** Segments at once. */
  readonly concurrency: number;
}

export interface FleetWorker extends WorkerOffer {
  /** Its name in a store that gives leases. */
  readonly worker: string;
  /** False: it has not been heard of for as long as its lease. */
  readonly isHeld: boolean;
  readonly isDraining: boolean;
  /** Segments that it drives. */
  readonly driving: number;
}

/** Runs of one queue that need the same. */
export interface FleetQueue {
  readonly queue: string;
  readonly version: string;
  readonly labels: readonly string[];
  /** Runs that would be driven now, and those whose time has not come. */
  readonly waiting: number;
  readonly later: number;
  readonly driving: number;
  /** False: no living worker takes them. */
  readonly isServed: boolean;
  /** So many of them all workers together drive at once; as many as they take unless given. */
  readonly concurrency?: number;
  /** So many they begin in a second. */
  readonly perSecond?: number;
}

/** A run whose last segment went wrong; it is tried again, or with the next worker that comes where it `isGivenUp`. */
export interface FleetFailure {
  readonly run: string;
  readonly fault: string;
  readonly times: number;
  readonly isGivenUp: boolean;
}

/** The fleet as an engine knows it. Lists are bounded: the newest count. */
export interface FleetView {
  readonly workers: readonly FleetWorker[];
  readonly queues: readonly FleetQueue[];
  readonly failures: readonly FleetFailure[];
}

/** Faults after which a run waits for a `wake`, or for a worker that has not tried it. */
export const MOST_FAULTS = 20;

/**
 * Port. Implementations: in this process (`kernel`), DBOS on the team's database (`fleet`), one with faults (`testkit`). Every method
 * may reject with a ToolError of code `unavailable`, and then nothing of it has happened, or all.
 */
export interface Engine {
  /**
   * Takes a kept run to be driven. Once it resolves, the run is driven, whatever dies meanwhile. A run, or a key, that is there
   * already changes nothing. Rejects with `invalid_input` for an order that no worker could take.
   */
  submit(run: string, order: RunOrder): Promise<Submitted>;
  /** The run under a key, or null. */
  find(key: string): Promise<string | null>;
  /**
   * Has a run driven again: what it waited for is there. One that is being driven has another segment behind this one, so nothing that
   * came before the wake is missed. False for a run that was never submitted, or was cancelled.
   */
  wake(run: string): Promise<boolean>;
  /**
   * Ends a run: a segment that is driven is told, within 2 seconds on a machine that can be reached; one that nobody drives gets a
   * last one, whose signal has fired, so that the kept run says how it ended. Those below it end with it. False for a run that was
   * never submitted.
   */
  cancel(run: string): Promise<boolean>;
  /**
   * Joins as a worker and drives what fits, until `drain` or `close`. Rejects with `conflict` for a name that a living worker has, or
   * where this engine works already.
   */
  work(offer: WorkerOffer, drive: Drive): Promise<void>;
  /**
   * Takes nothing more, tells its drivers to leave, and waits for them no longer than that. What is left then is handed back, and
   * named: the process is to end at once.
   */
  drain(options: { readonly withinMs: number }): Promise<{ readonly left: readonly string[] }>;
  show(): Promise<FleetView>;
  /** Lets go of everything without waiting for drivers; what they drove is driven again by others. */
  close(): Promise<void>;
}
