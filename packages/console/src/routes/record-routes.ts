/** The record as a whole: how much there is, whether it is whole, a line to keep elsewhere, letting go, and an export. */

import { type JsonObject, type SessionManifest, ToolError } from "@toolplane/contract";
import type {
  ChainMark,
  ChainPage,
  PrintedHead,
  PrunedRecord,
  RecordFacts,
  StoppedVerification,
  Verification,
} from "@toolplane/contract/console";
import { type EventRow, SESSIONS_CHAIN, type Store } from "@toolplane/contract/ports";
import { markHeads, pruneRecord } from "@toolplane/kernel/record";
import {
  exportJsonLines,
  keptHeadLine,
  loadSession,
  newestFirst,
  workspaceOf,
} from "@toolplane/library/rooms/record";
import { storeFacts } from "@toolplane/library/rooms/state";
import {
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  MOMENT,
  NUMBER,
  nullable,
  oneOf,
  TEXT,
} from "../api/api-schema.ts";
import { createTurn, inTurns } from "../api/in-turns.ts";
import { type ApiRoute, readCount } from "../api/route.ts";

const DAY_MS = 86_400_000;
const MAX_DAYS = 36_500;
const SHOWN = 50;
const MOST = 200;
const MAX_PLACE = 999_999_999;
/** Rows of the chain that stand for all of it. */
const MARKS = 5;

const CHAIN_MARK = describes<ChainMark>({
  sequence: COUNT,
  atMs: MOMENT,
  event: TEXT,
  sessionId: nullable(TEXT),
  hash: TEXT,
});

const VERIFICATION = describes<Verification>({
  state: oneOf("running", "whole", "broken", "stopped", "failed"),
  done: COUNT,
  of: COUNT,
  rows: COUNT,
  startedAtMs: MOMENT,
  tookMs: NUMBER,
  problem: nullable(TEXT),
  broken: list(fields({ sessionId: TEXT, row: COUNT, problem: TEXT })),
  brokenCount: COUNT,
});

const record: ApiRoute<RecordFacts> = {
  method: "GET",
  path: "/record",
  summary: "How much is recorded, where the chain of sessions ends, and for how long it is kept.",
  gives: describes<RecordFacts>({
    sessions: COUNT,
    rows: COUNT,
    sinceMs: nullable(MOMENT),
    marks: list(CHAIN_MARK),
    keepDays: COUNT,
    keepMegabytes: COUNT,
    store: fields({ kind: TEXT, bytes: COUNT }),
    sidecars: fields({ files: COUNT, bytes: COUNT }),
    verification: nullable(VERIFICATION),
  }),
  async handle(ground) {
    const { store } = ground.state;
    const { keepDays, keepMegabytes } = await ground.settings();
    const sessions = await newestFirst(store);
    const counts = await store.countEvents(0);
    const sidecars = await store.sidecars.list();
    const marks = await marksOf(store);
    return {
      body: {
        sessions: sessions.length,
        rows: counts.reduce((sum, { count }) => sum + count, 0),
        sinceMs: sessions.at(-1)?.createdAtMs ?? null,
        marks,
        keepDays,
        keepMegabytes,
        store: storeFacts(ground.state),
        sidecars: {
          files: sidecars.length,
          bytes: sidecars.reduce((sum, { bytes }) => sum + bytes, 0),
        },
        verification: ground.verifier.now(),
      },
    };
  },
};

/** The first row, the last, and some between them. */
async function marksOf(store: Pick<Store, "events">): Promise<readonly ChainMark[]> {
  const last = (await store.events.head(SESSIONS_CHAIN))?.sequence ?? -1;
  if (last < 0) return [];
  const places = Array.from({ length: MARKS }, (_, at) => Math.round((last * at) / (MARKS - 1)));
  const marks: ChainMark[] = [];
  for (const from of new Set(places))
    marks.push(...(await store.events.read(SESSIONS_CHAIN, { from, limit: 1 })).map(markOf));
  return marks;
}

function markOf({ sequence, atMs, type, callId, hash }: EventRow): ChainMark {
  return { sequence, atMs, event: type, sessionId: callId, hash };
}

const chain: ApiRoute<ChainPage> = {
  method: "GET",
  path: "/record/chain",
  summary: "The chain of sessions, its last rows first.",
  query: {
    before: { ...COUNT, description: "`next` of the page before." },
    limit: COUNT,
  },
  gives: describes<ChainPage>({ rows: list(CHAIN_MARK), next: nullable(COUNT) }),
  async handle({ state }, { query }) {
    const { events } = state.store;
    const end = ((await events.head(SESSIONS_CHAIN))?.sequence ?? -1) + 1;
    const before = Math.min(end, readCount(query, "before", { unless: end, most: MAX_PLACE }));
    const limit = Math.max(1, readCount(query, "limit", { unless: SHOWN, most: MOST }));
    const from = Math.max(0, before - limit);
    const rows =
      before === 0 ? [] : await events.read(SESSIONS_CHAIN, { from, limit: before - from });
    return { body: { rows: rows.map(markOf).toReversed(), next: from === 0 ? null : from } };
  },
};

const verify: ApiRoute<Verification> = {
  method: "POST",
  path: "/record/verify",
  summary: "Begins to verify everything that is recorded; `GET /record` says how far it is.",
  takes: fields({}),
  gives: VERIFICATION,
  handle: async ({ verifier }) => ({ body: verifier.begin() }),
};

const stop: ApiRoute<StoppedVerification> = {
  method: "DELETE",
  path: "/record/verify",
  summary: "Stops verifying.",
  gives: describes<StoppedVerification>({ stopped: FLAG }),
  async handle({ verifier }) {
    await verifier.stop();
    return { body: { stopped: true } };
  },
};

const head: ApiRoute<PrintedHead> = {
  method: "POST",
  path: "/record/head",
  summary:
    "The end of the chain as one line to keep elsewhere: `toolplane verify --head FILE` holds the record to it. Only of a record that was verified.",
  takes: fields({}),
  gives: describes<PrintedHead>({ line: TEXT, sequence: COUNT, hash: TEXT }),
  async handle({ state, wallMs, verifier }) {
    if (verifier.now()?.state !== "whole")
      throw new ToolError(
        "conflict",
        "Verify first: only the head of a whole record is worth keeping.",
      );
    const end = await markHeads({ ...state, wallMs });
    if (end === null)
      throw new ToolError("not_found", "There is no session yet, so there is no head.");
    const { sequence, hash } = end;
    const line = keptHeadLine({ sequence, hash, at: new Date(wallMs()).toISOString() });
    return { body: { line, sequence, hash } };
  },
};

const prune: ApiRoute<PrunedRecord> = {
  method: "POST",
  path: "/record/prune",
  summary:
    "Lets go of sessions that were not touched for so many days, with their outputs and what undo would need; `isTry` only counts them.",
  takes: fields({ days: { ...COUNT, minimum: 1, maximum: MAX_DAYS }, isTry: FLAG }),
  gives: describes<PrunedRecord>({ sessions: COUNT, bytes: nullable(COUNT) }),
  async handle(ground, { body }) {
    const { state, wallMs } = ground;
    const { days, isTry } = body as JsonObject & { readonly days: number; readonly isTry: boolean };
    // What a person looks at or an agent works in stays, however old it is.
    const keep = (await ground.sessions.live(null)).map(({ sessionId }) => sessionId);
    const retention = { nowMs: wallMs(), maxAgeMs: days * DAY_MS, keep };
    if (isTry)
      return { body: { sessions: await countPruned(state.store, retention), bytes: null } };
    const { sessions, bytes } = await pruneRecord(state, retention);
    ground.changed();
    return { body: { sessions: sessions.length, bytes } };
  },
};

/** The store names the sessions before it lets go of any; who rejects then keeps them. */
async function countPruned(
  store: Pick<Store, "prune">,
  retention: Parameters<Store["prune"]>[0],
): Promise<number> {
  let count: number | null = null;
  const look = store.prune(retention, async (sessions) => {
    count = sessions.length;
    throw new ToolError("cancelled", "Nobody asked to let go of anything.");
  });
  await look.catch((error: unknown) => {
    if (count === null) throw error;
  });
  return count ?? 0;
}

/** A file of more is not looked through anyway, and each session is read whole. */
const MOST_EXPORTED = 1_000;

const take: ApiRoute = {
  method: "GET",
  path: "/record/export",
  summary: "Sessions as JSON lines, the newest 1,000 at most, each as its own export has it.",
  query: {
    days: { ...COUNT, description: "Sessions that began in the last so many days." },
    all: { ...FLAG, description: "Of every workspace." },
    content: { ...FLAG, description: "With arguments, results and causes." },
    rows: { ...FLAG, description: "With the rows of each chain." },
  },
  gives: "lines",
  async handle(ground, { query, signal }) {
    const { store } = ground.state;
    const { workspace } = await ground.settings();
    const days = readCount(query, "days", { unless: MAX_DAYS, most: MAX_DAYS });
    const fromMs = ground.wallMs() - days * DAY_MS;
    const isHere = workspace !== null && query.get("all") !== "true";
    const sessions = (await newestFirst(store))
      .filter(({ createdAtMs }) => createdAtMs >= fromMs)
      .filter((manifest) => !isHere || workspaceOf(manifest) === workspace)
      .slice(0, MOST_EXPORTED);
    const options = {
      content: query.get("content") === "true",
      rows: query.get("rows") === "true",
    };
    return { lines: linesOf(store, sessions, { options, signal }), fileName: "record.jsonl" };
  },
};

async function* linesOf(
  store: Store,
  sessions: readonly SessionManifest[],
  {
    options,
    signal,
  }: {
    readonly options: { readonly content: boolean; readonly rows: boolean };
    readonly signal: AbortSignal;
  },
): AsyncGenerator<string> {
  const turn = createTurn(signal);
  for (const manifest of sessions) {
    await turn();
    yield* exportJsonLines(await loadSession(inTurns(store, turn), manifest), options);
  }
}

export const RECORD_ROUTES: readonly ApiRoute[] = [record, chain, verify, stop, head, prune, take];
