/** Questions that people answered, found by the index of calls: the answer as the record holds it, and by whom, as far as it was kept. */
import type { AnswerFacts } from "@toolplane/contract";
import type {
  AnsweredPage,
  AnsweredQuestion,
  FoundCall,
  IndexProgress,
} from "@toolplane/contract/console";
import { findOpen } from "@toolplane/library/rooms/approvals";
import { findCalls, indexProgress, waitedMs } from "@toolplane/library/rooms/record";
import { COUNT, describes, FLAG, list, MOMENT, NUMBER, nullable, TEXT } from "../api/api-schema.ts";
import { readOneCall } from "../api/call-pages.ts";
import type { ApiGround } from "../api/ground.ts";
import { type ApiRoute, readCount } from "../api/route.ts";
import { CHOICE } from "../api/shapes.ts";

const SHOWN = 50;
const MOST = 100;
const MAX_NOTE = 1_000;

const answered: ApiRoute<AnsweredPage> = {
  method: "GET",
  path: "/answered",
  summary: "Questions that people answered, the latest first, with what each answer stored.",
  query: {
    q: { ...TEXT, description: "Words that must all be in the call." },
    all: { ...FLAG, description: "Of every workspace." },
    limit: { ...COUNT, description: "Calls that are looked at: one may have asked twice." },
    after: { ...TEXT, description: "`next` of the page before." },
  },
  gives: describes<AnsweredPage>({
    answers: list(
      describes<AnsweredQuestion>({
        questionId: TEXT,
        sessionId: TEXT,
        callId: TEXT,
        tool: TEXT,
        what: TEXT,
        choice: CHOICE,
        note: nullable(TEXT),
        by: nullable(TEXT),
        person: nullable(TEXT),
        client: nullable(TEXT),
        atMs: MOMENT,
        waitedMs: NUMBER,
        receipts: list(TEXT),
        standing: list(TEXT),
        workspace: nullable(TEXT),
      }),
    ),
    next: nullable(TEXT),
    index: nullable(describes<IndexProgress>({ left: COUNT, total: COUNT })),
  }),
  async handle(ground, { query, signal }) {
    const { store } = ground.state;
    if (!store.calls) return { body: { answers: [], next: null, index: null } };
    const { workspace } = await ground.settings();
    const isHere = workspace !== null && query.get("all") !== "true";
    const after = query.get("after");
    const found = await findCalls(store.calls, {
      filters: {
        verdict: "asked",
        words: query.get("q") ?? "",
        ...(isHere ? { workspace } : {}),
      },
      limit: Math.max(1, readCount(query, "limit", { unless: SHOWN, most: MOST })),
      isEach: true,
      ...(after === null ? {} : { after }),
    });
    const standing = await standingByReceipt(ground);
    const answers: AnsweredQuestion[] = [];
    for (const { call } of found.groups) {
      if (signal.aborted) break;
      answers.push(...(await answersOf(ground, call, standing)));
    }
    const index = (await indexProgress(store.calls)) ?? { left: 0, total: 0 };
    return { body: { answers, next: found.next, index } };
  },
};

type Standing = ReadonlyMap<string, string>;

/** Approvals that hold, by their receipts. */
async function standingByReceipt({ state }: ApiGround): Promise<Standing> {
  const approvals = await state.store.approvals.list();
  return new Map(approvals.flatMap(({ id, receipt }) => (receipt ? [[receipt.id, id]] : [])));
}

async function answersOf(
  ground: ApiGround,
  found: FoundCall,
  standing: Standing,
): Promise<readonly AnsweredQuestion[]> {
  const { sessionId, callId, tool, what, person, client, workspace } = found;
  const rows = await ground.rows(sessionId);
  const summary = { state: "closed" } as const;
  const shown = await readOneCall(ground.state.store, { summary, rows }, callId);
  if (shown?.kind !== "settled") return [];
  const waited = waitedMs(shown.call);
  const decided = shown.call.answers.filter(({ choice }) => choice !== "answers");
  const answers: AnsweredQuestion[] = [];
  for (const [questionId, own] of Map.groupBy(decided, (answer) => answer.questionId)) {
    const last = own.at(-1) as AnswerFacts;
    const kept = await keptAnswer(ground, questionId);
    const receipts = own.flatMap(({ receipt }) => (receipt ? [receipt.id] : []));
    answers.push({
      questionId,
      sessionId,
      callId,
      tool,
      what,
      person,
      client,
      workspace,
      choice: last.choice,
      note: noteOf(last),
      by: kept?.by ?? null,
      atMs: kept?.atMs ?? found.atMs,
      waitedMs: waited,
      receipts,
      standing: receipts.flatMap((receipt) => standing.get(receipt) ?? []),
    });
  }
  return answers.toReversed();
}

/** An answer that went through the store, with a seal of ours; null for one that was given in the program that asked. */
async function keptAnswer(
  { state }: ApiGround,
  questionId: string,
): Promise<{ readonly by: string; readonly atMs: number } | null> {
  const found = await findOpen(questionId, state);
  return found.outcome === "answered" ? { by: found.by, atMs: found.atMs } : null;
}

function noteOf({ choice, extra }: AnswerFacts): string | null {
  return choice === "reject" && typeof extra === "string" ? extra.slice(0, MAX_NOTE) : null;
}

export const ANSWERED_ROUTES: readonly ApiRoute[] = [answered];
