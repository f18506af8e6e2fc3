/** Engines at one board in memory, with workers that can be killed and faults that can be planted. */
import { ToolError } from "@toolplane/contract";
import type { Clock, Engine, WorkerOffer } from "@toolplane/contract/ports";
import { type BoardPlace, createEngineBoard, createLocalEngine } from "@toolplane/kernel";

export interface MemoryFleet {
  open(): Engine;
  /** Ends the worker of an engine as a crash does: it says nothing more, and its runs are taken when its lease has run out. */
  kill(engine: Engine): void;
  /** The next such operation rejects with `unavailable`; nothing of it has happened. */
  failNext(operation: "submit" | "wake" | "cancel"): void;
}

export interface MemoryFleetOptions {
  readonly clock: Clock;
  /** How long a killed worker keeps its runs and its name; 1 s unless given. */
  readonly leaseMs?: number;
}

export function createMemoryFleet({ clock, leaseMs = 1_000 }: MemoryFleetOptions): MemoryFleet {
  const board = createEngineBoard(clock);
  const killed = new Set<Engine>();
  const places = new Map<Engine, BoardPlace>();
  const faults: string[] = [];
  const failing = <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    const at = faults.indexOf(operation);
    if (at === -1) return work();
    faults.splice(at, 1);
    return Promise.reject(new ToolError("unavailable", "A planted fault."));
  };
  return {
    open() {
      const own = {
        ...board,
        join(offer: WorkerOffer, drive: Parameters<Engine["work"]>[1]) {
          const place = board.join(offer, drive);
          places.set(engine, place);
          return place;
        },
      };
      const local = createLocalEngine({ clock, board: own });
      const engine: Engine = {
        ...local,
        submit: (run, order) => failing("submit", () => local.submit(run, order)),
        wake: (run) => failing("wake", () => local.wake(run)),
        cancel: (run) => failing("cancel", () => local.cancel(run)),
        close: async () => (killed.has(engine) ? undefined : local.close()),
      };
      return engine;
    },
    kill(engine) {
      killed.add(engine);
      clock.setTimer(leaseMs, () => void places.get(engine)?.lose());
    },
    failNext: (operation) => void faults.push(operation),
  };
}
