/** Runs of agents that are kept: what each was asked for, its state, and what was said turn by turn. */
import type { KeptRun, KeptRuns, RunTurns } from "@toolplane/contract/console";
import { createSystemClock } from "@toolplane/host";
import { createRuns, type Runs, turnWords } from "@toolplane/library/rooms/runs";
import {
  COUNT,
  describes,
  FLAG,
  list,
  MOMENT,
  nullable,
  OBJECT,
  oneOf,
  type Schema,
  TEXT,
} from "../api/api-schema.ts";
import type { ApiGround } from "../api/ground.ts";
import { type ApiRoute, readCount } from "../api/route.ts";

const MOST = 1_000;
const SHOWN = 50;
/** Characters of one turn's words. */
const MAX_WORDS = 400;

const RUN: Schema = describes<KeptRun>(
  {
    id: TEXT,
    sessionId: TEXT,
    parentId: nullable(TEXT),
    callId: nullable(TEXT),
    status: oneOf("ready", "working", "interrupted", "suspended", "done", "stopped", "failed"),
    createdAtMs: MOMENT,
    updatedAtMs: MOMENT,
    turns: COUNT,
    waiting: list(TEXT),
    model: TEXT,
    prompt: TEXT,
    workspace: nullable(TEXT),
  },
  {
    mode: oneOf("ask", "allowlist", "yolo"),
    instructions: TEXT,
    behind: TEXT,
    apart: OBJECT,
    trace: TEXT,
    forkOf: OBJECT,
  },
);

const runs: ApiRoute<KeptRuns> = {
  method: "GET",
  path: "/runs",
  summary: "Runs of agents, written last first.",
  query: {
    all: { ...FLAG, description: "Of every workspace." },
    session: { ...TEXT, description: "Of this session only." },
    limit: COUNT,
  },
  gives: describes<KeptRuns>({ runs: list(RUN) }),
  async handle(ground, { query }) {
    const { workspace } = await ground.settings();
    const sessionId = query.get("session");
    const all = await runsOf(ground).list({
      limit: MOST,
      ...(sessionId === null ? {} : { sessionId }),
    });
    const isAll = sessionId !== null || query.get("all") === "true";
    const own = all.filter((run) => isAll || run.workspace === workspace);
    return {
      body: { runs: own.slice(0, readCount(query, "limit", { unless: SHOWN, most: MOST })) },
    };
  },
};

const run: ApiRoute<RunTurns> = {
  method: "GET",
  path: "/runs/{run}",
  summary: "One run, turn by turn.",
  gives: describes<RunTurns>({
    run: RUN,
    turns: list(
      describes<RunTurns["turns"][number]>({
        turn: COUNT,
        atMs: MOMENT,
        words: TEXT,
        spent: OBJECT,
      }),
    ),
  }),
  async handle(ground, { path }) {
    const opened = await runsOf(ground).open(path.run ?? "");
    const words = turnWords(opened);
    return {
      body: {
        run: opened.run,
        turns: opened.turns.map(({ turn, atMs, spent }) => ({
          turn,
          atMs,
          spent,
          words: (words[turn - 1] ?? "").slice(0, MAX_WORDS),
        })),
      },
    };
  },
};

function runsOf({ state }: ApiGround): Runs {
  return createRuns({ ...state, clock: createSystemClock() });
}

export const RUN_ROUTES: readonly ApiRoute[] = [runs, run];
