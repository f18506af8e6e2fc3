/** Results: JSON, bounded, whole somewhere when they were cut, and silent about what is not for a model. */
import { isToolOutput, output, type Tool, type ToolResult } from "@toolplane/contract";
import { isWithin } from "@toolplane/readings";
import { show } from "./argument-checks.ts";
import { describeJsonFault } from "./describe-json-fault.ts";
import { type Bench, openBench } from "./open-bench.ts";
import type { ToolCheck } from "./tool-suite.ts";
import { visibleParts, visibleText } from "./visible-text.ts";

/** Every part of a result travels: to a model, a record, another process. */
export const checkResultIsJson: ToolCheck = {
  name: "its results are JSON and say how long they took",
  async run({ plainRuns }) {
    for (const { args, result } of await plainRuns()) {
      if (result === null) return `${show(args)} never settled`;
      const fault = describeJsonFault(result, "result");
      if (fault !== null) return `${show(args)}: ${fault}`;
      const { duration_ms } = result.metadata;
      if (!Number.isInteger(duration_ms) || duration_ms < 0)
        return `${show(args)}: duration_ms is ${duration_ms}`;
    }
    return null;
  },
};

/** Low enough that most outputs are over it. */
const LOW_CAP = 64;

/** Within its own cap, and within a lower one that a host may set. */
export const checkOutputBound: ToolCheck = {
  name: "its output is bounded, and what was cut can be read",
  async run({ options, plainRuns }) {
    for (const { args, bench, result } of await plainRuns()) {
      const low = openBench(options, { maxOutput: LOW_CAP });
      const problem =
        describeExcess(bench, result, options.tool.limits.maxOutput) ??
        describeExcess(low, await low.call(args), LOW_CAP);
      if (problem !== null) return `${show(args)}: ${problem}`;
    }
    return null;
  },
};

/** An error is short enough to be read whole, whatever the cap. */
const ERROR_BYTES = 8_192;

function describeExcess(bench: Bench, result: ToolResult | null, maxOutput: number): string | null {
  if (result === null) return "it never settled";
  const cap = result.type === "error" ? Math.max(maxOutput, ERROR_BYTES) : maxOutput;
  for (const [name, text] of Object.entries(visibleParts(result))) {
    // Flow hints are words to a loop, and short; they are not where output goes.
    const allowed = name === "flow" ? Math.max(cap, ERROR_BYTES) : cap;
    const bytes = Buffer.byteLength(text);
    if (bytes > allowed) return `${name} has ${bytes} bytes, over ${allowed}`;
  }
  const { output_path, truncated } = result.metadata;
  const wasCut = result.type === "output" && Object.keys(result.data ?? {}).join() === "head";
  if (truncated === true && wasCut && output_path === undefined)
    return "it was cut and says not where the rest is";
  if (output_path === undefined) return null;
  const { scratch = [], workspace = [] } = bench.host.variables();
  if (![...scratch, ...workspace].some((root) => isWithin(output_path, root)))
    return `its rest lies at ${output_path}, where no model can read`;
  return bench.host.fileText(output_path) === null ? `nothing lies at ${output_path}` : null;
}

const MARK = "conformance-details-mark";

/** `details` are for people: whatever a tool puts there, a model is not shown it. */
export const checkDetailsStayOut: ToolCheck = {
  name: "its details stay out of what a model sees",
  async run({ options, plainRuns }) {
    for (const { args, result } of await plainRuns()) {
      const marked = await openBench(options, { wrapExecute: markDetails }).call(args);
      if (marked === null || result === null) return `${show(args)} never settled`;
      if (visibleText(marked).includes(MARK)) return `${show(args)}: details are visible`;
      const leak = describeDetailsLeak(result);
      if (leak !== null) return `${show(args)}: ${leak}`;
    }
    return null;
  },
};

function markDetails(execute: Tool["execute"]): Tool["execute"] {
  return async (args, runtime) => {
    const returned = await execute(args, runtime);
    if (returned instanceof Error) return returned;
    const { data, ...extras } = isToolOutput(returned) ? returned : output(returned);
    return output(data, { ...extras, details: { mark: MARK, own: extras.details ?? null } });
  };
}

/** The whole of `details`, written into the visible part, is a leak; sharing a fact with it is not. */
function describeDetailsLeak(result: ToolResult): string | null {
  if (result.details === undefined || result.details === null) return null;
  const details = JSON.stringify(result.details);
  return details.length > 16 && visibleText(result).includes(details)
    ? "details are written into the visible part"
    : null;
}
