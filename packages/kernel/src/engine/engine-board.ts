/**
 * The runs that are to be driven, in this process: one board, with any number of workers at it. Nothing of it is kept: after a restart
 * the kept runs are there, and are submitted again.
 */
import { ToolError } from "@toolplane/contract";
import {
  type Clock,
  type Drive,
  type FleetFailure,
  type FleetQueue,
  type FleetView,
  type FullOrder,
  faultPauseMs,
  fitsOffer,
  fullOrder,
  MOST_FAULTS,
  type RunOrder,
  type SegmentEnd,
  type Submitted,
  type WorkerOffer,
} from "@toolplane/contract/ports";

export interface EngineBoard {
  submit(run: string, order: RunOrder): Submitted;
  find(key: string): string | null;
  wake(run: string): boolean;
  cancel(run: string): boolean;
  /** Rejects a name that is taken. Returns the worker's place. */
  join(offer: WorkerOffer, drive: Drive): BoardPlace;
  show(): FleetView;
}

/** A worker at the board. */
export interface BoardPlace {
  /** Takes nothing more; its drivers are told to leave. Resolves when none is at work. */
  leave(): Promise<void>;
  /** Its runs go to others, and what its drivers still say counts for nothing. */
  lose(): readonly string[];
}

interface Entry {
  readonly run: string;
  order: FullOrder;
  readonly at: number;
  state: "queued" | "driving" | "idle";
  notBeforeMs: number;
  /** Woken while it is driven. */
  isWoken: boolean;
  isCancelled: boolean;
  fault: string | null;
  faults: number;
  /** Workers with whom it went wrong since it last went well. */
  readonly triedBy: Set<string>;
}

interface Place {
  readonly offer: WorkerOffer;
  readonly drive: Drive;
  readonly driving: Map<string, AbortController>;
  readonly leaving: AbortController;
  isLost: boolean;
  emptied: (() => void) | null;
}

const MOST_ENTRIES = 100_000;
const MOST_SHOWN = 100;

export function createEngineBoard(clock: Clock): EngineBoard {
  const entries = new Map<string, Entry>();
  const keys = new Map<string, string>();
  const places = new Map<string, Place>();
  let stopTimer = () => {};
  let submitted = 0;

  const begin = (entry: Entry, place: Place): void => {
    const { run, order } = entry;
    const cancelling = new AbortController();
    if (entry.isCancelled) cancelling.abort(cancelled());
    entry.state = "driving";
    place.driving.set(run, cancelling);
    const segment = {
      cancelled: cancelling.signal,
      leaving: place.leaving.signal,
      trace: order.trace,
    };
    const faulty = (error: unknown): SegmentEnd => ({
      state: "again",
      afterMs: 0,
      fault: error instanceof Error ? error.message : String(error),
    });
    // A step of its own: a driver that throws at once is one that rejects.
    void Promise.resolve()
      .then(() => place.drive(run, segment))
      .catch(faulty)
      .then((end) => {
        if (place.isLost) return;
        place.driving.delete(run);
        settle(entry, end);
        if (end.state === "again" && end.fault !== undefined) entry.triedBy.add(place.offer.name);
        if (end.state === "over" && order.below !== null) wake(order.below);
        if (place.driving.size === 0) place.emptied?.();
        dispatch();
      });
  };
  const settle = (entry: Entry, end: SegmentEnd): void => {
    const fault = end.state === "again" ? (end.fault ?? null) : null;
    if (end.state === "again" && end.version !== undefined)
      entry.order = { ...entry.order, version: end.version };
    if (fault !== null) {
      entry.faults += 1;
      entry.fault = fault;
    } else if (end.state !== "again") forgive(entry);
    const afterMs = fault === null ? 0 : faultPauseMs(entry.faults);
    const isGivenUp = fault !== null && entry.faults >= MOST_FAULTS;
    const isWanted = entry.isWoken || (end.state === "again" && !isGivenUp);
    entry.state = isWanted ? "queued" : "idle";
    entry.notBeforeMs =
      entry.isWoken || end.state !== "again" ? 0 : clock.wallMs() + Math.max(afterMs, end.afterMs);
    entry.isWoken = false;
  };
  const dispatch = (): void => {
    stopTimer();
    const now = clock.wallMs();
    const queued = [...entries.values()]
      .filter(({ state }) => state === "queued")
      .sort((one, two) => one.order.priority - two.order.priority || one.at - two.at);
    let nextMs = Number.POSITIVE_INFINITY;
    for (const entry of queued) {
      if (entry.notBeforeMs > now) {
        nextMs = Math.min(nextMs, entry.notBeforeMs);
        continue;
      }
      const place = freest(entry, places.values());
      if (place) begin(entry, place);
    }
    if (Number.isFinite(nextMs)) stopTimer = clock.setTimer(nextMs - now, dispatch);
  };
  const want = (entry: Entry): void => {
    if (entry.state === "driving") entry.isWoken = true;
    else {
      entry.state = "queued";
      entry.notBeforeMs = 0;
      dispatch();
    }
  };
  const wake = (run: string): boolean => {
    const entry = entries.get(run);
    if (!entry || entry.isCancelled) return false;
    forgive(entry);
    want(entry);
    return true;
  };
  /** Tries with a worker that has just come what went wrong elsewhere and rests, or was given up. */
  const offer = (to: WorkerOffer): void => {
    for (const entry of entries.values()) {
      if (entry.fault === null || entry.state === "driving" || !fitsOffer(entry.order, to))
        continue;
      entry.triedBy.delete(to.name);
      entry.state = "queued";
      entry.notBeforeMs = 0;
    }
  };
  const cancel = (run: string): boolean => {
    const entry = entries.get(run);
    if (!entry) return false;
    if (entry.isCancelled) return true;
    entry.isCancelled = true;
    for (const { driving } of places.values()) driving.get(run)?.abort(cancelled());
    want(entry);
    for (const { run: one, order } of entries.values()) if (order.below === run) cancel(one);
    return true;
  };
  return {
    submit(run, given) {
      const above = given.below === undefined ? undefined : entries.get(given.below);
      const order = fullOrder(given, above?.order ?? null);
      const known = order.key === null ? undefined : keys.get(order.key);
      if (known !== undefined) return { run: known, isNew: false };
      if (entries.has(run)) return { run, isNew: false };
      if (entries.size >= MOST_ENTRIES)
        throw new ToolError("unavailable", `${MOST_ENTRIES} runs were submitted already.`);
      submitted += 1;
      if (order.key !== null) keys.set(order.key, run);
      entries.set(run, {
        run,
        order,
        at: submitted,
        state: "queued",
        notBeforeMs: order.notBeforeMs ?? 0,
        isWoken: false,
        isCancelled: above?.isCancelled ?? false,
        fault: null,
        faults: 0,
        triedBy: new Set(),
      });
      dispatch();
      return { run, isNew: true };
    },
    find: (key) => keys.get(key) ?? null,
    wake,
    cancel,
    join(own, drive) {
      const { name } = own;
      if (places.has(name)) throw taken(name);
      const leaving = new AbortController();
      const driving = new Map<string, AbortController>();
      const place: Place = { offer: own, drive, driving, leaving, isLost: false, emptied: null };
      places.set(name, place);
      offer(own);
      dispatch();
      const leave = async (): Promise<void> => {
        leaving.abort();
        if (driving.size > 0)
          await new Promise<void>((resolve) => {
            place.emptied = resolve;
          });
        places.delete(name);
      };
      return {
        leave,
        lose() {
          const left = [...driving.keys()];
          place.isLost = true;
          places.delete(name);
          for (const run of left) {
            const entry = entries.get(run);
            if (entry) settle(entry, { state: "again", afterMs: 0 });
          }
          dispatch();
          return left;
        },
      };
    },
    show: () => viewOf([...entries.values()], [...places.values()], clock.wallMs()),
  };
}

function cancelled(): ToolError {
  return new ToolError("cancelled", "The run was cancelled.");
}

function taken(name: string): ToolError {
  return new ToolError("conflict", `A worker named ${name} is at work already.`);
}

/** The one with the most room, of those with whom it has not gone wrong where one of them has any. */
function freest({ order, triedBy }: Entry, places: Iterable<Place>): Place | null {
  const roomy = [...places].filter(
    (place) => !place.leaving.signal.aborted && roomOf(place) > 0 && fitsOffer(order, place.offer),
  );
  const fresh = roomy.filter(({ offer }) => !triedBy.has(offer.name));
  const [first] = (fresh.length > 0 ? fresh : roomy).sort(
    (one, other) => roomOf(other) - roomOf(one),
  );
  return first ?? null;
}

function roomOf({ offer, driving }: Place): number {
  return offer.concurrency - driving.size;
}

function forgive(entry: Entry): void {
  entry.faults = 0;
  entry.fault = null;
  entry.triedBy.clear();
}

function viewOf(entries: readonly Entry[], places: readonly Place[], nowMs: number): FleetView {
  const lines = new Map<string, FleetQueue>();
  for (const { order, state, notBeforeMs } of entries) {
    if (state === "idle") continue;
    const { queue, version, labels } = order;
    const name = JSON.stringify([queue, version, labels]);
    const isServed = places.some(({ offer }) => fitsOffer(order, offer));
    const line = lines.get(name) ?? { ...NOTHING, queue, version, labels, isServed };
    const kind = state === "driving" ? "driving" : notBeforeMs > nowMs ? "later" : "waiting";
    lines.set(name, { ...line, [kind]: line[kind] + 1 });
  }
  const failures = entries.flatMap(({ run, fault, faults }): FleetFailure[] =>
    fault === null ? [] : [{ run, fault, times: faults, isGivenUp: faults >= MOST_FAULTS }],
  );
  return {
    workers: places.map(({ offer, leaving, driving }) => ({
      ...offer,
      worker: offer.name,
      isHeld: true,
      isDraining: leaving.signal.aborted,
      driving: driving.size,
    })),
    queues: [...lines.values()].slice(0, MOST_SHOWN),
    failures: failures.slice(-MOST_SHOWN),
  };
}

const NOTHING = { waiting: 0, later: 0, driving: 0 };
