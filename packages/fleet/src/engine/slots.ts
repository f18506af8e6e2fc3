/** Room for so many segments at once. The engine's queues count each line of its own, so what is too much here waits a moment. */
export interface Slots {
  /** False where none came free in that time. */
  take(withinMs: number): Promise<boolean>;
  free(): void;
}

export function createSlots(most: number): Slots {
  let free = most;
  const waiting: ((isTaken: boolean) => void)[] = [];
  return {
    take(withinMs) {
      if (free > 0) {
        free -= 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const settle = (isTaken: boolean): void => {
          clearTimeout(timer);
          const at = waiting.indexOf(settle);
          if (at !== -1) waiting.splice(at, 1);
          resolve(isTaken);
        };
        const timer = setTimeout(settle, withinMs, false);
        waiting.push(settle);
      });
    },
    free() {
      const next = waiting.shift();
      if (next) next(true);
      else free += 1;
    },
  };
}
