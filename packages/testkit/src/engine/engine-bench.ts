/** A driver that a check steers, and what it was given. */
import type { Drive, SegmentEnd, WorkerOffer } from "@toolplane/contract/ports";
import type { EngineConformanceOptions } from "./engine-conformance.ts";

interface Driven {
  readonly run: string;
  readonly cancelled: AbortSignal;
  readonly leaving: AbortSignal;
  readonly trace: string | null;
  /** Its signal had fired when it began. */
  readonly beganCancelled: boolean;
  end(end: SegmentEnd): void;
  fail(text: string): void;
}

export interface EngineBench {
  readonly drive: Drive;
  readonly driven: readonly Driven[];
  /** Those that have not ended. */
  now(): readonly Driven[];
  /** Most at once so far. */
  most(): number;
}

const OVER: SegmentEnd = { state: "over" };

/** `ends`: every segment ends with that at once; null: the check ends each. */
export function createEngineBench(ends: SegmentEnd | null = OVER): EngineBench {
  const driven: Driven[] = [];
  const now = new Set<Driven>();
  let most = 0;
  return {
    driven,
    now: () => [...now],
    most: () => most,
    async drive(run, { cancelled, leaving, trace }) {
      const ended = Promise.withResolvers<SegmentEnd>();
      const one: Driven = {
        run,
        cancelled,
        leaving,
        trace,
        beganCancelled: cancelled.aborted,
        end: ended.resolve,
        fail: (text) => ended.reject(new TypeError(text)),
      };
      driven.push(one);
      now.add(one);
      most = Math.max(most, now.size);
      if (ends) one.end(ends);
      try {
        return await ended.promise;
      } finally {
        now.delete(one);
      }
    },
  };
}

export const OFFER: WorkerOffer = {
  name: "worker-1",
  queues: ["default"],
  versions: ["1"],
  labels: ["os=linux", "workspace=shop"],
  concurrency: 4,
};

export interface Watch {
  /** True when it came to hold. */
  comesTo(holds: () => boolean | Promise<boolean>): Promise<boolean>;
  /** True when it held for a while: what must not happen can only be waited for. */
  staysSo(holds: () => boolean): Promise<boolean>;
}

const PATIENCE_MS = 10_000;
/** Longer than an engine needs to notice something. */
const QUIET_MS = 1_200;
const LOOK_MS = 10;

export function watchOf({
  patienceMs = PATIENCE_MS,
  quietMs = QUIET_MS,
}: Pick<EngineConformanceOptions, "patienceMs" | "quietMs">): Watch {
  return {
    comesTo: (holds) => within(holds, patienceMs),
    staysSo: async (holds) => !(await within(() => !holds(), quietMs)),
  };
}

async function within(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const over = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > over) return false;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return true;
}
