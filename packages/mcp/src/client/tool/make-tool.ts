/**
 * The tool of a server as the road takes it. What a server says of its own tools grants nothing: no mode, no repeating, no gate opens.
 * That it only reads is handed on, for nobody else knows it; what its arguments carry out counts all the same.
 */
import { type AnyRuntime, defineTool, type JsonObject, type Tool } from "@toolplane/contract";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import type { ReadTool } from "./read-definition.ts";

export interface MakeToolOptions {
  readonly id: string;
  readonly limits: Pick<UpstreamLimits, "callTimeoutMs" | "maxCallTimeoutMs">;
  readonly execute: (args: JsonObject, runtime: AnyRuntime) => Promise<unknown>;
}

/** Throws a ConfigurationError where the id is none. */
export function makeTool(read: ReadTool, { id, limits, execute }: MakeToolOptions): Tool {
  return defineTool({
    id,
    label: read.label,
    description: read.description,
    parameters: read.parameters as Exclude<ReadTool["parameters"], boolean>,
    ...(read.output === null ? {} : { output: read.output }),
    requires: {},
    mode: "external",
    kind: "other",
    executor: "remote",
    ...(saysItOnlyReads(read) ? { flow: { effect: "read" } } : {}),
    limits: { timeoutMs: limits.callTimeoutMs, maxTimeoutMs: limits.maxCallTimeoutMs },
    execute: (args, runtime) => execute(args as JsonObject, runtime),
  }) as Tool;
}

function saysItOnlyReads({ definition }: ReadTool): boolean {
  const { annotations } = definition;
  return (
    typeof annotations === "object" &&
    annotations !== null &&
    "readOnlyHint" in annotations &&
    annotations.readOnlyHint === true
  );
}
