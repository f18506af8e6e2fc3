/** The tool of one operation: its schema is data, its reach is the API's host and port, and its footprint says the method too. */
import {
  defineTool,
  type JsonObject,
  type JsonSchema,
  type Tool,
  type ToolMode,
} from "@toolplane/contract";
import type { OperationPlan } from "../plan/operation-plan.ts";
import { type RunLimits, runOperation, type Settle } from "./run-operation.ts";
import type { ToldOperation } from "./tell-operation.ts";

export interface OperationToolInput {
  readonly id: string;
  readonly told: ToldOperation;
  readonly parameters: JsonSchema;
  readonly plan: OperationPlan;
  readonly limits: RunLimits;
  readonly settle: Settle;
}

const MODES: ReadonlyMap<string, ToolMode> = new Map([
  ["GET", "read"],
  ["HEAD", "read"],
  ["DELETE", "destructive"],
]);

export function createOperationTool({
  id,
  told,
  parameters,
  plan,
  limits,
  settle,
}: OperationToolInput): Tool {
  const { method } = plan;
  const tokenUrls = plan.credentials.flatMap(({ source }) => source.tokenUrl ?? []);
  const hosts = [plan.origin, ...tokenUrls].map((url) => URL.parse(url)?.host ?? url);
  const run = { plan, limits, settle };
  return defineTool({
    id,
    label: told.label || id,
    description: told.description,
    parameters: parameters as Exclude<typeof parameters, boolean>,
    requires: { net: { hosts: [...new Set(hosts)] } },
    // Names that no argument can have: what is reached follows from the operation, never from a value.
    resources: {
      "(server)": { access: "net.fetch", default: `${plan.origin}/`, method },
      ...(tokenUrls[0] === undefined
        ? {}
        : { "(sign-in)": { access: "net.fetch", default: tokenUrls[0], method: "POST" } }),
    },
    mode: MODES.get(method) ?? "external",
    kind: "fetch",
    ...(method === "GET" || method === "HEAD" ? { flow: { effect: "read" } as const } : {}),
    repeatable: method === "GET" || method === "HEAD",
    limits: { timeoutMs: limits.timeoutMs + limits.maxWaitMs * 2 + 5_000 },
    execute: (args, runtime) => runOperation(run, args as JsonObject, runtime),
  });
}
