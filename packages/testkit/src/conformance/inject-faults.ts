/**
 * Fault injection. A first run shows which door operations a tool makes; then each of them fails in every way that is
 * plausible there, one at a time. Each fault carries a mark where only the operator looks: detail, cause and stack.
 */
import { type ErrorCode, type JsonObject, ToolError, type ToolResult } from "@toolplane/contract";
import type { BeforeOperation, DoorOperation } from "./intercept-host.ts";
import { openBench } from "./open-bench.ts";
import type { ToolConformanceOptions } from "./tool-conformance.ts";

/** Stands in an error's detail, cause and stack. */
export const OPERATOR_MARK = "conformance-operator-only";

export interface InjectedRun {
  readonly args: JsonObject;
  readonly operation: string;
  readonly fault: string;
  /** The code of an error that a door may throw; null for one that it may not. */
  readonly code: ErrorCode | null;
  /** Null when the call never settled. */
  readonly result: ToolResult | null;
}

const REFUSALS: readonly ErrorCode[] = ["permission_denied", "capability_denied", "cancelled"];

/** Faults of each door. */
const PLAUSIBLE: Readonly<Record<DoorOperation["door"], readonly ErrorCode[]>> = {
  fs: [...REFUSALS, "not_found", "conflict", "too_large", "failed", "unavailable"],
  net: [...REFUSALS, "unavailable", "timeout", "too_large", "failed"],
  journal: [...REFUSALS, "not_found", "conflict"],
  process: [...REFUSALS, "not_found", "unavailable", "failed"],
  compute: ["timeout", "unavailable", "failed", "cancelled"],
  env: ["capability_denied", "permission_denied"],
  user: ["unavailable", "approval_rejected", "cancelled"],
  agent: ["unavailable", "budget_exceeded", "cancelled"],
};

/** More operations than this are more of the same. */
const MAX_OPERATIONS = 24;

interface Fault {
  readonly name: string;
  readonly code: ErrorCode | null;
  readonly make: () => unknown;
}

/** Runs the tool once for each fault of each of its operations. */
export async function injectFaults(
  options: ToolConformanceOptions,
  args: JsonObject,
): Promise<readonly InjectedRun[]> {
  const runs: InjectedRun[] = [];
  for (const [at, operation] of (await listOperations(options, args)).entries()) {
    for (const fault of faultsOf(operation)) {
      const result = await openBench(options, { before: failAt(at, fault) }).call(args);
      const { name, code } = fault;
      runs.push({ args, operation: operation.name, fault: name, code, result });
    }
  }
  return runs;
}

async function listOperations(
  options: ToolConformanceOptions,
  args: JsonObject,
): Promise<readonly DoorOperation[]> {
  const operations: DoorOperation[] = [];
  await openBench(options, { before: (operation) => void operations.push(operation) }).call(args);
  return operations.slice(0, MAX_OPERATIONS);
}

function failAt(at: number, fault: Fault): BeforeOperation {
  let count = 0;
  return () => {
    count += 1;
    if (count - 1 === at) throw fault.make();
  };
}

function faultsOf({ door }: DoorOperation): readonly Fault[] {
  const own = PLAUSIBLE[door].map((code) => ({
    name: code,
    code,
    make: () =>
      new ToolError(code, `It failed with ${code}.`, {
        detail: { note: OPERATOR_MARK },
        cause: new TypeError(OPERATOR_MARK),
      }),
  }));
  return [
    ...own,
    {
      name: "an error that is none of ours",
      code: null,
      make: () =>
        Object.assign(new TypeError("EIO"), { stack: `TypeError: EIO\n    at ${OPERATOR_MARK}` }),
    },
    { name: "a thrown text", code: null, make: () => "not even an error" },
  ];
}
