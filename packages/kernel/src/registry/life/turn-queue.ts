/**
 * Holds changes back while a model works (a reload waits until the turn completes or is cancelled). A model's list from
 * the start of a turn stays true until its end. Changes are applied in the order they were asked for, when the last
 * turn is over; without a turn, at once. A registry that serves many sessions applies them when none has a turn.
 *
 * A turn may be about some names only: a call holds the name of its tool, a run those that its model was told of. Then a
 * tool is not put in another's place under such a name, and everything else goes on: a server that is started in the
 * middle of a run brings its tools, and what a person took back is gone at once.
 */

export interface Turn {
  /** The turn completed or was cancelled; a second call does nothing. */
  end(): void;
}

export interface TurnQueue {
  /** Holds every change; with names, only replacements under these. */
  begin(names?: readonly string[]): Turn;
  /** The same for one name, without a handle: a call has a record of its own. Each hold is released once. */
  hold(name: string): void;
  release(name: string): void;
  /** True when a change would be run now. */
  isIdle(replaces?: string): boolean;
  /**
   * Runs a change now, or when nothing holds it any more. What it throws then goes to `failed`; now, to the caller.
   * `replaces`: the name under which it puts one tool in another's place.
   */
  run(change: () => void, failed: (error: unknown) => void, replaces?: string): void;
  waiting(): number;
}

interface HeldChange {
  readonly change: () => void;
  readonly failed: (error: unknown) => void;
  readonly replaces: string | undefined;
}

export function createTurnQueue(): TurnQueue {
  let held: HeldChange[] = [];
  const names = new Map<string, number>();
  let turns = 0;
  let applying = false;

  const isHeld = (name: string | undefined): boolean => name !== undefined && names.has(name);
  const isIdle = (replaces?: string): boolean => turns === 0 && !applying && !isHeld(replaces);

  const isDue = ({ replaces }: HeldChange): boolean => turns === 0 && !isHeld(replaces);

  /** A change may ask for another, or begin and end turns, so each is looked at when its time has come. */
  const applyHeld = (): void => {
    if (applying) return;
    applying = true;
    while (held.some(isDue)) {
      const waiting = held;
      held = [];
      for (const one of waiting)
        if (isDue(one)) applyOne(one);
        else held.push(one);
    }
    applying = false;
  };
  const hold = (name: string): void => void names.set(name, (names.get(name) ?? 0) + 1);
  const release = (name: string): void => {
    const left = (names.get(name) ?? 0) - 1;
    if (left > 0) {
      names.set(name, left);
      return;
    }
    names.delete(name);
    applyHeld();
  };

  return {
    isIdle,
    hold,
    release,
    begin(about) {
      if (about) for (const name of about) hold(name);
      else turns += 1;
      let over = false;
      return {
        end() {
          if (over) return;
          over = true;
          if (about) for (const name of about) release(name);
          else turns -= 1;
          applyHeld();
        },
      };
    },
    run(change, failed, replaces) {
      if (isIdle(replaces)) change();
      else held.push({ change, failed, replaces });
    },
    waiting: () => held.length,
  };
}

function applyOne({ change, failed }: HeldChange): void {
  try {
    change();
  } catch (error) {
    failed(error);
  }
}
