/**
 * The views that sessions of this host have of their own. A session that has one works in it wholly: its doors open its files
 * there, and its programs are started where it lies over the project. Everybody else sees the project until it lands.
 */

import { statSync } from "node:fs";
import type { LandedView } from "@toolplane/contract";
import type { HeldView, RebasedView, Store, ViewConflict, Views } from "@toolplane/contract/ports";
import { bootId } from "@toolplane/disk/ground";
import { toBytePath } from "@toolplane/disk/paths";
import {
  type HeldViews,
  type HostLandings,
  type HostProcesses,
  type LandingBounds,
  type LandingTurns,
  landView,
  type MergeSides,
  type OpenView,
  type Rebase,
  readView,
  type Sandbox,
  sideOf,
  signFolders,
  signView,
  type ViewRead,
  writeHeld,
} from "@toolplane/sandbox";
import type { ChangeSides } from "../doors/change-sides.ts";
import { showDiff } from "../doors/show-diff.ts";
import { bringCaches } from "./bring-caches.ts";
import { bringProject, keepBases, planRebase } from "./bring-project.ts";
import { copyView, placeIn } from "./copy-view.ts";
import { diffInView } from "./diff-in-view.ts";
import { recoverLeft } from "./recover-left.ts";
import { mountView, showProject } from "./show-project.ts";

export interface ViewsParts {
  readonly held: HeldViews;
  readonly processes: Pick<HostProcesses, "ready" | "beside" | "closeSession">;
  readonly landings: HostLandings;
  readonly sandbox: Pick<Sandbox, "freeze" | "thaw">;
  readonly store: Pick<Store, "journal">;
  readonly sides: ChangeSides;
  readonly bounds: LandingBounds;
  readonly merge: MergeSides;
  readonly turns: LandingTurns;
  readonly wallMs: () => number;
  /** The workspace of the host: views of another one are not its own. */
  readonly roots: readonly string[];
}

export interface HostViews extends Views {
  /** The session is over and its programs have ended: a view that holds nothing goes with it, any other waits. */
  letGo(sessionId: string): Promise<void>;
}

/** Of what is said of a view: a card shows no more. */
const MOST_NOTED = 80;
const MOST_NOTED_CHARS = 1_000;

export function createViews(parts: ViewsParts): HostViews {
  const { held, processes } = parts;
  const shownView = ({ state }: Pick<OpenView, "state">, isLive: boolean): HeldView => {
    const { id, sessionId, openedMs, boot, required = [] } = state;
    const note = (state.note ?? null) as HeldView["note"];
    const wasCut = boot !== bootId();
    return { id, sessionId, openedMs, isLive, wasCut, note, required };
  };
  const read = (view: Pick<OpenView, "state">): Promise<ViewRead> =>
    readView(view.state, parts.bounds);
  return {
    async open(sessionId, { id, copyOf, without = [], isPassing = false } = {}) {
      const known = held.of(sessionId);
      const view =
        known ?? held.hold(sessionId, { ...(id === undefined ? {} : { id }), isPassing });
      try {
        if (known === null && copyOf !== undefined)
          await copyView(held.look(copyOf).state, view.state, without);
        await processes.ready(sessionId);
      } catch (error) {
        if (known === null) {
          held.leave(sessionId);
          if (id === undefined) held.remove(view.folder);
        }
        throw error;
      }
      // What was to land in it when its process was killed.
      if (known === null && id !== undefined) await parts.landings.recoverAgain();
      return shownView(view, true);
    },
    share: held.share,
    of(sessionId) {
      const view = held.of(sessionId);
      return view === null ? null : shownView(view, true);
    },
    folder: (sessionId) =>
      held.of(sessionId) === null ? null : held.at(sessionId, parts.roots[0] ?? "/"),
    adopt: (id) =>
      claiming(id, held, async (view) => {
        const { changes } = (await read(view)).set;
        keepBases(view, new Map(changes.map(({ path }) => [path, sideOf(toBytePath(path))])));
      }),
    letPass: (id) =>
      claiming(id, held, async (view) => {
        view.state = { ...view.state, isPassing: true };
        writeHeld(view.folder, view.state);
      }),
    list: async () =>
      held
        .list()
        .filter(({ state }) => state.roots[0]?.root === parts.roots[0] && state.isPassing !== true)
        .map((found) => shownView(found, found.isLive)),
    room: async () => ({
      held: held.list().length,
      most: held.most,
      mostBytes: parts.bounds.maxUpperBytes,
      mostFiles: parts.bounds.maxUpperFiles,
    }),
    async show(id) {
      await recoverLeft(id, parts);
      return (await read(held.look(id))).set;
    },
    diff: (id, path) => diffInView(held.look(id), path),
    async overlaps(id) {
      await recoverLeft(id, parts);
      const view = held.look(id);
      const { changes } = await read(view);
      const rebase = await planRebase(view, changes, { parts, answers: {} });
      return [...rebase.merged, ...rebase.conflicts.map(({ path }) => path)];
    },
    async rebase(id, { answers = {} } = {}): Promise<RebasedView> {
      await recoverLeft(id, parts);
      return claiming(id, held, async (view) => {
        const rebase = await bringProject(view, (await read(view)).changes, { parts, answers });
        // Where nothing overlaps, too: what the kernel remembers of folders may be older than the project.
        if (rebase.conflicts.length === 0) await showProject(view, parts);
        return {
          merged: rebase.merged,
          conflicts: await Promise.all(rebase.conflicts.map(withChange)),
        };
      });
    },
    async read(id, path, maxBytes) {
      const { state } = held.look(id);
      const place = placeIn(state, path);
      const side = place === null ? null : sideOf(place, maxBytes);
      return side?.kind === "file" ? side.bytes : null;
    },
    bring: (id, caches) =>
      claiming(id, held, (view) =>
        bringCaches(view, { ...caches, from: held.look(caches.from).state }, parts),
      ),
    sign: (id) =>
      claiming(id, held, async (view) => {
        return signView(view.state, await showProject(view, parts));
      }),
    signProject: () => signFolders(parts.roots),
    inTurn: parts.turns,
    land: (id, how): Promise<LandedView> =>
      claiming(id, held, (view) =>
        landView(how, {
          landings: parts.landings,
          state: view.state,
          read: () => read(view),
          rebase: ({ changes }) => bringProject(view, changes, { parts, answers: {} }),
          freeze: () => mountView(view, parts, "freeze"),
          thaw: async () => void (await mountView(view, parts, "thaw")),
          stampOf: (folder) => String(statSync(folder, { bigint: true }).ctimeNs),
          signProject: () => signFolders(parts.roots),
          landed: (stampNs) => synced(view, stampNs, parts),
        }),
      ),
    keepRequired: (id, required) =>
      claiming(id, held, async (view) => {
        view.state = { ...view.state, required };
        writeHeld(view.folder, view.state);
      }),
    note: (id, { state, lines }) =>
      claiming(id, held, async (view) => {
        const kept = lines.slice(0, MOST_NOTED).map((line) => line.slice(0, MOST_NOTED_CHARS));
        view.state = { ...view.state, note: { atMs: parts.wallMs(), state, lines: kept } };
        writeHeld(view.folder, view.state);
      }),
    async letGo(sessionId) {
      const view = held.of(sessionId);
      held.leave(sessionId);
      if (view === null || view.state.sessionId !== sessionId) return;
      const isEmpty =
        view.state.isPassing === true ||
        (await read(view).then(
          ({ changes }) => changes.length === 0,
          () => false,
        ));
      if (isEmpty) held.remove(view.folder);
    },
    discard: (id) =>
      claiming(id, held, async (view) => {
        const { sessionId } = view.state;
        if (held.of(sessionId) !== view) return held.remove(view.folder);
        // Whoever works in it must not find itself in the project.
        await processes.closeSession(sessionId);
        const stampNs = String(statSync(view.folder, { bigint: true }).ctimeNs);
        held.empty(view);
        await synced(view, stampNs, parts);
        await processes.ready(sessionId);
      }),
  };
}

/** A view that no session works in is this process's own for as long as it is changed, and nobody's afterwards. */
async function claiming<Value>(
  id: string,
  held: Pick<HeldViews, "claim" | "unclaim">,
  act: (view: OpenView) => Promise<Value>,
): Promise<Value> {
  const view = held.claim(id);
  try {
    return await act(view);
  } finally {
    held.unclaim(id);
  }
}

async function withChange(clash: Rebase["conflicts"][number]): Promise<ViewConflict> {
  const { path, base, ours } = clash;
  const texts = { before: base, after: ours };
  const change = await showDiff(
    async (side) => {
      const text = side === null ? null : texts[side as "before" | "after"];
      return text === null ? null : Buffer.from(text);
    },
    { path, before: base === null ? null : "before", after: ours === null ? null : "after" },
  );
  return { ...clash, change };
}

/** The view and the project are one now: what both begin with is what is there. */
async function synced(view: OpenView, stampNs: string, { store }: ViewsParts): Promise<void> {
  const last: Record<string, string | null> = {};
  for (const sessionId of Object.keys(view.state.synced))
    last[sessionId] = (await store.journal.list(sessionId)).at(-1)?.id ?? null;
  view.state = {
    ...view.state,
    boot: bootId(),
    syncedNs: stampNs,
    synced: last,
    bases: {},
    note: null,
  };
  writeHeld(view.folder, view.state);
}
