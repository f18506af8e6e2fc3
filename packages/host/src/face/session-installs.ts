/**
 * The front of the package registries, for each session. Lock files count as they are when a session is first heard of, before any of
 * its calls; the person's configuration is read when a command first runs.
 */
import type { Clock } from "@toolplane/contract/ports";
import type { RelayService } from "@toolplane/disk/net";
import {
  createFront,
  type LockSnapshot,
  readRegistries,
  takeLockSnapshot,
} from "@toolplane/installs";

export interface SessionInstalls {
  begin(sessionId: string): void;
  frontOf(sessionId: string): RelayService;
  forget(sessionId: string): void;
}

export function createSessionInstalls(given: {
  readonly roots: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
}): SessionInstalls {
  const snapshots = new Map<string, LockSnapshot>();
  const begin = (sessionId: string): LockSnapshot => {
    const taken = snapshots.get(sessionId) ?? takeLockSnapshot(given.roots);
    snapshots.set(sessionId, taken);
    return taken;
  };
  return {
    begin: (sessionId) => void begin(sessionId),
    frontOf(sessionId) {
      const { list, environment } = readRegistries(given.environment);
      return createFront({
        locks: begin(sessionId),
        registries: list,
        environment,
        clock: given.clock,
      });
    },
    forget: (sessionId) => void snapshots.delete(sessionId),
  };
}
