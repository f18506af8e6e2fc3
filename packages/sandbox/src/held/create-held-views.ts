/**
 * The views that sessions of this process hold. Each lies in a folder of user-data with one upper layer for each root; it is
 * mounted when its session's first program is started, and again whenever that must be started again.
 */
import { chmodSync, mkdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { Clock, Ids } from "@toolplane/contract/ports";
import { bootId, isProcessRunning, processName } from "@toolplane/disk/ground";
import { clearTree, toBytePath } from "@toolplane/disk/paths";
import { isWithin } from "@toolplane/readings";
import type { Sandbox } from "../backend/sandbox.ts";
import type { SessionViews } from "../backend/session-views.ts";
import { lookAt, modeOf } from "../landing/disk/byte-fs.ts";
import { rootFault, thisWorld } from "../view/root-fault.ts";
import { clearLeftViews, removeView } from "./clear-left-views.ts";
import { createHeldMount, type HeldMount } from "./held-mount.ts";
import {
  claimFolder,
  type HeldRoot,
  type HeldState,
  heldFolders,
  readHeld,
  unclaimFolder,
  viewsFolder,
  writeHeld,
} from "./held-state.ts";
import { leftTemporaries } from "./left-temporaries.ts";

/** A view that this process holds. */
export interface OpenView {
  readonly folder: string;
  readonly mount: HeldMount;
  state: HeldState;
}

export interface HeldViews extends SessionViews {
  /**
   * Gives the session a view of its own, a new one or one that was left behind; nothing is mounted yet. Throws `unavailable` where
   * none can be had, and `conflict` where another process or session works in it.
   */
  hold(sessionId: string, how?: { readonly id?: string; readonly isPassing?: boolean }): OpenView;
  /** Lets another session work in the view of this one: a check, or a child. */
  share(sessionId: string, of: string): boolean;
  of(sessionId: string): OpenView | null;
  /** As many as may be. */
  readonly most: number;
  /** Every view of this data, with its folder; also those of other processes. */
  list(): readonly {
    readonly folder: string;
    readonly state: HeldState;
    readonly isLive: boolean;
  }[];
  /** Lets go of it and keeps what it holds. */
  leave(sessionId: string): void;
  /** Lets go of all of them. */
  close(): void;
  /** Removes a view; it must not be mounted any more. */
  remove(folder: string): void;
  /** Takes out all that a view holds, so that it shows the project when it is mounted again; no program may live in it. */
  empty(view: OpenView): void;
  /** One of this data, to look into. Throws `not_found`. */
  look(id: string): Pick<OpenView, "folder" | "state">;
  /**
   * One that a session of this process has, or that nobody works in: to be changed. Throws `conflict` where another process works
   * in it. Each claim ends with `unclaim`.
   */
  claim(id: string): OpenView;
  /** Lets go of a view that no session of this process has; until then nobody else takes it over. */
  unclaim(id: string): void;
}

export interface HeldViewsOptions {
  readonly userData: string;
  /** The workspace and the folders beside it that it may write. */
  readonly roots: readonly string[];
  readonly sandbox: Pick<Sandbox, "mountFor">;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly maxViews: number;
  /** Told in a sentence when most of them are held. */
  readonly onNotice?: (text: string) => void;
}

/** From this part of them on it is told. */
const NEARLY = 0.75;

export function createHeldViews(options: HeldViewsOptions): HeldViews {
  const { userData, sandbox } = options;
  // One that lies in another is shown with that.
  const roots = options.roots.filter(
    (root) => !options.roots.some((other) => other !== root && isWithin(root, other)),
  );
  const open = new Map<string, OpenView>();
  const owners = new Map<string, string>();
  const claimed = new Map<string, { readonly view: OpenView; uses: number }>();
  const list: HeldViews["list"] = () =>
    heldFolders(userData).flatMap((folder) => {
      const state = readHeld(folder);
      const isLive = state !== null && isProcessRunning(state.owner, userData);
      return state === null ? [] : [{ folder, state, isLive }];
    });
  const countViews = (): number => {
    clearLeftViews(options);
    return list().length;
  };
  const find = (id: string) => list().find(({ state }) => state.id === id);
  const openOf = (id: string) => [...open.values()].find(({ state }) => state.id === id);
  return {
    most: options.maxViews,
    list,
    of: (sessionId) => open.get(sessionId) ?? null,
    hold(sessionId, { id, isPassing = false } = {}) {
      const known = open.get(sessionId);
      if (known !== undefined) return known;
      const found = id === undefined ? undefined : find(id);
      if (id !== undefined && found === undefined)
        throw new ToolError("not_found", `No view ${id} is held`);
      if (found?.isLive === true)
        throw new ToolError("conflict", `A process works in the view ${id}: end that first`);
      const view =
        found === undefined
          ? makeView({ sessionId, isPassing }, { ...options, roots, held: countViews() })
          : takeOver(found, { sessionId, userData });
      open.set(sessionId, view);
      return view;
    },
    look(id) {
      const known = openOf(id) ?? find(id);
      if (known === undefined) throw new ToolError("not_found", `No view ${id} is held`);
      return known;
    },
    claim(id) {
      const known = openOf(id);
      if (known !== undefined) return known;
      const again = claimed.get(id);
      if (again !== undefined) {
        again.uses += 1;
        return again.view;
      }
      const found = find(id);
      if (found === undefined) throw new ToolError("not_found", `No view ${id} is held`);
      if (found.isLive)
        throw new ToolError("conflict", `A process works in the view ${id}: end that first`);
      const view = takeOver(found, { sessionId: found.state.sessionId, userData });
      claimed.set(id, { view, uses: 1 });
      return view;
    },
    unclaim(id) {
      const held = claimed.get(id);
      if (held === undefined) return;
      held.uses -= 1;
      if (held.uses > 0) return;
      claimed.delete(id);
      letGo(held.view);
    },
    share(sessionId, of) {
      const view = open.get(of);
      if (view === undefined) return false;
      if (view.state.synced[sessionId] === undefined) {
        view.state = { ...view.state, synced: { ...view.state.synced, [sessionId]: null } };
        writeHeld(view.folder, view.state);
      }
      open.set(sessionId, view);
      owners.set(sessionId, owners.get(of) ?? of);
      return true;
    },
    ownerOf: (sessionId) => owners.get(sessionId) ?? sessionId,
    launch(sessionId) {
      const view = open.get(sessionId);
      if (view === undefined || owners.has(sessionId)) return undefined;
      return {
        words: () => mountWords(view, sandbox),
        entered: view.mount.enter,
      };
    },
    at: (sessionId, path) => open.get(sessionId)?.mount.at(path) ?? path,
    place: (sessionId, root) => open.get(sessionId)?.mount.place(root) ?? root,
    leave,
    close() {
      for (const sessionId of [...open.keys()]) leave(sessionId);
    },
    remove: removeView,
    empty({ folder, mount, state }) {
      mount.leave();
      for (const index of state.roots.keys()) clearTree(toBytePath(join(folder, String(index))));
      makeLayers(
        folder,
        state.roots.map(({ root }) => root),
      );
    },
  };

  function leave(sessionId: string): void {
    const view = open.get(sessionId);
    open.delete(sessionId);
    owners.delete(sessionId);
    if (view === undefined || [...open.values()].includes(view)) return;
    view.mount.leave();
    letGo(view);
  }

  function letGo({ folder, state }: OpenView): void {
    if (readHeld(folder) === null) return;
    writeHeld(folder, { ...state, owner: "" });
    unclaimFolder(folder);
  }
}

function makeView(
  { sessionId, isPassing }: { readonly sessionId: string; readonly isPassing: boolean },
  options: HeldViewsOptions & { readonly held: number },
): OpenView {
  const { userData, roots, sandbox, clock, ids, maxViews, held } = options;
  if (sandbox.mountFor === undefined)
    throw new ToolError("unavailable", "This machine cannot hold a view: its sandbox has none");
  const world = thisWorld(userData);
  const fault = roots.map((root) => rootFault(root, world)).find((found) => found !== null);
  if (fault !== undefined)
    throw new ToolError("unavailable", `No view can be held: ${fault.reason}`);
  if (held >= maxViews)
    throw new ToolError(
      "too_large",
      `${held} views are held already, as many as may be: land or discard one (toolplane views)`,
    );
  if (held + 1 === Math.ceil(maxViews * NEARLY))
    options.onNotice?.(
      `${held + 1} of ${maxViews} views are held: land or discard some (toolplane views)`,
    );
  const openedMs = clock.wallMs();
  const id = `v${Math.floor(openedMs / 1000).toString(36)}${ids
    .nonce()
    .replace(/[^a-z0-9]/gi, "")
    .slice(0, 4)
    .toLowerCase()}`;
  const folder = join(viewsFolder(userData), id);
  mkdirSync(viewsFolder(userData), { recursive: true, mode: 0o700 });
  mkdirSync(folder, { mode: 0o700 });
  const places = makeLayers(folder, roots);
  const state: HeldState = {
    version: 1,
    id,
    sessionId,
    openedMs,
    ...(isPassing ? { isPassing } : {}),
    owner: processName(),
    boot: bootId(),
    roots: places,
    syncedNs: String(statSync(folder, { bigint: true }).ctimeNs),
    synced: { [sessionId]: null },
    bases: {},
  };
  claimFolder(folder, userData);
  writeHeld(folder, state);
  return { folder, state, mount: createHeldMount(folder, places) };
}

/** One upper layer for each root, with nothing in it. */
function makeLayers(folder: string, roots: readonly string[]): readonly HeldRoot[] {
  return roots.map((root, index) => {
    const own = join(folder, String(index));
    const upper = join(own, "u");
    for (const path of [own, upper, join(own, "w")]) mkdirSync(path, { mode: 0o700 });
    // The merged folder shows the mode of its upper layer.
    chmodSync(upper, modeOf(lookAt(toBytePath(root))) & 0o1777);
    return { root, upper, work: join(own, "w") };
  });
}

function takeOver(
  { folder, state }: { readonly folder: string; readonly state: HeldState },
  { sessionId, userData }: { readonly sessionId: string; readonly userData: string },
): OpenView {
  if (!claimFolder(folder, userData))
    throw new ToolError("conflict", `A process works in the view ${state.id}: end that first`);
  const synced = { [sessionId]: null, ...state.synced };
  const mine = { ...state, owner: processName(), sessionId, synced };
  writeHeld(folder, mine);
  for (const path of leftTemporaries(mine.roots)) clearTree(path);
  return { folder, state: mine, mount: createHeldMount(folder, mine.roots) };
}

function mountWords(view: OpenView, sandbox: HeldViewsOptions["sandbox"]): readonly string[] {
  view.mount.leave();
  const mounts = view.state.roots.map(({ root, upper, work }) => {
    readyWork(work);
    const merged = toBytePath(root);
    return {
      lower: [merged],
      writes: { upper: toBytePath(upper), work: toBytePath(work) },
      merged,
    };
  });
  return sandbox.mountFor?.(mounts) ?? [];
}

/**
 * An overlay that was not taken down leaves a note in its work folder, and is not mounted again while that is there. What it held
 * is whole as long as the machine runs on; what a new run of the machine finds is said by whoever takes the view over.
 */
function readyWork(work: string): void {
  try {
    rmSync(join(work, "work", "incompat"), { recursive: true, force: true });
  } catch {
    // Closed to us by the kernel: another folder takes its place.
    renameSync(work, `${work}.old`);
    mkdirSync(work, { mode: 0o700 });
  }
}
