/** The runs of agents that a store keeps: what there is, what was said in it, and going on with it. */
import type { LoopState, Spent } from "@toolplane/agent";
import { ToolError } from "@toolplane/contract";
import type { Clock, RecordKey, RunRow, Store } from "@toolplane/contract/ports";
import type { RunFence } from "@toolplane/kernel/record";
import { createLeaseKeeper } from "../approvals/create-lease-keeper.ts";
import { createSeals } from "../approvals/seals.ts";
import { type StateOf, workerState } from "../approvals/worker-state.ts";
import { newOwner, ownerState, takeRun } from "./claim-run.ts";
import { type DrivenRun, driveRun } from "./drive-run.ts";
import type { KeptRun, OpenedRun, RunAbout, RunStatus } from "./kept-run.ts";
import { checkLog, type RunHead, readHead } from "./run-head.ts";
import { createRunLog, messagesAt, type RunEntry, saidIn, type TurnMark } from "./run-log.ts";
import { WORDS_GONE } from "./words-gone.ts";

export interface RunQuery {
  /** Most entries; 20 unless given. */
  readonly limit?: number;
  readonly sessionId?: string;
  /** Those that this run started. */
  readonly parentId?: string;
}

/** Facts about a run that begins. */
export interface NewRun {
  readonly id: string;
  readonly sessionId: string;
  readonly about: RunAbout;
  readonly parent?: { readonly runId: string; readonly callId: string };
}

export interface Runs {
  /** Written last first. */
  list(query?: RunQuery): Promise<readonly KeptRun[]>;
  /** The run that has this whole id, however old it is; null where none is kept. */
  find(id: string): Promise<KeptRun | null>;
  /** Rejects with a ToolError: `not_found`; `conflict` for one that was changed from outside. */
  open(id: string): Promise<OpenedRun>;
  /** The run that a call of another run started, or null. */
  below(parent: { readonly runId: string; readonly callId: string }): Promise<KeptRun | null>;
  /** Adds up what the runs that a run started have used, as each was last kept; `apart`: of these, those that others drive. */
  spentBelow(runId: string): Promise<{ readonly all: Spent; readonly apart: Spent }>;
  /** Keeps a run from its first state on. */
  begin(run: NewRun): DrivenRun;
  /** Goes on with one: no other process can meanwhile. Rejects as `open` does, and with `conflict` while another drives it. */
  drive(id: string): Promise<DrivenRun & OpenedRun>;
  /** Forgets it. The record of its session stays. */
  remove(id: string): Promise<void>;
}

export interface RunsGround {
  readonly store: Pick<Store, "runs" | "slots" | "flush" | "leases">;
  readonly key: RecordKey;
  readonly clock: Pick<Clock, "wallMs" | "setTimer">;
  /** Folder in which processes of other containers hold their marks. */
  readonly userData?: string | undefined;
  readonly stateOf?: StateOf;
  /** The recorder of the calls of runs that are driven. */
  readonly fence?: RunFence | null;
}

const SHOWN = 20;
const PAGE = 1_000;
/** A call starts one run; more would be runs that were begun again. */
const MOST_BELOW = 1_000;

export function createRuns(given: RunsGround): Runs {
  const stateOf = given.stateOf ?? workerState(given.store, given.userData);
  const ground = {
    ...given,
    stateOf,
    lease: createLeaseKeeper(given.store, given.clock),
    seals: createSeals(given.key),
    here: new Set<string>(),
    wallMs: () => given.clock.wallMs(),
  };
  const { store, seals } = ground;
  const shown = (row: RunRow): Promise<KeptRun> => keptRun(row, stateOf);
  const read = async (id: string) => {
    const row = await store.runs.get(id);
    if (!row) throw new ToolError("not_found", `There is no run ${id} in the store.`);
    const head = readHead(row, seals);
    const entries = await readLog(store, row);
    checkLog(id, head, entries);
    const messages = messagesAt(entries, head.conversation);
    const state = { ...head.state, messages } as LoopState;
    return { row, head, entries, state, said: saidIn(entries), turns: turnsOf(entries) };
  };
  return {
    async list({ limit = SHOWN, ...query } = {}) {
      return Promise.all((await store.runs.list({ limit, ...query })).map(shown));
    },
    async find(id) {
      const row = await store.runs.get(id);
      return row && shown(row);
    },
    async open(id) {
      const { row, state, said, turns } = await read(id);
      return { run: await shown(row), state, said, turns };
    },
    async below({ runId, callId }) {
      const rows = await store.runs.list({ parentId: runId, limit: MOST_BELOW });
      const row = rows.find((one) => one.callId === callId);
      return row ? shown(row) : null;
    },
    async spentBelow(runId) {
      const rows = await store.runs.list({ parentId: runId, limit: MOST_BELOW });
      const isApart = ({ about }: RunRow): boolean =>
        (about as Partial<RunAbout>).apart !== undefined;
      return { all: spentOf(rows), apart: spentOf(rows.filter(isApart)) };
    },
    begin({ id, sessionId, about, parent }) {
      const { runId: parentId = null, callId = null } = parent ?? {};
      const owner = newOwner(store);
      const row = { id, sessionId, parentId, callId, owner };
      ground.fence?.begin({ sessionId, runId: id, owner });
      return driveRun(ground, { row: { ...row, createdAtMs: ground.wallMs() }, about });
    },
    async drive(id) {
      const first = await read(id);
      const taken = await takeRun(ground, first.row);
      // Read again: the process that drove it may have written until a moment ago.
      const again = await read(id).catch(async (error: unknown) => {
        await taken.giveBack();
        throw error;
      });
      const { row, head, entries, state, said, turns } = again;
      const log = createRunLog(entries, state.messages);
      const about = row.about as unknown as RunAbout;
      const driven = driveRun(ground, {
        row: { ...row, owner: taken.owner },
        about,
        endLease: taken.endLease,
        log,
        digest: head.digest,
      });
      return { ...driven, run: await shown(row), state, said, turns };
    },
    async remove(id) {
      const row = await store.runs.get(id);
      await store.runs.remove(id);
      // Who looks at the session is told that there were words.
      if (row) await store.slots.put(row.sessionId, WORDS_GONE, true);
    },
  };
}

function spentOf(rows: readonly RunRow[]): Spent {
  const heads = rows.map(({ head }) => (head ?? {}) as Partial<Pick<RunHead, "state">>);
  const of = (name: keyof Spent): number =>
    heads.reduce((sum, { state }) => sum + (state?.spent[name] ?? 0), 0);
  return {
    inputTokens: of("inputTokens"),
    outputTokens: of("outputTokens"),
    costMicros: of("costMicros"),
  };
}

async function readLog(store: RunsGround["store"], row: RunRow): Promise<readonly RunEntry[]> {
  const entries: RunEntry[] = [];
  while (entries.length < row.length) {
    const page = await store.runs.log(row.id, { from: entries.length, limit: PAGE });
    if (page.length === 0) break;
    entries.push(...(page as unknown as readonly RunEntry[]));
  }
  // Entries written since are not part of what was read.
  return entries.slice(0, row.length);
}

/** The last mark of each turn. */
function turnsOf(entries: readonly RunEntry[]): readonly TurnMark[] {
  const marks = new Map<number, TurnMark>();
  for (const entry of entries) if (entry.type === "turn") marks.set(entry.turn, entry);
  return [...marks.values()].sort((left, right) => left.turn - right.turn);
}

/** For a list: what it says is not checked against its seal. */
async function keptRun(row: RunRow, stateOf: StateOf): Promise<KeptRun> {
  const { id, sessionId, parentId, callId, createdAtMs, updatedAtMs } = row;
  const about = row.about as unknown as RunAbout;
  const { turns = 0, state } = (row.head ?? {}) as Partial<Pick<RunHead, "turns" | "state">>;
  const isGone = row.status === "working" && (await ownerState(row.owner, stateOf)) === "gone";
  const status = (isGone ? "interrupted" : row.status) as RunStatus;
  const waiting = state?.waiting ?? [];
  return {
    ...about,
    id,
    sessionId,
    parentId,
    callId,
    createdAtMs,
    updatedAtMs,
    status,
    turns,
    waiting,
  };
}
