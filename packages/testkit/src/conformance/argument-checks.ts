/** Arguments: what is valid is served, what is not never reaches the tool. */
import type { JsonObject } from "@toolplane/contract";
import { openBench } from "./open-bench.ts";
import type { ToolCheck } from "./tool-suite.ts";

/** Without a single call that works, nothing else of the suite says anything. */
export const checkValidArguments: ToolCheck = {
  name: "valid arguments give an output",
  async run({ options, plainRuns }) {
    if (options.valid.length === 0) return "the suite was given no valid arguments";
    for (const { args, result } of await plainRuns()) {
      if (result === null) return `${show(args)} never settled`;
      if (result.type === "output" || options.mayFailWith?.includes(result.code)) continue;
      return `${show(args)} settled with ${result.code}: ${result.error_text}`;
    }
    return null;
  },
};

/** The schema is the tool's first line of defence, and its message is what the model learns from. */
export const checkInvalidArguments: ToolCheck = {
  name: "invalid arguments give invalid_input and are never executed",
  async run({ options }) {
    for (const args of options.invalid) {
      const bench = openBench(options);
      const result = await bench.call(args);
      if (bench.executions.length > 0) return `${show(args)} reached execute`;
      const came =
        result === null ? "nothing" : result.type === "error" ? result.code : "an output";
      if (came !== "invalid_input") return `${show(args)} settled with ${came}`;
    }
    return null;
  },
};

/** Arguments for a message, short enough to read. */
export function show(args: JsonObject | string): string {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}
