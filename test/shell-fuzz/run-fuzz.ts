/**
 * The differential fuzz: every line is run by bash and judged by the product; what was spawned must have been named by a unit
 * of the analysis, or the line must not have been allowed. The same lines are judged with each planted fault, and the run
 * fails unless each is caught.
 */
import type { Analyzer } from "@toolplane/contract/ports";
import { type ConstructTable, countLine, createConstructTable } from "./count-constructs.ts";
import { createLineJudge, type LineVerdict, type ShellReader } from "./create-line-judge.ts";
import { generateLine } from "./generate-line.ts";
import type { Tree } from "./line-tree.ts";
import { foresee } from "./match-units.ts";
import { forgetfulReader, PLANTED_FAULTS, tagsInside } from "./planted-faults.ts";
import type { LineRun, Spawn } from "./read-log.ts";
import { renderLine } from "./render-line.ts";
import type { FuzzPlace, LineRunner } from "./run-lines.ts";
import { shrinkLine } from "./shrink-line.ts";

export interface FuzzOptions {
  readonly place: FuzzPlace;
  readonly runners: readonly LineRunner[];
  readonly analyzer: Pick<Analyzer, "path" | "url" | "below">;
  readonly reader: ShellReader;
  readonly lines: number;
  readonly seed: number;
  /** Failing lines that are made smaller and shown; the others are only counted. */
  readonly maxShown?: number;
  readonly onProgress?: (done: number) => void;
}

/** A line that did more than was foreseen. */
export interface FuzzFailure {
  readonly seed: number;
  readonly line: string;
  readonly verdict: LineVerdict;
  readonly missed: readonly Spawn[];
}

export interface FuzzReport {
  readonly lines: number;
  readonly parsed: number;
  readonly spawning: number;
  readonly spawns: number;
  readonly stuck: number;
  readonly actions: Readonly<Record<LineVerdict["action"], number>>;
  /** Allowed lines that spawned what no unit named. */
  readonly failed: number;
  readonly failures: readonly FuzzFailure[];
  /** Asked about, but with a question that does not show everything that ran; nothing in it was called opaque. */
  readonly unshown: number;
  readonly unshownLines: readonly FuzzFailure[];
  /** How many lines caught each planted fault. */
  readonly caught: Readonly<Record<string, number>>;
  readonly constructs: ConstructTable;
}

const BATCH = 250;
const LOST: LineRun = { outcome: "lost", spawned: [] };

export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { judge } = createLineJudge({ ...options, workspace: options.place.workspace });
  const faults = PLANTED_FAULTS.map((fault) => plant(fault, options));
  const tally = createTally();
  const queue = batchesOf(options);
  const judgeBatch = async (
    seeds: readonly number[],
    trees: readonly Tree[],
    runs: readonly LineRun[],
  ) => {
    for (const [at, tree] of trees.entries()) {
      const run = runs[at] ?? LOST;
      tallyLine(tally, { tree, run, seed: seeds[at] ?? 0, verdict: await judge(renderLine(tree)) });
      if (run.outcome !== "stuck") for (const fault of faults) await fault.try(tree, run);
    }
    options.onProgress?.(tally.lines);
  };
  // Lines run side by side; judging is one after the other, because a judge looks at one line at a time.
  let judged: Promise<void> = Promise.resolve();
  await Promise.all(
    options.runners.map(async (runner) => {
      for (let seeds = queue.next(); !seeds.done; seeds = queue.next()) {
        const batch = seeds.value;
        const trees = batch.map(generateLine);
        const runs = await runner.run(trees.map(renderLine));
        judged = judged.then(() => judgeBatch(batch, trees, runs));
      }
    }),
  );
  await judged;
  const shrink = async (
    failures: readonly FuzzFailure[],
    fails: Judgement,
  ): Promise<FuzzFailure[]> => {
    const shown: FuzzFailure[] = [];
    for (const failure of failures.slice(0, options.maxShown ?? 5))
      shown.push(
        await shrinkFailure(failure, { judge, fails, runner: options.runners[0] as LineRunner }),
      );
    return shown;
  };
  return {
    ...tally,
    caught: Object.fromEntries(faults.map(({ name, count }) => [name, count()])),
    failed: tally.failures.length,
    failures: await shrink(tally.failures, escaped),
    unshown: tally.unshownLines.length,
    unshownLines: await shrink(tally.unshownLines, unshown),
  };
}

type Judgement = (verdict: LineVerdict, run: LineRun) => readonly Spawn[];

/** What ran, unforeseen, in a line that was allowed. */
const escaped: Judgement = (verdict, run) =>
  verdict.action === "allow" ? unforeseen(verdict, run) : [];

/** What ran and would not have been shown in the question, although the analysis claims to have understood everything. */
const unshown: Judgement = (verdict, run) =>
  verdict.action === "ask" && verdict.analysis.opaque.length === 0 ? unforeseen(verdict, run) : [];

function unforeseen({ analysis }: LineVerdict, run: LineRun): readonly Spawn[] {
  return run.spawned.filter((spawn) => foresee(spawn, analysis.units) !== "seen");
}

function* batchesOf({ lines, seed }: FuzzOptions): Generator<readonly number[]> {
  for (let from = 0; from < lines; from += BATCH) {
    yield Array.from({ length: Math.min(BATCH, lines - from) }, (_, at) => seed + from + at);
  }
}

function createTally() {
  return {
    lines: 0,
    parsed: 0,
    spawning: 0,
    spawns: 0,
    stuck: 0,
    actions: { allow: 0, ask: 0, deny: 0, error: 0 },
    failures: [] as FuzzFailure[],
    unshownLines: [] as FuzzFailure[],
    constructs: createConstructTable(),
  };
}

function tallyLine(
  tally: ReturnType<typeof createTally>,
  { tree, run, seed, verdict }: { tree: Tree; run: LineRun; seed: number; verdict: LineVerdict },
): void {
  const parsed = run.outcome === "parsed";
  const spawned = run.spawned.length > 0;
  tally.lines += 1;
  tally.spawns += run.spawned.length;
  if (parsed) tally.parsed += 1;
  if (spawned) tally.spawning += 1;
  if (run.outcome === "stuck" || run.outcome === "lost") tally.stuck += 1;
  tally.actions[verdict.action] += 1;
  countLine(tally.constructs, { tree, run, allowed: verdict.action === "allow" });
  for (const [fails, list] of [
    [escaped, tally.failures],
    [unshown, tally.unshownLines],
  ] as const) {
    const missed = fails(verdict, run);
    if (missed.length > 0) list.push({ seed, line: renderLine(tree), verdict, missed });
  }
}

/** A planted fault at work: judges the lines it concerns with a reader that forgets. */
function plant(fault: (typeof PLANTED_FAULTS)[number], options: FuzzOptions) {
  let tags: ReadonlySet<string> = new Set();
  let caught = 0;
  const reader = forgetfulReader(options.reader, () => tags);
  const { judge } = createLineJudge({ ...options, reader, workspace: options.place.workspace });
  const { judge: honest } = createLineJudge({ ...options, workspace: options.place.workspace });
  return {
    name: fault.name,
    count: () => caught,
    async try(tree: Tree, run: LineRun): Promise<void> {
      const inside = tagsInside(tree, fault.blindTo);
      if (inside.size === 0 || run.spawned.length === 0) return;
      const text = renderLine(tree);
      if (escaped(await honest(text), run).length > 0) return;
      tags = inside;
      if (escaped(await judge(text), run).length > 0) caught += 1;
    },
  };
}

/** Judging is cheap and running is not: only candidates that are judged like the failure are run. */
async function shrinkFailure(
  failure: FuzzFailure,
  by: {
    readonly judge: (text: string) => Promise<LineVerdict>;
    readonly fails: Judgement;
    readonly runner: LineRunner;
  },
): Promise<FuzzFailure> {
  const tryAll = async (trees: readonly Tree[]) => {
    const judged = [];
    for (const line of trees.map(renderLine)) judged.push({ line, verdict: await by.judge(line) });
    const alike = judged.filter(({ verdict }) => verdict.action === failure.verdict.action);
    const runs = await by.runner.run(alike.map(({ line }) => line));
    const missed = new Map(
      alike.map(({ line, verdict }, at) => [line, by.fails(verdict, runs[at] ?? LOST)]),
    );
    return judged.map((tried) => ({ ...tried, missed: missed.get(tried.line) ?? [] }));
  };
  const smallest = await shrinkLine(generateLine(failure.seed), async (trees) =>
    (await tryAll(trees)).map(({ missed }) => missed.length > 0),
  );
  const [again] = await tryAll([smallest]);
  return again && again.missed.length > 0 ? { seed: failure.seed, ...again } : failure;
}
