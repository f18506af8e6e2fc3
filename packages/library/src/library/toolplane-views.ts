/** The views that runs work in, as a program looks into them, and lands or discards them in a person's name. */
import {
  type ChangeSet,
  countChanges,
  isToolError,
  type Landing,
  ToolError,
} from "@toolplane/contract";
import type {
  HeldView,
  Host,
  Ids,
  LandingJudge,
  RebasedView,
  RebaseView,
  ViewConflict,
  ViewRoom,
  Views,
} from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import { accountName } from "../ground/account-name.ts";
import type { LandedSessions } from "../views/landed-sessions.ts";
import { landOwnView, openOwnView, type ViewEnd } from "../views/own-view.ts";
import type { RecordLanding } from "./sessions/record-landing.ts";

/** Name of the one who lands or discards a view. */
export interface ViewByOptions {
  /** For the record; the account that this process runs under unless given. */
  readonly by?: string;
}

/** The view that a session without an agent works in, for the program that opened the session. */
export interface OwnView {
  readonly id: string;
  /**
   * Lands what the session changed: merged with what the project changed meanwhile, and checked where checks are required. What
   * cannot land stays in the view, and the outcome says why.
   */
  land(options?: { readonly signal?: AbortSignal }): Promise<ViewEnd>;
}

/**
 * Views of runs that have one of their own: a workspace in which the run works until what it changed lands. One whose run is over
 * waits here for a person. Everything rejects with a ToolError: `not_found` for an id that is none, `conflict` where another process
 * works in the view.
 */
export interface ToolplaneViews {
  /**
   * Gives a session a view of its own before its first call: nothing that it changes is in the project until `land`. An agent has
   * one by its option `view`. Rejects with `unavailable` where the machine can hold none.
   */
  own(session: Session): Promise<OwnView>;
  /** Oldest first; empty where the machine can hold none. */
  list(): Promise<readonly HeldView[]>;
  /** How many views there may be, and what each may hold; null where the machine can hold none. */
  room(): Promise<ViewRoom | null>;
  /** Shows what it would change in the project as it is now. */
  show(id: string): Promise<ChangeSet>;
  /** The content at one path in the project and in the view, as a unified diff; null when it changes no such path. */
  diff(id: string, path: string): Promise<string | null>;
  /** Its paths that the project changed too since they were last one. */
  overlaps(id: string): Promise<readonly string[]>;
  /**
   * Lands all it holds, whatever a required check says: merged with what the project changed meanwhile, and judged by the rules of
   * today. A deny still refuses it; what only asks is answered by this call, so make it for a person who has seen the set. `kept`
   * says that nothing landed and why: path by path in `refused`, with `why: "conflict"` for those to answer by `rebase`. A view whose
   * run is over is gone when it has landed.
   */
  land(id: string, options?: ViewByOptions): Promise<Landing>;
  /**
   * Brings what the project changed meanwhile into the view, by merging. While a conflict is left nothing is brought: answer all of
   * them at once, each by its path.
   */
  rebase(id: string, options?: Pick<RebaseView, "answers">): Promise<RebasedView>;
  /** Throws away what it holds: the project is as it was. A run that works in it goes on in one without changes. */
  discard(id: string, options?: ViewByOptions): Promise<Landing>;
}

/** Somebody may change the project again and again meanwhile. */
const MOST_TRIES = 5;
/** Changes of a discarded view that its row names. */
const MOST_NAMED = 100;

interface ViewsGround {
  readonly judge: () => LandingJudge;
  readonly record: RecordLanding;
  readonly ids: Ids;
  readonly landed: Pick<LandedSessions, "checks" | "take">;
}

export function toolplaneViews(
  { views, landings }: Pick<Host, "views" | "landings">,
  { judge, record, ids, landed }: ViewsGround,
): ToolplaneViews {
  /** Of this workspace only: the host knows those of others too. */
  const known = async (id: string): Promise<{ readonly views: Views; readonly view: HeldView }> => {
    const view = (await views?.list())?.find((one) => one.id === id);
    if (views === undefined || view === undefined)
      throw new ToolError("not_found", `There is no view ${id}.`);
    return { views, view };
  };
  const recorded = (
    { sessionId, id }: HeldView,
    { set, by = accountName(), action }: Recorded,
    act: (callId: string) => Promise<Landing>,
  ): Promise<Landing> => {
    const callId = `${id}-${ids.nonce()}`;
    const paths = set.changes.map(({ path }) => path);
    return record({ sessionId, callId, action, by, paths, without: [] }, () => act(callId));
  };
  return {
    async own(session) {
      if (views === undefined)
        throw new ToolError(
          "unavailable",
          "This machine cannot hold a view, so no session has one of its own: toolplane doctor says why.",
        );
      const { id } = await openOwnView(views, session);
      await landed.checks(session);
      landed.take(session, "run");
      return {
        id,
        async land({ signal = new AbortController().signal } = {}) {
          const check = await landed.checks(session);
          return landOwnView({ views, session, check }, signal);
        },
      };
    },
    list: async () => (await views?.list()) ?? [],
    room: async () => (await views?.room()) ?? null,
    show: async (id) => (await known(id)).views.show(id),
    async diff(id, path) {
      const found = await known(id);
      const { changes } = await found.views.show(id);
      return changes.some((one) => one.path === path) ? found.views.diff(id, path) : null;
    },
    overlaps: async (id) => (await known(id)).views.overlaps(id),
    rebase: async (id, options) => (await known(id)).views.rebase(id, options),
    async land(id, { by } = {}) {
      const found = await known(id);
      const { conflicts } = await found.views.rebase(id);
      const set = await found.views.show(id);
      if (conflicts.length > 0) return conflicting(set, conflicts);
      const landing =
        set.changes.length === 0
          ? landingOf(set, "landed")
          : await recorded(found.view, { set, by, action: "land" }, async (callId) => {
              const tried = await landAgain(found.views, { id, set, callId, judge: judge() });
              // It waits in the view already: a second place would be one to land it from again.
              if (tried.state === "kept")
                await landings?.drop(callId, found.view.sessionId).catch(notWaiting);
              return tried;
            });
      if (landing.state === "landed" && !found.view.isLive) await found.views.discard(id);
      return landing;
    },
    async discard(id, { by } = {}) {
      const found = await known(id);
      const set = await found.views.show(id);
      const discard = async (): Promise<Landing> => {
        await found.views.discard(id);
        return landingOf(set, "dropped");
      };
      if (set.changes.length === 0) return discard();
      // Known before it is recorded: a row that says it was tried is there for good.
      await found.views.sign(id);
      return recorded(found.view, { set, by, action: "drop" }, discard);
    },
  };
}

interface Recorded {
  readonly set: ChangeSet;
  readonly by: string | undefined;
  readonly action: "land" | "drop";
}

async function landAgain(
  views: Views,
  job: {
    readonly id: string;
    readonly set: ChangeSet;
    readonly callId: string;
    readonly judge: LandingJudge;
  },
): Promise<Landing> {
  const { id, set, callId, judge } = job;
  const { signal } = new AbortController();
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    const { landing, outdated } = await views.land(id, { callId, judge, signal });
    if (outdated !== true) return landing ?? landingOf({ changes: [] }, "landed");
    const { conflicts } = await views.rebase(id);
    if (conflicts.length > 0) return conflicting(set, conflicts);
  }
  return { ...landingOf(set, "kept"), why: "conflict" };
}

function conflicting(set: ChangeSet, conflicts: readonly ViewConflict[]): Landing {
  const refused = conflicts.map(({ path, reason }) => ({ path, reason }));
  return { ...landingOf(set, "kept"), why: "conflict", refused };
}

function landingOf(set: ChangeSet, state: Landing["state"]): Landing {
  return { state, counts: countChanges(set), changes: set.changes.slice(0, MOST_NAMED) };
}

function notWaiting(error: unknown): void {
  if (!isToolError(error) || error.code !== "not_found") throw error;
}
