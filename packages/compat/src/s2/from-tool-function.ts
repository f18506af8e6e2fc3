/**
 * A registered function on the road. S2's functions report failure by value, `{ success: false, output }` or a text that
 * begins with the failure mark; here that becomes an error, so that hooks, retries and the record see one.
 */
import {
  type AnyRuntime,
  defineTool,
  isToolError,
  isToolOutput,
  type JsonObject,
  output,
  type Tool,
  ToolError,
  type ToolReturn,
} from "@toolplane/contract";
import { type ToolDefinition, toParametersSchema } from "./definitions/tool-definition.ts";
import { CALL_TIMEOUT_MS } from "./orchestrator-settings.ts";
import { testsFailedText } from "./outcome/is-fast-fail.ts";
import type { ToolBinding } from "./tools-registry.ts";

/** How S2 begins a text that reports failure. */
const FAILURE_MARK = "❌";

/** Makes the tool. A function without a definition takes any object. */
export function fromToolFunction(
  name: string,
  binding: ToolBinding,
  definition: ToolDefinition | null,
): Tool {
  const { requires, resources, mode, timeoutMs } = binding.needs;
  const run = binding.run as (parameters: JsonObject, runtime: AnyRuntime) => unknown;
  return defineTool({
    id: name,
    description: definition?.description ?? `The function that is registered as ${name}.`,
    parameters: definition ? toParametersSchema(definition) : { type: "object" },
    requires: requires ?? {},
    ...(resources ? { resources } : {}),
    ...(mode ? { mode } : {}),
    limits: { timeoutMs: timeoutMs ?? CALL_TIMEOUT_MS },
    execute: async (args, runtime) =>
      readReturned(name, await run(args as JsonObject, runtime as AnyRuntime)),
  });
}

function readReturned(name: string, returned: unknown): ToolReturn<unknown> {
  if (isToolError(returned) || isToolOutput(returned)) return returned;
  if (typeof returned === "string" && returned.startsWith(FAILURE_MARK)) {
    return new ToolError("failed", returned.slice(FAILURE_MARK.length).trim() || "It failed.");
  }
  if (typeof returned !== "object" || returned === null || Array.isArray(returned)) return returned;
  const record = returned as Readonly<Record<string, unknown>>;
  if (record.success === false) return reportedFailure(name, record);
  if (record.success === true && Object.hasOwn(record, "output")) return reportedSuccess(record);
  const { tokens_used: tokens } = record;
  return isCount(tokens)
    ? output(returned, { usage: { tokens }, details: { tokens_used: tokens } })
    : returned;
}

/** S2's own report of a success. The orchestrator makes another around it, so what it holds goes on; the rest is for people. */
function reportedSuccess(record: Readonly<Record<string, unknown>>): ToolReturn<unknown> {
  const { success: _, output: data, ...details } = record;
  const { tokens_used: tokens } = details;
  if (Object.keys(details).length === 0) return output(data);
  return output(data, isCount(tokens) ? { usage: { tokens }, details } : { details });
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}

function reportedFailure(name: string, record: Readonly<Record<string, unknown>>): ToolError {
  const said = record.output ?? record.text ?? record.error ?? "unknown error";
  const text = typeof said === "string" ? said : (JSON.stringify(said) ?? "unknown error");
  const failed = countOf(record.failed_count);
  const errors = countOf(record.error_count);
  const message =
    name === "test_runner" && failed + errors > 0
      ? `${testsFailedText({ failed, errors })}. ${text}`
      : text;
  return new ToolError("failed", message, { detail: record });
}

function countOf(value: unknown): number {
  return typeof value === "number" && Number.isInteger(value) && value > 0 ? value : 0;
}
