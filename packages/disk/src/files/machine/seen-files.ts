/**
 * Remembers what each session last saw of files: the state of one that it read, the content of one that it wrote. A write over a
 * file that is neither any more would take away something that the session never saw. Held while the session is open; of very
 * many files only those that were seen last.
 */
import type { BigIntStats } from "node:fs";
import type { Handle } from "../../paths/handles/open-handle.ts";

/** Files of one session; the one it has not touched for longest is forgotten first. */
const MOST = 10_000;

export interface SeenFiles {
  /** The session was given content of this file. */
  read(sessionId: string, file: Pick<Handle, "real" | "stat">): void;
  /** The session put this content there. */
  wrote(sessionId: string, real: string, digest: string): void;
  /** The session was given this text of it, which is open elsewhere and not saved. */
  readOpen(sessionId: string, real: string, digest: string): void;
  /** True when that was the last text of it that the session was given. */
  sawOpen(sessionId: string, real: string, digest: string): boolean;
  /** True when the session saw the file, and saw something else than what is there now. */
  isStale(sessionId: string, file: Pick<Handle, "real" | "stat">, digest: string): boolean;
  forget(sessionId: string): void;
}

export function createSeenFiles(): SeenFiles {
  const sessions = new Map<string, Map<string, string>>();
  const keep = (sessionId: string, real: string, state: string): void => {
    const seen = sessions.get(sessionId) ?? new Map<string, string>();
    sessions.set(sessionId, seen);
    // Last in the order of the map: what was seen longest ago is forgotten first.
    seen.delete(real);
    seen.set(real, state);
    if (seen.size <= MOST) return;
    const [oldest] = seen.keys();
    if (oldest !== undefined) seen.delete(oldest);
  };
  return {
    read: (sessionId, { real, stat }) => keep(sessionId, real, stateOf(stat)),
    wrote: keep,
    readOpen: (sessionId, real, digest) => keep(sessionId, openName(real), digest),
    sawOpen: (sessionId, real, digest) => sessions.get(sessionId)?.get(openName(real)) === digest,
    isStale(sessionId, { real, stat }, digest) {
      const seen = sessions.get(sessionId)?.get(real);
      return seen !== undefined && seen !== digest && seen !== stateOf(stat);
    },
    forget: (sessionId) => void sessions.delete(sessionId),
  };
}

/** No path holds this character. */
function openName(real: string): string {
  return `${real}\0open`;
}

function stateOf({ ino, size, mtimeNs }: BigIntStats): string {
  return `${ino} ${size} ${mtimeNs}`;
}
