/**
 * The next fresh home of a session, made while a command runs: a new folder with a new file in it can take longer than everything
 * else that a short command waits for. None is handed out that anybody touched. One that its command left as it was is a fresh one
 * still, and waits again: to remove it and to make another one takes the disk twice.
 */

export interface SpareHome<T extends ReleasedHome> {
  /** Null where none waits that is as it was made. */
  take(): T | null;
  /** Sees to it that one waits. */
  follow(): void;
  /** Takes back what `take` gave, when its command is over. False where it is not as it was made: then it is to be removed. */
  putBack(home: T): boolean;
}

interface ReleasedHome {
  release(): void;
}

export interface SpareHomeParts<T> {
  readonly make: () => T;
  /** The same text for as long as it is as it was made; null when it is gone. */
  readonly markOf: (home: T) => string | null;
  readonly nowMs: () => number;
}

/** Change times are as coarse as the kernel's tick, 10 ms at most: what is done in the tick that a mark was taken in leaves no trace. */
const COARSENESS_MS = 25;
/** One runs, one waits. */
const MOST_SPARE = 2;

interface Marked<T> {
  readonly home: T;
  readonly mark: string;
  readonly markedMs: number;
}

/** Many programs run one command and are over. */
const FIRST_FOLLOWED = 2;

export function createSpareHome<T extends ReleasedHome>(parts: SpareHomeParts<T>): SpareHome<T> {
  const spares: Marked<T>[] = [];
  const lent = new Map<T, Marked<T>>();
  let taken = 0;
  const isAsMade = ({ home, mark }: Marked<T>) => parts.markOf(home) === mark;
  return {
    take() {
      taken += 1;
      for (let last = spares.pop(); last !== undefined; last = spares.pop()) {
        if (!isAsMade(last)) last.home.release();
        else {
          if (parts.nowMs() - last.markedMs > COARSENESS_MS) lent.set(last.home, last);
          return last.home;
        }
      }
      return null;
    },
    putBack(home) {
      const last = lent.get(home);
      lent.delete(home);
      if (last === undefined || spares.length >= MOST_SPARE || !isAsMade(last)) return false;
      spares.push(last);
      return true;
    },
    follow() {
      if (spares.length > 0 || taken < FIRST_FOLLOWED) return;
      try {
        const home = parts.make();
        const mark = parts.markOf(home);
        if (mark === null) home.release();
        else spares.push({ home, mark, markedMs: parts.nowMs() });
      } catch {
        // The command that comes makes its own, and tells what is wrong.
      }
    },
  };
}
