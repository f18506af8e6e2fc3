/**
 * The network questions of sessions, each host once: what a person answered for a project is not asked again there, and here every
 * session is a project of its own. Beside what is asked before a command runs, a connection of a running command asks: about each
 * package that it names itself, and about a host that only its configuration names. Nothing runs here, so that is told from the
 * command's words, and counted although the session's sandbox may have let it pass.
 */
import type { Explanation } from "@toolplane/contract";
import { wantsOf } from "../installs/wants-of.ts";

export interface NetworkTally {
  add(session: string, command: string, explained: Explanation): void;
  /** Where a lock file names what a project installs, and where no project has one. */
  counts(): { readonly withLocks: number; readonly withoutLocks: number };
}

export function createNetworkTally(): NetworkTally {
  const ways = [true, false].map((hasLocks) => ({ hasLocks, answered: new Set<string>() }));
  const counted = [0, 0];
  return {
    add(session, command, explained) {
      const before = explained.verdict?.action === "ask" ? hostsOf(explained) : [];
      for (const [way, { hasLocks, answered }] of ways.entries()) {
        const wanted = before.length > 0 ? before : wantsOf(command, { hasLocks });
        const fresh = new Set(
          wanted.map((one) => `${session} ${one}`).filter((key) => !answered.has(key)),
        );
        for (const one of fresh) answered.add(one);
        // Hosts that a card names together are answered by it together.
        counted[way] =
          (counted[way] ?? 0) + (before.length > 0 ? Math.min(1, fresh.size) : fresh.size);
      }
    },
    counts: () => ({ withLocks: counted[0] ?? 0, withoutLocks: counted[1] ?? 0 }),
  };
}

function hostsOf({ footprint }: Explanation): readonly string[] {
  return footprint.resources.flatMap((resource) => {
    if (resource.capability === "net.fetch") return [resource.host];
    return resource.capability === "opaque" && resource.of === "net.fetch" ? ["unknown"] : [];
  });
}
