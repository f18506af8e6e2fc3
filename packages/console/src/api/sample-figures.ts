/** Figures of a sample of recorded calls, and of the runs of agents. */

import type { Json } from "@toolplane/contract";
import type {
  LatencyFigures,
  QuestionFigures,
  RefusalFigures,
  Spent,
} from "@toolplane/contract/console";
import type { SampledCall } from "./call-sample.ts";
import type { ApiGround } from "./ground.ts";

/** The bound of each bar; calls that took longer are in the last. */
const LATENCIES = [1, 10, 100, 1_000, 10_000, null] as const;
const MAX_RUNS = 5_000;
const MAX_REFUSALS = 12;

export function latencyFigures(sample: readonly SampledCall[]): readonly LatencyFigures[] {
  const took = sample.filter(({ hasRun }) => hasRun).map(({ tookMs }) => tookMs);
  return LATENCIES.map((upToMs, at) => {
    const fromMs = at === 0 ? Number.NEGATIVE_INFINITY : (LATENCIES[at - 1] ?? 0);
    const until = upToMs ?? Number.POSITIVE_INFINITY;
    return { upToMs, calls: took.filter((ms) => ms >= fromMs && ms < until).length };
  });
}

const TIMES: readonly (readonly [text: string, fits: (asked: number) => boolean])[] = [
  ["never", (asked) => asked === 0],
  ["once", (asked) => asked === 1],
  ["twice", (asked) => asked === 2],
  ["3 to 5 times", (asked) => asked >= 3 && asked <= 5],
  ["more often", (asked) => asked > 5],
];

/** How often a session had to ask. */
export function questionFigures(sample: readonly SampledCall[]): readonly QuestionFigures[] {
  const bySession = Map.groupBy(sample, ({ sessionId }) => sessionId);
  const counts = [...bySession.values()].map(
    (calls) => calls.filter(({ wasAsked }) => wasAsked).length,
  );
  return TIMES.map(([asked, fits]) => ({ asked, sessions: counts.filter(fits).length }));
}

export function refusalFigures(sample: readonly SampledCall[]): readonly RefusalFigures[] {
  const refused = sample.filter(({ isRefused }) => isRefused);
  const groups = Map.groupBy(refused, ({ stage, code }) => JSON.stringify([stage, code]));
  return [...groups]
    .map(([key, calls]) => {
      const [stage, code] = JSON.parse(key) as [string, string];
      return { stage, code, calls: calls.length };
    })
    .sort((left, right) => right.calls - left.calls)
    .slice(0, MAX_REFUSALS);
}

export interface SpentRun extends Spent {
  readonly day: string;
  readonly model: string;
}

/** Tokens and costs of runs, by the day on which they were written last. A run's figure holds what those below it used. */
export async function spentRuns(
  { state }: Pick<ApiGround, "state">,
  sinceMs: number,
): Promise<readonly SpentRun[]> {
  const rows = await state.store.runs.list({ limit: MAX_RUNS });
  return rows
    .filter(({ parentId, updatedAtMs }) => parentId === null && updatedAtMs >= sinceMs)
    .map(({ about, head, updatedAtMs }) => ({
      day: new Date(updatedAtMs).toISOString().slice(0, 10),
      model: textOrEmpty(memberOf(about, "model")),
      ...spentOf(memberOf(memberOf(head, "state"), "spent")),
    }));
}

export function sumOf(runs: readonly Spent[]): Spent {
  const sum = (name: keyof Spent): number => runs.reduce((all, run) => all + run[name], 0);
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    costMicros: sum("costMicros"),
  };
}

function spentOf(spent: Json | undefined): Spent {
  const number = (name: string): number => {
    const value = memberOf(spent, name);
    return typeof value === "number" && value >= 0 ? value : 0;
  };
  return {
    inputTokens: Math.floor(number("inputTokens")),
    outputTokens: Math.floor(number("outputTokens")),
    costMicros: number("costMicros"),
  };
}

/** A row of an older program may hold less. */
function memberOf(value: unknown, name: string): Json | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  return (value as Readonly<Record<string, Json>>)[name];
}

function textOrEmpty(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
