/** What is typed, as keys: a sequence that stays unfinished is given up after a while, and keys that came in one piece are marked. */
import type { Clock } from "@toolplane/contract";
import type { CardEvent } from "./card-state.ts";
import { createKeyReader } from "./key-reader.ts";

/** Hears text and tells keys. */
export interface CardInput {
  hear(text: string): void;
  stop(): void;
}

/** Starts outside any sequence. */
export function createCardInput(clock: Clock, tell: (event: CardEvent) => void): CardInput {
  const reader = createKeyReader();
  let stop = (): void => {};
  return {
    hear(text) {
      stop();
      const keys = reader.read(text);
      for (const key of keys) tell({ type: "key", key, isAlone: keys.length === 1 });
      const pauseMs = reader.pauseMs();
      if (pauseMs === null) return;
      stop = clock.setTimer(pauseMs, () => {
        for (const key of reader.giveUp()) tell({ type: "key", key, isAlone: true });
      });
    },
    stop: () => stop(),
  };
}
