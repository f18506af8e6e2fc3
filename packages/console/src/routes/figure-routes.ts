/** Figures: how much was called, asked, refused and spent, day by day, and how the newest calls went. */
import type {
  DayFigures,
  Figures,
  LatencyFigures,
  QuestionFigures,
  RefusalFigures,
  Spent,
  ToolFigures,
} from "@toolplane/contract/console";
import {
  COUNT,
  describes,
  list,
  NUMBER,
  nullable,
  type RequiredFields,
  TEXT,
} from "../api/api-schema.ts";
import type { SampledCall } from "../api/call-sample.ts";
import { type ApiRoute, readCount } from "../api/route.ts";
import {
  latencyFigures,
  questionFigures,
  refusalFigures,
  spentRuns,
  sumOf,
} from "../api/sample-figures.ts";

const DAY_MS = 86_400_000;
const DAYS = 30;
const MAX_DAYS = 365;
const SHOWN_TOOLS = 20;

const DAY_FIGURES = describes<DayFigures>({
  day: TEXT,
  calls: COUNT,
  failed: COUNT,
  refused: COUNT,
  asked: COUNT,
});

const SPENDING: RequiredFields<Spent> = {
  inputTokens: COUNT,
  outputTokens: COUNT,
  costMicros: NUMBER,
};
const SPENT = describes<Figures["spending"][number]>({ day: TEXT, ...SPENDING });
const SPENT_BY_MODEL = describes<Figures["models"][number]>({
  model: TEXT,
  runs: COUNT,
  ...SPENDING,
});

const figures: ApiRoute<Figures> = {
  method: "GET",
  path: "/figures",
  summary: "Calls, refusals and questions by day; times of the newest calls by tool.",
  query: { days: COUNT },
  gives: describes<Figures>({
    days: list(DAY_FIGURES),
    sampled: COUNT,
    tools: list(
      describes<ToolFigures>({
        tool: TEXT,
        calls: COUNT,
        p50Ms: NUMBER,
        p95Ms: NUMBER,
        refused: COUNT,
        waitedMs: NUMBER,
      }),
    ),
    sessions: COUNT,
    questionsPerSession: nullable(NUMBER),
    questions: list(describes<QuestionFigures>({ asked: TEXT, sessions: COUNT })),
    latencies: list(describes<LatencyFigures>({ upToMs: nullable(NUMBER), calls: COUNT })),
    refusals: list(describes<RefusalFigures>({ stage: TEXT, code: TEXT, calls: COUNT })),
    spending: list(SPENT),
    models: list(SPENT_BY_MODEL),
  }),
  async handle(ground, { query }) {
    const count = Math.max(1, readCount(query, "days", { unless: DAYS, most: MAX_DAYS }));
    const today = Math.floor(ground.wallMs() / DAY_MS);
    const first = today - count + 1;
    const counts = await ground.state.store.countEvents(first);
    const byPlace = new Map(counts.map(({ day, type, count }) => [`${day} ${type}`, count]));
    const of = (day: number, type: string): number => byPlace.get(`${day} ${type}`) ?? 0;
    const days = Array.from({ length: count }, (_, at) => first + at).map((day) => {
      const succeeded = of(day, "call-succeed");
      const failed = of(day, "call-fail");
      const refused = of(day, "call-refuse");
      return {
        day: new Date(day * DAY_MS).toISOString().slice(0, 10),
        calls: succeeded + failed + refused,
        failed,
        refused,
        asked: of(day, "approval"),
      };
    });
    const { calls: sample, sessions } = await ground.sample();
    const asked = sample.filter(({ wasAsked }) => wasAsked).length;
    const runs = await spentRuns(ground, first * DAY_MS);
    return {
      body: {
        days,
        sampled: sample.length,
        tools: toolFigures(sample),
        sessions,
        questionsPerSession: sessions === 0 ? null : asked / sessions,
        questions: questionFigures(sample),
        latencies: latencyFigures(sample),
        refusals: refusalFigures(sample),
        spending: days.map(({ day }) => ({ day, ...sumOf(runs.filter((run) => run.day === day)) })),
        models: [...Map.groupBy(runs, ({ model }) => model)]
          .map(([model, own]) => ({ model, runs: own.length, ...sumOf(own) }))
          .sort((left, right) => right.runs - left.runs)
          .slice(0, SHOWN_TOOLS),
      },
    };
  },
};

function toolFigures(sample: readonly SampledCall[]): readonly ToolFigures[] {
  const byTool = Map.groupBy(sample, ({ tool }) => tool);
  return [...byTool]
    .filter(([tool]) => tool !== "")
    .map(([tool, calls]) => {
      const ran = calls.filter(({ hasRun }) => hasRun);
      const took = (ran.length > 0 ? ran : calls)
        .map(({ tookMs }) => tookMs)
        .sort((left, right) => left - right);
      return {
        tool,
        calls: calls.length,
        p50Ms: took[Math.floor(took.length * 0.5)] ?? 0,
        p95Ms: took[Math.floor(took.length * 0.95)] ?? 0,
        refused: calls.filter(({ isRefused }) => isRefused).length,
        waitedMs: calls.reduce((sum, call) => sum + call.waitedMs, 0),
      };
    })
    .sort((left, right) => right.calls - left.calls)
    .slice(0, SHOWN_TOOLS);
}

export const FIGURE_ROUTES: readonly ApiRoute[] = [figures];
