/**
 * One attempt at running the tool, waited for and stoppable. A tool that ignores its signal is left behind after a short
 * grace; its late answer reaches nobody.
 */
import type { JsonObject, ToolResult } from "@toolplane/contract";
import type { SessionTool } from "../session/session-tool.ts";
import type { CallRecord } from "./call-record.ts";
import { createRuntime } from "./create-runtime.ts";
import { resultOf, resultOfError } from "./result-of.ts";
import { stopResult } from "./stop-result.ts";

/** How long a stopped tool may take to come back with what it has. */
const GRACE_MS = 500;

/** What is made of an attempt's result; `thrown` holds what the tool threw, if it did. */
export type Conclude = (
  result: ToolResult,
  thrown: { readonly error: unknown } | null,
) => ToolResult | Promise<ToolResult>;

/** Runs the tool once and hands the result to `conclude`, without a promise where the tool gave none. */
export function runOnce(
  call: CallRecord,
  tool: SessionTool,
  conclude: Conclude,
): ToolResult | Promise<ToolResult> {
  let returned: unknown;
  try {
    returned = tool.entry.tool.execute(call.args as JsonObject as never, createRuntime(call, tool));
  } catch (error) {
    return conclude(resultOfError(call, error), { error });
  }
  if (!isThenable(returned)) return conclude(resultOf(call, returned), null);
  return watch(call, returned, conclude);
}

function watch(
  call: CallRecord,
  returned: PromiseLike<unknown>,
  conclude: Conclude,
): Promise<ToolResult> {
  return new Promise((resolve) => {
    let over = false;
    let disarm: (() => void) | null = null;
    const settle = (result: ToolResult, thrown: { readonly error: unknown } | null): void => {
      disarm?.();
      call.interrupt = null;
      const { stopped } = call;
      resolve(conclude(stopped ? stoppedWith(call, result, stopped) : result, thrown));
    };
    call.interrupt = (reason) => {
      disarm = call.session.host.clock.setTimer(GRACE_MS, () => {
        over = true;
        resolve(conclude(stopResult(call, reason), null));
      });
    };
    returned.then(
      (value) => {
        if (!over) settle(resultOf(call, value), null);
      },
      (error: unknown) => {
        if (!over) settle(resultOfError(call, error), { error });
      },
    );
  });
}

/** A stopped call says so whatever the tool made of it; what it had so far is kept for people. */
function stoppedWith(
  call: CallRecord,
  result: ToolResult,
  reason: Parameters<typeof stopResult>[1],
): ToolResult {
  const stopped = stopResult(call, reason);
  return result.type === "output" ? { ...stopped, details: { partial: result.data } } : stopped;
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === "object" &&
    value !== null &&
    typeof (value as { then?: unknown }).then === "function"
  );
}
