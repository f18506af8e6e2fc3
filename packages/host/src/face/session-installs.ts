/**
 * The front of the package registries, for each session. Lock files count as they are when a session is first heard of, before any of
 * its calls; the person's configuration is read when a command first runs, and the readers of both are loaded then.
 */
import type { Clock } from "@toolplane/contract/ports";
import type { RelayService } from "@toolplane/disk/net";
import { type LockText, takeLockSnapshot } from "@toolplane/installs/take-lock-snapshot";

export interface SessionInstalls {
  begin(sessionId: string): void;
  frontOf(sessionId: string): Promise<RelayService>;
  forget(sessionId: string): void;
}

export function createSessionInstalls(given: {
  readonly roots: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}): SessionInstalls {
  const snapshots = new Map<string, readonly LockText[]>();
  const begin = (sessionId: string): readonly LockText[] => {
    const taken = snapshots.get(sessionId) ?? takeLockSnapshot(given.roots);
    snapshots.set(sessionId, taken);
    return taken;
  };
  return {
    begin: (sessionId) => void begin(sessionId),
    async frontOf(sessionId) {
      const texts = begin(sessionId);
      const { createFront, readLockBook, readRegistries } = await import("@toolplane/installs");
      const { list, environment } = readRegistries(given.environment);
      let book: ReturnType<typeof readLockBook> | undefined;
      const locks = () => {
        book ??= readLockBook(texts);
        return book;
      };
      return createFront({ locks, registries: list, environment, clock: given.clock });
    },
    forget: (sessionId) => void snapshots.delete(sessionId),
  };
}
