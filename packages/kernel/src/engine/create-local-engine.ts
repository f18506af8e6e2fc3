/** The engine of a program on one machine: runs are driven in this process, and nothing else is needed. */
import { ToolError } from "@toolplane/contract";
import { type Clock, checkOffer, type Engine } from "@toolplane/contract/ports";
import { type BoardPlace, createEngineBoard, type EngineBoard } from "./engine-board.ts";

export interface LocalEngineOptions {
  readonly clock: Clock;
  /** A board that others are at; one of its own unless given. */
  readonly board?: EngineBoard;
}

export function createLocalEngine({ clock, board: given }: LocalEngineOptions): Engine {
  const board = given ?? createEngineBoard(clock);
  let place: BoardPlace | null = null;
  let isClosed = false;
  const open = (): EngineBoard => {
    if (isClosed) throw new ToolError("unavailable", "The engine is closed.");
    return board;
  };
  return {
    submit: async (run, order) => open().submit(run, order),
    find: async (key) => open().find(key),
    wake: async (run) => open().wake(run),
    cancel: async (run) => open().cancel(run),
    async work(offer, drive) {
      checkOffer(offer);
      if (place !== null) throw new ToolError("conflict", "This engine works already.");
      place = open().join(offer, drive);
    },
    async drain({ withinMs }) {
      const leaving = place;
      if (leaving === null) return { left: [] };
      let stop = () => {};
      const late = new Promise<boolean>((resolve) => {
        stop = clock.setTimer(withinMs, () => resolve(false));
      });
      const isEmpty = await Promise.race([leaving.leave().then(() => true), late]);
      stop();
      place = null;
      return { left: isEmpty ? [] : leaving.lose() };
    },
    show: async () => open().show(),
    async close() {
      isClosed = true;
      place?.lose();
      place = null;
    },
  };
}
