/**
 * Makes the next fresh home of a session while a command runs: a new folder with a new file in it can take longer than everything
 * else that a short command waits for. It serves one command, and none when it was touched meanwhile.
 */

export interface SpareHome<T extends ReleasedHome> {
  /** Null where none waits that is as it was made. */
  take(): T | null;
  /** Makes one, so that it waits. */
  follow(): void;
}

interface ReleasedHome {
  release(): void;
}

export interface SpareHomeParts<T> {
  readonly make: () => T;
  /** The same text for as long as it is as it was made; null when it is gone. */
  readonly markOf: (home: T) => string | null;
}

/** Many programs run one command and are over. */
const FIRST_FOLLOWED = 2;

export function createSpareHome<T extends ReleasedHome>(parts: SpareHomeParts<T>): SpareHome<T> {
  let spare: { readonly home: T; readonly mark: string } | null = null;
  let taken = 0;
  return {
    take() {
      taken += 1;
      const last = spare;
      spare = null;
      if (last === null) return null;
      if (parts.markOf(last.home) === last.mark) return last.home;
      last.home.release();
      return null;
    },
    follow() {
      if (spare !== null || taken < FIRST_FOLLOWED) return;
      try {
        const home = parts.make();
        const mark = parts.markOf(home);
        if (mark === null) home.release();
        else spare = { home, mark };
      } catch {
        // The command that comes makes its own, and tells what is wrong.
      }
    },
  };
}
