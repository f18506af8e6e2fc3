/**
 * The network questions of one session, each host once: what a person answered for a project is not asked again there, and here every
 * session is a project of its own. Beside what is asked before a command runs, a connection of a running command asks: about each
 * package that it names itself, and about a host that only its configuration names. Nothing runs here, so that is told from the
 * command's words, and counted although the session's sandbox may have let it pass.
 */
import type { Explanation } from "@toolplane/contract";
import { wantsOf } from "../installs/wants-of.ts";

export interface NetworkQuestions {
  /** Answers how many questions this command brings that were not answered yet. */
  count(command: string, explained: Explanation): number;
}

export function createNetworkQuestions(how: { readonly hasLocks: boolean }): NetworkQuestions {
  const answered = new Set<string>();
  return {
    count(command, explained) {
      const before = explained.verdict?.action === "ask" ? hostsOf(explained) : [];
      const wanted = before.length > 0 ? before : wantsOf(command, how);
      const fresh = new Set(wanted.filter((one) => !answered.has(one)));
      for (const one of fresh) answered.add(one);
      // Hosts that a card names together are answered by it together.
      return before.length > 0 ? Math.min(1, fresh.size) : fresh.size;
    },
  };
}

function hostsOf({ footprint }: Explanation): readonly string[] {
  return footprint.resources.flatMap((resource) => {
    if (resource.capability === "net.fetch") return [resource.host];
    return resource.capability === "opaque" && resource.of === "net.fetch" ? ["unknown"] : [];
  });
}
