/** The change sets that wait for a person, as a program lands or drops them in that person's name. */
import { type ChangeSet, type Landing, ToolError } from "@toolplane/contract";
import type { Host, Landings, WaitingSet } from "@toolplane/contract/ports";
import type { Kernel } from "@toolplane/kernel";
import type { LandingEntry } from "@toolplane/kernel/record";
import { isWithin } from "@toolplane/readings";
import { accountName } from "../ground/account-name.ts";
import type { AnsweredLandings } from "../runs/answered-landings.ts";
import type { RecordLanding } from "./sessions/record-landing.ts";

export interface DropOptions {
  /** For the record; the account that this process runs under unless given. */
  readonly by?: string;
}

/** Name of the one who lands a set, and paths that are left out. */
export interface LandOptions extends DropOptions {
  /** Absolute paths of the set; a folder takes what lies below it along. Then no removal and no replaced folder lands either. */
  readonly without?: readonly string[];
}

/**
 * Lists the waiting change sets, and lands or drops them. A call id names one set. Every act is recorded in the session of that
 * call.
 */
export interface ToolplaneLandings {
  /** Oldest first; empty where commands do not run on views. */
  list(): Promise<readonly WaitingSet[]>;
  /** Every path of a set; null when none waits under this id. */
  show(callId: string): Promise<ChangeSet | null>;
  /** The content at one path before and after, as a unified diff; null when the set has no such path. */
  diff(callId: string, path: string): Promise<string | null>;
  /**
   * Lands a set, judged again by the rules of today: a deny still refuses it, what only asks is answered by this call, so make it
   * for a person who has seen the set. `kept` says that it waits on, with the reason. Rejects with a ToolError: `not_found` when
   * no such set waits, `invalid_input` for a path that is not in it, `unavailable` when it cannot be recorded; nothing lands then.
   */
  land(callId: string, options?: LandOptions): Promise<Landing>;
  /** Throws a set away; nothing has changed and nothing will. Rejects with `not_found` when no such set waits. */
  drop(callId: string, options?: DropOptions): Promise<Landing>;
}

/** The same for a set of a session that is known, by the answer to the question about it. */
interface OfSession {
  readonly sessionId?: string;
  /** The paths that were asked about; whatever else asks by now waits on. Absent where the whole set was seen. */
  readonly asked?: readonly string[];
  /** Digest of the contents of the files that were asked about. */
  readonly contents?: string;
}

export function toolplaneLandings(
  { landings }: Pick<Host, "landings">,
  {
    judge,
    record,
  }: {
    readonly judge: Kernel["landingJudge"];
    readonly record: RecordLanding;
  },
): ToolplaneLandings & AnsweredLandings {
  const known = async (callId: string, sessionId?: string): Promise<KnownSet> => {
    const set = (await landings?.show(callId, sessionId)) ?? null;
    // A call id that two sessions used names the newest: the same one as the host takes.
    const waiting = (await landings?.list())?.findLast(
      (one) => one.callId === callId && (sessionId === undefined || one.sessionId === sessionId),
    );
    if (landings === undefined || set === null || waiting === undefined)
      throw new ToolError("not_found", `No change set waits under ${callId}.`);
    return { landings, set, sessionId: waiting.sessionId };
  };
  const recorded = async (
    { landings, set, sessionId }: KnownSet,
    { callId, by = accountName(), ...what }: Done & { readonly by: string | undefined },
    act: () => Promise<Landing>,
  ): Promise<Landing> => {
    const paths = set.changes.map(({ path }) => path);
    const held = await landings.held(callId, sessionId);
    return record({ sessionId, callId, by, paths, ...what, ...(held ? { held } : {}) }, act);
  };
  return {
    list: async () => {
      const waiting = (await landings?.list()) ?? [];
      return waiting.toSorted((one, other) => one.atMs - other.atMs);
    },
    show: async (callId: string, sessionId?: string) =>
      (await landings?.show(callId, sessionId)) ?? null,
    held: async (callId, sessionId) => (await landings?.held(callId, sessionId)) ?? null,
    diff: async (callId, path) => (await landings?.diff(callId, path)) ?? null,
    async land(callId: string, { without = [], by, ...of }: LandOptions & OfSession = {}) {
      const found = await known(callId, of.sessionId);
      for (const path of without) refuseUnknown(found.set, path);
      const { asked, contents } = of;
      const judged = judge({
        without,
        ...(asked ? { asked } : {}),
        ...(contents === undefined ? {} : { contents }),
      });
      return recorded(found, { callId, action: "land", by, without }, () =>
        found.landings.land(callId, judged, found.sessionId),
      );
    },
    async drop(callId: string, { by, sessionId }: DropOptions & OfSession = {}) {
      const found = await known(callId, sessionId);
      return recorded(found, { callId, action: "drop", by, without: [] }, () =>
        found.landings.drop(callId, found.sessionId),
      );
    },
  };
}

interface KnownSet {
  readonly landings: Landings;
  readonly set: ChangeSet;
  readonly sessionId: string;
}

type Done = Pick<LandingEntry, "callId" | "action" | "without">;

/** A name that leaves nothing out is a slip of the pen, and what was meant to stay out would land. */
function refuseUnknown({ changes }: ChangeSet, path: string): void {
  if (changes.some((change) => isWithin(change.path, path))) return;
  throw new ToolError("invalid_input", `${path} is not in the change set.`);
}
