/** Recorded sessions: the list, one of them, whether its record is whole, and all of it to take away. */

import { type SeenLabel, ToolError } from "@toolplane/contract";
import type {
  Replayed,
  SessionBelow,
  SessionCounts,
  SessionFacts,
  SessionLabels,
  SessionList,
  Verified,
} from "@toolplane/contract/console";
import type { ReplayedOutcome } from "@toolplane/kernel/record";
import { listWaiting } from "@toolplane/library/rooms/approvals";
import { readLabels } from "@toolplane/library/rooms/library";
import { openReplay } from "@toolplane/library/rooms/product";
import { loadSession, replaySession, verifySession } from "@toolplane/library/rooms/record";
import { exportSession } from "@toolplane/library/rooms/runs";
import {
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  MOMENT,
  nullable,
  oneOf,
  TEXT,
} from "../api/api-schema.ts";
import { type ApiGround, sessionOf } from "../api/ground.ts";
import { createTurn, inTurns } from "../api/in-turns.ts";
import { type ApiRoute, readCount } from "../api/route.ts";
import type { SessionFilter } from "../api/session-index.ts";
import { LISTED_SESSION } from "../api/shapes.ts";

const FILTERS: readonly SessionFilter[] = ["all", "live", "waiting", "denied", "unknown"];
const SHOWN = 50;
const MOST = 200;
const MAX_QUERY = 200;
/** Labels are in results, not in the heads of rows; past this many rows they are not looked for. */
const MAX_LABELLED_ROWS = 5_000;
const MAX_REPLAYED_ROWS = 20_000;
const MAX_DIFFERENCES = 3;

const sessions: ApiRoute<SessionList> = {
  method: "GET",
  path: "/sessions",
  summary: "Recorded sessions, newest first.",
  query: {
    all: { ...FLAG, description: "Of every workspace." },
    q: {
      ...TEXT,
      description: "Words that stand in its id, title, folder or last call, or in who was there.",
    },
    filter: oneOf(...FILTERS),
    limit: COUNT,
    after: { ...TEXT, description: "`next` of the page before." },
  },
  gives: describes<SessionList>({
    sessions: list(LISTED_SESSION),
    total: COUNT,
    next: nullable(TEXT),
  }),
  async handle(ground, { query }) {
    const filter = FILTERS.find((one) => one === (query.get("filter") ?? "all"));
    if (filter === undefined)
      throw new ToolError("invalid_input", `filter must be one of ${FILTERS.join(", ")}.`);
    const text = (query.get("q") ?? "").slice(0, MAX_QUERY).toLowerCase();
    const body = await ground.sessions.page({
      ...(await listedIn(ground, query)),
      filter,
      words: text.split(/\s+/).filter((word) => word !== ""),
      limit: Math.max(1, readCount(query, "limit", { unless: SHOWN, most: MOST })),
      after: query.get("after"),
    });
    return { body };
  },
};

const counts: ApiRoute<SessionCounts> = {
  method: "GET",
  path: "/session-counts",
  summary: "How many sessions each filter of the list holds. Ask again while it is not whole.",
  query: { all: { ...FLAG, description: "Of every workspace." } },
  gives: describes<SessionCounts>({
    live: COUNT,
    waiting: COUNT,
    denied: COUNT,
    unknown: COUNT,
    looked: { ...COUNT, description: "Sessions that were looked at, the newest." },
    isWhole: FLAG,
  }),
  async handle(ground, { query }) {
    return { body: await ground.sessions.counts(await listedIn(ground, query)) };
  },
};

/** Tells which folder is listed, and which of its sessions wait. */
async function listedIn(
  ground: ApiGround,
  query: URLSearchParams,
): Promise<{ readonly workspace: string | null; readonly waiting: ReadonlySet<string> }> {
  const { workspace } = await ground.settings();
  const waiting = await listWaiting({ ...ground.state, limit: MOST });
  return {
    workspace: query.get("all") === "true" ? null : workspace,
    waiting: new Set(waiting.map(({ question }) => question.sessionId)),
  };
}

const session: ApiRoute<SessionFacts> = {
  method: "GET",
  path: "/sessions/{session}",
  summary: "One session: its figures, its parent and children, the files it changed.",
  gives: describes<SessionFacts>({
    session: LISTED_SESSION,
    sandbox: nullable(TEXT),
    sandboxLevel: nullable(TEXT),
    below: list(describes<SessionBelow>({ depth: COUNT, session: LISTED_SESSION })),
    files: list(
      describes<SessionFacts["files"][number]>({ path: TEXT, changes: COUNT, undone: COUNT }),
    ),
  }),
  async handle(ground, { path }) {
    const manifest = await sessionOf(ground, path.session);
    const { store } = ground.state;
    const listed = await ground.sessions.one(manifest);
    const { sessionId } = manifest;
    const changes = Map.groupBy(await store.journal.list(sessionId), (entry) => entry.path);
    return {
      body: {
        session: listed,
        sandbox: manifest.sandbox ?? null,
        sandboxLevel: manifest.sandboxLevel ?? null,
        below: await ground.sessions.below(sessionId),
        files: [...changes].map(([file, own]) => ({
          path: file,
          changes: own.length,
          undone: own.filter(({ undone }) => undone).length,
        })),
      },
    };
  },
};

const labels: ApiRoute<SessionLabels> = {
  method: "GET",
  path: "/sessions/{session}/labels",
  summary: "What a session has seen that rules may ask about; null where it is too long to look.",
  gives: describes<SessionLabels>({
    labels: nullable(
      list(
        describes<SeenLabel>({
          label: TEXT,
          source: TEXT,
          sessionId: TEXT,
          callId: TEXT,
          tool: TEXT,
          atMs: MOMENT,
        }),
      ),
    ),
  }),
  async handle(ground, { path, signal }) {
    const manifest = await sessionOf(ground, path.session);
    const { rows, sessionId } = await ground.sessions.one(manifest);
    if (rows > MAX_LABELLED_ROWS) return { body: { labels: null } };
    const { seen } = await readLabels(inTurns(ground.state.store, createTurn(signal)), sessionId);
    return { body: { labels: seen } };
  },
};

const verify: ApiRoute<Verified> = {
  method: "GET",
  path: "/sessions/{session}/verify",
  summary: "Whether the record of a session is whole.",
  gives: {
    anyOf: [
      describes<Extract<Verified, { readonly ok: true }>>(
        {
          ok: { const: true },
          rows: COUNT,
          head: nullable(TEXT),
        },
        { isFromBefore: { type: "boolean" } },
      ),
      describes<Extract<Verified, { readonly ok: false }>>({
        ok: { const: false },
        row: COUNT,
        problem: TEXT,
      }),
    ],
  },
  async handle(ground, { path, signal }) {
    const { sessionId } = await sessionOf(ground, path.session);
    const { store, key } = ground.state;
    const turn = createTurn(signal);
    return { body: await verifySession({ store: inTurns(store, turn), key, turn }, sessionId) };
  },
};

const replay: ApiRoute<Replayed> = {
  method: "POST",
  path: "/sessions/{session}/replay",
  summary: "Walks every call again by today's rules, from the record alone. Nothing runs.",
  takes: fields({}),
  gives: describes<Replayed>({
    same: FLAG,
    rows: describes<Replayed["rows"]>({ same: COUNT, of: COUNT }),
    calls: COUNT,
    others: list(
      describes<Replayed["others"][number]>({
        callId: TEXT,
        tool: TEXT,
        outcome: TEXT,
        reasons: list(TEXT),
      }),
    ),
  }),
  async handle(ground, { path }) {
    const manifest = await sessionOf(ground, path.session);
    const listed = await ground.sessions.one(manifest);
    if (listed.rows > MAX_REPLAYED_ROWS)
      throw new ToolError("too_large", "It is too long to replay here: toolplane replay does it.");
    const settings = await ground.settingsOf(manifest);
    const { state } = ground;
    const loaded = await loadSession(state.store, manifest);
    const replayed = await replaySession(state.store, loaded, (own) =>
      openReplay({ settings, state }, own),
    );
    const tools = new Map(loaded.calls.map(({ callId, tool }) => [callId, tool]));
    const others = replayed.calls.flatMap((call) =>
      call.outcome === "same"
        ? []
        : [
            {
              callId: call.callId,
              outcome: call.outcome,
              reasons: reasonsOf(call),
              tool: tools.get(call.callId) ?? "",
            },
          ],
    );
    const { same, rows } = replayed;
    return {
      body: { same, rows, calls: replayed.calls.length, others: others.slice(0, MOST) },
    };
  },
};

function reasonsOf(
  call: Exclude<ReplayedOutcome, { readonly outcome: "same" }>,
): readonly string[] {
  if (call.outcome === "not replayable") return [call.reason];
  return call.differences.slice(0, MAX_DIFFERENCES).map(({ path, recorded, replayed }) => {
    const [was, is] = [recorded, replayed].map((value) =>
      (JSON.stringify(value) ?? "nothing").slice(0, MAX_QUERY),
    );
    return `${path}: was ${was}, now ${is}`;
  });
}

const take: ApiRoute = {
  method: "GET",
  path: "/sessions/{session}/export",
  summary: "The session as JSON lines.",
  query: {
    content: { ...FLAG, description: "With what was said, arguments, results and causes." },
    rows: { ...FLAG, description: "With the rows of the chain." },
  },
  gives: "lines",
  async handle(ground, { path, query }) {
    const manifest = await sessionOf(ground, path.session);
    const loaded = await loadSession(ground.state.store, manifest);
    const options = {
      content: query.get("content") === "true",
      rows: query.get("rows") === "true",
    };
    const name = manifest.sessionId.replace(/[^\w-]/g, "_").slice(0, 80);
    const { store } = ground.state;
    const talk = { store, redactor: await ground.redactorOf(manifest) };
    return { lines: exportSession(talk, loaded, options), fileName: `${name}.jsonl` };
  },
};

export const SESSION_ROUTES: readonly ApiRoute[] = [
  sessions,
  counts,
  session,
  labels,
  verify,
  replay,
  take,
];
