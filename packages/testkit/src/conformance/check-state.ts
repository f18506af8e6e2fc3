/**
 * State: a tool has none of its own. Two hosts with the same files give the same results and are touched the same way,
 * one after the other or interleaved; a counter or a cache at module level shows as a difference.
 */
import type { JsonObject, ToolResult } from "@toolplane/contract";
import { show } from "./argument-checks.ts";
import { type Bench, openBench } from "./open-bench.ts";
import type { ToolCheck } from "./tool-suite.ts";

/** The promise of `repeatable`, which a retry rests on. */
export const checkRepeatable: ToolCheck = {
  name: "run twice on the same state it gives the same, if it says it is repeatable",
  async run({ options, plainRuns }) {
    if (!options.tool.repeatable) return null;
    for (const { args, result } of await plainRuns()) {
      const first = trace(result);
      const second = trace(await openBench(options).call(args));
      if (first !== second) return `${show(args)} gave ${second} after ${first}`;
    }
    return null;
  },
};

/** Sessions of one process share a tool and nothing else. */
export const checkNoSharedState: ToolCheck = {
  name: "it keeps no state between hosts",
  async run({ options, plainRuns }) {
    for (const { args, bench, result } of await plainRuns()) {
      const alone = traceOf(bench, result);
      const together = await runOn([openBench(options), openBench(options)], args);
      const different = together.find((run) => run !== alone);
      if (different !== undefined) return `${show(args)}: ${different} beside ${alone}`;
    }
    return null;
  },
};

async function runOn(benches: readonly Bench[], args: JsonObject): Promise<readonly string[]> {
  const results = await Promise.all(benches.map((bench) => bench.call(args)));
  return benches.map((bench, index) => traceOf(bench, results[index] ?? null));
}

function traceOf({ host }: Bench, result: ToolResult | null): string {
  const touched = host.accesses().map(({ target }) => JSON.stringify(target));
  const sent = host.requests().map(({ method, url }) => `${method} ${url}`);
  const spawned = host.spawned().map(({ spec }) => JSON.stringify(spec.command));
  return [trace(result), ...touched, ...sent, ...spawned].join("\n");
}

/** The part of a result that a model sees; how long it took may differ. */
function trace(result: ToolResult | null): string {
  if (result === null) return "nothing";
  const { metadata, details, ...told } = result;
  return JSON.stringify(told);
}
