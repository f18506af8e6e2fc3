/**
 * Holds changes back while a model works (a reload waits until the turn completes or is cancelled). A model's list from
 * the start of a turn stays true until its end. Changes are applied in the order they were asked for, when the last
 * turn is over; without a turn, at once. A registry that serves many sessions applies them when none has a turn.
 */

export interface Turn {
  /** The turn completed or was cancelled; a second call does nothing. */
  end(): void;
}

export interface TurnQueue {
  begin(): Turn;
  /** True when a change would be run now. */
  isIdle(): boolean;
  /** Runs a change now, or when the last turn ends. What it throws then goes to `failed`; now, to the caller. */
  run(change: () => void, failed: (error: unknown) => void): void;
  waiting(): number;
}

interface HeldChange {
  readonly change: () => void;
  readonly failed: (error: unknown) => void;
}

export function createTurnQueue(): TurnQueue {
  const held: HeldChange[] = [];
  let turns = 0;
  let applying = false;

  const apply = (): void => {
    applying = true;
    for (let next = held.shift(); next; next = held.shift()) {
      try {
        next.change();
      } catch (error) {
        next.failed(error);
      }
    }
    applying = false;
  };

  const isIdle = (): boolean => turns === 0 && !applying;

  return {
    isIdle,
    begin() {
      turns += 1;
      let over = false;
      return {
        end() {
          if (over) return;
          over = true;
          turns -= 1;
          if (turns === 0 && !applying) apply();
        },
      };
    },
    run(change, failed) {
      if (isIdle()) change();
      else held.push({ change, failed });
    },
    waiting: () => held.length,
  };
}
