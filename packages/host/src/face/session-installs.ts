/**
 * The front of the package registries, for each session. Lock files count as they are when a session is first heard of, before any of
 * its calls, and as a person changed or approved them since; a child session has its parent's. The person's configuration is read when
 * a command first runs, and the readers of both are loaded then.
 */
import type { Clock } from "@toolplane/contract/ports";
import type { FileLocks } from "@toolplane/disk/files";
import type { RelayService } from "@toolplane/disk/net";
import type { LockEvent } from "@toolplane/installs";
import { takeLockSnapshot } from "@toolplane/installs/take-lock-snapshot";
import { createLockWatch, type LockWatch } from "./lock-watch.ts";

export interface SessionInstalls {
  readonly watch: LockWatch;
  begin(sessionId: string, parentId?: string): void;
  frontOf(sessionId: string): Promise<RelayService>;
  forget(sessionId: string): void;
}

/** The most kept of changed lock files; after more, no change of a person counts any more. */
const MAX_CHANGED_CHARS = 16_000_000;

export function createSessionInstalls(given: {
  readonly roots: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  readonly locks: FileLocks;
  readonly soleWriter: boolean;
}): SessionInstalls {
  const { roots, locks, soleWriter, clock } = given;
  const histories = new Map<string, LockEvent[]>();
  let room = MAX_CHANGED_CHARS;
  const watch = createLockWatch({
    roots,
    locks,
    soleWriter,
    onEvent(event) {
      room -= event.text.length;
      if (room < 0) return watch.lose();
      for (const history of new Set(histories.values())) history.push(event);
    },
  });
  const begin = (sessionId: string, parentId = sessionId): readonly LockEvent[] => {
    const known = histories.get(sessionId) ?? histories.get(parentId);
    const history = known ?? [...takeLockSnapshot(roots)];
    histories.set(sessionId, history);
    return history;
  };
  return {
    watch,
    begin: (sessionId, parentId) => void begin(sessionId, parentId),
    async frontOf(sessionId) {
      const events = begin(sessionId);
      const { createFront, readLockBook, readRegistries } = await import("@toolplane/installs");
      const { list, environment } = await readRegistries(given.environment);
      let read = 0;
      let book = readLockBook([]);
      const lockBook = () => {
        if (events.length > read) book = readLockBook(events);
        read = events.length;
        return book;
      };
      return createFront({
        locks: lockBook,
        renew: watch.renew,
        registries: list,
        environment,
        clock,
      });
    },
    forget: (sessionId) => void histories.delete(sessionId),
  };
}
