/**
 * One run of the suite. Most checks look at the same plain run of the tool, and two look at the same injected faults; each
 * is made once, when a check first asks for it, and kept as long as the suite.
 */
import type { Explanation, JsonObject, ToolResult } from "@toolplane/contract";
import { type InjectedRun, injectFaults } from "./inject-faults.ts";
import { type Bench, openBench } from "./open-bench.ts";
import type { ToolConformanceOptions } from "./tool-conformance.ts";

/** One call with valid arguments and nothing else: what it came to, and the bench to look at. */
export interface PlainRun {
  readonly args: JsonObject;
  readonly bench: Bench;
  readonly explanation: Explanation;
  /** Null when the call never settled. */
  readonly result: ToolResult | null;
}

export interface ToolSuite {
  readonly options: ToolConformanceOptions;
  /** One run for each of the valid arguments. */
  plainRuns(): Promise<readonly PlainRun[]>;
  /** One run for each fault of each door operation of each of the valid arguments. */
  injectedRuns(): Promise<readonly InjectedRun[]>;
}

/** One thing that a tool must hold to. `run` gives the problem in a sentence, or null. */
export interface ToolCheck {
  readonly name: string;
  run(suite: ToolSuite): Promise<string | null>;
}

/** Makes a suite; nothing runs yet. */
export function createToolSuite(options: ToolConformanceOptions): ToolSuite {
  return {
    options,
    plainRuns: once(() => inTurn(options.valid, (args) => runPlainly(options, args))),
    injectedRuns: once(async () =>
      (await inTurn(options.valid, (args) => injectFaults(options, args))).flat(),
    ),
  };
}

async function runPlainly(options: ToolConformanceOptions, args: JsonObject): Promise<PlainRun> {
  const bench = openBench(options);
  const explanation = await bench.explain(args);
  return { args, bench, explanation, result: await bench.call(args) };
}

async function inTurn<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await run(item));
  return results;
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null;
  return () => {
    made ??= make();
    return made;
  };
}
