/** The change sets that wait for a person, as a program lands or drops them in that person's name. */
import {
  type ChangeSet,
  type Host,
  type Landing,
  type LandingJudge,
  ToolError,
  type WaitingSet,
} from "@toolplane/contract";

/** What is left out of a landing. */
export interface LandOptions {
  /** Absolute paths of the set; a folder takes what lies below it along. Then no removal and no replaced folder lands either. */
  readonly without?: readonly string[];
}

/** What waits, and what can be done about it. A call id names one set. */
export interface ToolplaneLandings {
  /** Oldest first; empty where commands do not run on views. */
  list(): Promise<readonly WaitingSet[]>;
  /** Every path of a set; null when none waits under this id. */
  show(callId: string): Promise<ChangeSet | null>;
  /** What stands at one path before and after, as a unified diff; null when the set has no such path. */
  diff(callId: string, path: string): Promise<string | null>;
  /**
   * Lands a set, judged again by the rules of today: a deny still refuses it, what only asks is answered by this call, so make it
   * for a person who has seen the set. `kept` says that it waits on, with the reason. Rejects with a ToolError: `not_found` when
   * no such set waits, `invalid_input` for a path that is not in it.
   */
  land(callId: string, options?: LandOptions): Promise<Landing>;
  /** Throws a set away; nothing has changed and nothing will. Rejects with `not_found` when no such set waits. */
  drop(callId: string): Promise<Landing>;
}

/** Makes them over a host. */
export function toolplaneLandings(
  { landings }: Pick<Host, "landings">,
  judgeWithout: (without?: readonly string[]) => LandingJudge,
): ToolplaneLandings {
  const known = async (callId: string): Promise<ChangeSet> => {
    const set = (await landings?.show(callId)) ?? null;
    if (set === null) throw new ToolError("not_found", `No change set waits under ${callId}.`);
    return set;
  };
  return {
    list: async () => {
      const waiting = (await landings?.list()) ?? [];
      return waiting.toSorted((one, other) => one.atMs - other.atMs);
    },
    show: async (callId) => (await landings?.show(callId)) ?? null,
    diff: async (callId, path) => (await landings?.diff(callId, path)) ?? null,
    async land(callId, { without = [] } = {}) {
      const set = await known(callId);
      for (const path of without) refuseUnknown(set, path);
      // What is not known has thrown by now, so there are landings.
      return (landings as NonNullable<typeof landings>).land(callId, judgeWithout(without));
    },
    async drop(callId) {
      await known(callId);
      return (landings as NonNullable<typeof landings>).drop(callId);
    },
  };
}

/** A name that leaves nothing out is a slip of the pen, and what was meant to stay out would land. */
function refuseUnknown({ changes }: ChangeSet, path: string): void {
  if (changes.some((change) => change.path === path || change.path.startsWith(`${path}/`))) return;
  throw new ToolError("invalid_input", `${path} is not in the change set.`);
}
