/**
 * The repository of one session, made for a segment and gone with it. The truth is on the record: the commit, and what was changed beside it.
 * It is brought there before each state of the run is kept, so a run never knows of a file that another worker could not have.
 */
import { randomUUID } from "node:crypto";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { ToolError } from "@toolplane/contract";
import type { RunRow, Store, Views } from "@toolplane/contract/ports";
import { clearTreeLater, toBytePath } from "@toolplane/disk/paths";
import type { Seals } from "../../approvals/seals.ts";
import { cloneSession } from "./clone-session.ts";
import { createChangeKeeper } from "./keep-changes.ts";
import { createViewKeeper, type ViewKeeper } from "./keep-view.ts";
import {
  type KeptPlace,
  type KeptSlot,
  type KeptView,
  readSlot,
  replaceSlot,
  slotFault,
} from "./kept-slot.ts";
import type { NamedCommit } from "./named-commit.ts";
import { replayChanges } from "./replay-changes.ts";
import type { RepositoryCache } from "./repository-cache.ts";
import type { RunGit } from "./run-git.ts";
import type { SessionFolders } from "./session-folders.ts";

export interface GitGround {
  readonly git: RunGit;
  readonly cache: RepositoryCache;
  readonly store: Store;
  readonly seals: Seals;
  readonly sessions: SessionFolders;
}

export interface GitWorkspace {
  readonly folder: string;
  /** Objects of others that it needs to read, beside its own. */
  readonly borrows: string;
  /** The store for whoever drives the run in it. */
  readonly store: Store;
  /** True while the record holds changes of a view: the run has to be opened in one. */
  hasView(): boolean;
  /** Called when the run is open and has not begun: its view is as the record says, and is kept from now on. */
  enter(views: Views): Promise<void>;
  remove(): Promise<void>;
}

export interface WantedWorkspace {
  readonly row: RunRow;
  readonly named: NamedCommit;
  /** Ends a fetch. */
  readonly signal: AbortSignal;
}

/** The run must be in nobody's hands. */
export async function openGitWorkspace(
  ground: GitGround,
  { row, named, signal }: WantedWorkspace,
): Promise<GitWorkspace> {
  const { store, git, cache, sessions } = ground;
  const { sessionId } = row;
  if (!/^[a-zA-Z0-9-]+$/.test(sessionId))
    throw new ToolError("invalid_input", `Session ${sessionId} has no name for a folder.`);
  const folder = join(sessions.folder, sessionId);
  const slot = await readSlot(ground, sessionId);
  const began = { ...named, folder };
  if (slot !== null) checkPlace(slot, { sessionId, began });
  const place: KeptPlace = slot?.place ?? { ...began, content: null };
  const made = `${folder}.${randomUUID()}`;
  const letGo = await sessions.hold(sessionId, signal);
  try {
    const from = await cache.at(named, signal);
    const committed = await cloneSession(git, { ...named, cache: from, folder: made });
    const digest = place.content?.digest ?? null;
    const bytes = toBytePath(made);
    const kept =
      digest === null ? [] : await replayChanges(store.payloads, { folder: bytes, digest });
    await cleared(folder);
    await rename(made, folder);
    const keeper = await createChangeKeeper({
      payloads: store.payloads,
      folder: toBytePath(folder),
      committed,
      kept,
    });
    const own = holdSlot(ground, { sessionId, slot, place, keep: keeper.keep });
    return {
      folder,
      borrows: join(from, "objects"),
      store: { ...store, runs: withContent(store.runs, { ...own, run: row.id }) },
      hasView: () => own.held() !== null,
      async enter(views) {
        const { payloads } = store;
        const view = createViewKeeper({ payloads, views, sessionId, folder });
        await view.restore(own.held());
        own.follow(view);
      },
      remove: () => cleared(folder).finally(letGo),
    };
  } catch (error) {
    letGo();
    throw error;
  } finally {
    await cleared(made);
  }
}

/** Clears it, whatever modes a command left in it. */
const cleared = (folder: string): Promise<void> => clearTreeLater(toBytePath(folder));

interface Held {
  /** After the run was taken: what another worker still writes there is refused. */
  claim(): Promise<void>;
  keep(): Promise<void>;
  held(): KeptView | null;
  follow(view: ViewKeeper): void;
}

function withContent(
  runs: Store["runs"],
  { run, claim, keep }: Pick<Held, "claim" | "keep"> & { readonly run: string },
): Store["runs"] {
  return {
    ...runs,
    async put(row, entries) {
      await keep();
      return runs.put(row, entries);
    },
    async claim(id, change) {
      const isDone = await runs.claim(id, change);
      if (isDone && id === run && change.owner !== null) await claim();
      return isDone;
    },
  };
}

interface HeldSlot {
  readonly sessionId: string;
  readonly slot: KeptSlot | null;
  readonly place: KeptPlace;
  readonly keep: () => Promise<string>;
}

function holdSlot(ground: GitGround, given: HeldSlot): Held {
  const { sessionId } = given;
  const holder = randomUUID();
  let { slot, place } = given;
  let view: ViewKeeper | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const write = async (next: KeptPlace): Promise<void> => {
    slot = await replaceSlot(ground, { sessionId, from: slot, place: next, holder });
    place = next;
  };
  // One after the other: agents of one family keep their states whenever they like.
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const now = last.catch(() => undefined).then(work);
    last = now;
    return now;
  };
  return {
    claim: () =>
      inTurn(async () => {
        if (slot?.holder !== holder) await write(place);
      }),
    keep: () =>
      inTurn(async () => {
        const digest = await given.keep();
        const was = place.view ?? null;
        const held = view === null ? was : await view.keep();
        if (digest === place.content?.digest && held?.digest === was?.digest) return;
        await write({ ...place, content: { digest }, view: held });
      }),
    held: () => place.view ?? null,
    follow(next) {
      view = next;
    },
  };
}

function checkPlace(
  { place }: KeptSlot,
  {
    sessionId,
    began,
  }: { readonly sessionId: string; readonly began: NamedCommit & { readonly folder: string } },
): void {
  if (place.repository !== began.repository || place.commit !== began.commit)
    throw slotFault(
      sessionId,
      `is ${place.repository}@${place.commit}, not ${began.repository}@${began.commit}`,
    );
  if (place.folder !== began.folder)
    throw slotFault(
      sessionId,
      `lies at ${place.folder}, and here it would be ${began.folder}: --clones differs`,
    );
}
