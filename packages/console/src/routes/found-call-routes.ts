/** Calls of all sessions, found by the index of the store. */
import { resolve } from "node:path";
import {
  CALL_FILTERS,
  type FoundCall,
  type FoundCallsPage,
  type FoundGroup,
  type IndexProgress,
} from "@toolplane/contract/console";
import {
  CALL_VERDICTS,
  type CallFilters,
  findCalls,
  indexProgress,
  readTimeRange,
} from "@toolplane/library/rooms/record";
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
import { type ApiRoute, readCount } from "../api/route.ts";
import { MARK } from "../api/shapes.ts";

const SHOWN = 50;
const MOST = 200;
const TIMES = ["last", "from", "until"] as const;

const FOUND_CALL = describes<FoundCall>({
  sessionId: TEXT,
  callId: TEXT,
  atMs: MOMENT,
  tool: TEXT,
  what: { ...TEXT, description: "The argument that says most." },
  mark: MARK,
  words: TEXT,
  code: nullable(TEXT),
  rule: nullable(TEXT),
  durationMs: nullable(NUMBER),
  client: nullable(TEXT),
  agent: nullable(TEXT),
  person: nullable(TEXT),
  workspace: nullable(TEXT),
});

const calls: ApiRoute<FoundCallsPage> = {
  method: "GET",
  path: "/calls",
  summary: "Calls of all sessions, newest first; equal ones are one group.",
  query: {
    q: { ...TEXT, description: "Words that must all be in it, each by how it begins." },
    tool: TEXT,
    command: { ...TEXT, description: "How a command begins." },
    path: { ...TEXT, description: "A file, a folder or a pattern; relative to this workspace." },
    host: TEXT,
    rule: { ...TEXT, description: "Its words, or its file and line." },
    verdict: oneOf(...CALL_VERDICTS),
    client: TEXT,
    person: TEXT,
    session: TEXT,
    last: { ...TEXT, description: "`30m`, `12h`, `7d` or `2w`." },
    from: { ...TEXT, description: "A day or a moment." },
    until: { ...TEXT, description: "A day, all of it, or a moment." },
    all: { ...FLAG, description: "Of every workspace." },
    each: { ...FLAG, description: "Every call is a group of its own." },
    limit: COUNT,
    after: { ...TEXT, description: "`next` of the page before." },
  },
  gives: describes<FoundCallsPage>({
    groups: list(
      describes<FoundGroup>({
        call: FOUND_CALL,
        count: COUNT,
        latest: list(fields({ sessionId: TEXT, callId: TEXT, atMs: MOMENT })),
      }),
    ),
    calls: COUNT,
    next: nullable(TEXT),
    index: nullable(describes<IndexProgress>({ left: COUNT, total: COUNT })),
  }),
  async handle(ground, { query }) {
    const index = ground.state.store.calls;
    if (!index) return { body: { groups: [], calls: 0, next: null, index: null } };
    const { workspace } = await ground.settings();
    const after = query.get("after");
    const found = await findCalls(index, {
      filters: filtersOf(query, workspace),
      ...readTimeRange(givenOf(query, TIMES), ground.wallMs()),
      limit: Math.max(1, readCount(query, "limit", { unless: SHOWN, most: MOST })),
      isEach: query.get("each") === "true",
      ...(after === null ? {} : { after }),
    });
    const progress = (await indexProgress(index)) ?? { left: 0, total: 0 };
    return { body: { ...found, index: progress } };
  },
};

/** Those that were given, by their names. */
function givenOf<T extends string>(
  query: URLSearchParams,
  names: readonly T[],
): Partial<Readonly<Record<T, string>>> {
  const given: Partial<Record<T, string>> = {};
  for (const name of names) {
    const text = query.get(name);
    if (text !== null && text !== "") given[name] = text;
  }
  return given;
}

function filtersOf(query: URLSearchParams, workspace: string | null): CallFilters {
  const { path, ...named } = givenOf(query, CALL_FILTERS);
  const isHere = workspace !== null && query.get("all") !== "true" && query.get("session") === null;
  return {
    ...named,
    words: query.get("q") ?? "",
    ...(path === undefined ? {} : { path: resolve(workspace ?? "/", path) }),
    ...(isHere ? { workspace } : {}),
  };
}

export const FOUND_CALL_ROUTES: readonly ApiRoute[] = [calls];
