/**
 * Workers that are replaced when they have grown. Files share a worker's modules, and with each it holds more; but starting a
 * program copies the page tables of whoever starts it, and the tests start some ten thousand. In a worker of a gigabyte a start
 * takes twenty times as long as in a fresh one.
 */
import { readFileSync } from "node:fs";
import { ForksPoolWorker, type PoolRunnerInitializer } from "vitest/node";

/** A fresh worker that has loaded the whole product has about half of it. */
const MOST_BYTES = 400 * 1_024 ** 2;
const PAGE_BYTES = 4_096;
const NAME = "small-workers";

export const smallWorkers: PoolRunnerInitializer = {
  name: NAME,
  createPoolWorker(options) {
    const worker = new ForksPoolWorker(options);
    // Asked twice for one file, and the pool takes both answers to be the same.
    let answer: boolean | null = null;
    return {
      name: NAME,
      cacheFs: worker.cacheFs,
      on: (event, callback) => worker.on(event, callback),
      off: (event, callback) => worker.off(event, callback),
      deserialize: (data) => worker.deserialize(data),
      start: () => worker.start(),
      stop: () => worker.stop(),
      send(message) {
        answer = null;
        worker.send(message);
      },
      canReuse() {
        answer ??= residentBytes(pidOf(worker)) < MOST_BYTES;
        return answer;
      },
    };
  },
};

/** Vitest's worker keeps its process to itself. */
function pidOf(worker: ForksPoolWorker): number {
  const child: unknown = Reflect.get(worker, "_fork");
  const pid: unknown = typeof child === "object" && child !== null && Reflect.get(child, "pid");
  return typeof pid === "number" ? pid : 0;
}

/** Nothing where the system does not say. */
function residentBytes(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
  } catch {
    return 0;
  }
}
