/**
 * The tools of operations: their schema is data, their reach is the API's host and port, and their footprint says the method too.
 * What follows from server and method alone is made once for all operations that share them, of which there are thousands.
 */
import {
  type ArgumentAnnotation,
  defineTool,
  type JsonObject,
  type JsonSchema,
  type Tool,
  type ToolFlow,
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
}

export interface ToolMakerOptions {
  readonly limits: RunLimits;
  readonly settle: Settle;
}

const MODES: ReadonlyMap<string, ToolMode> = new Map([
  ["GET", "read"],
  ["HEAD", "read"],
  ["DELETE", "destructive"],
]);

export function createToolMaker({
  limits,
  settle,
}: ToolMakerOptions): (input: OperationToolInput) => Tool {
  const known = new Map<string, SharedPart>();
  const timeoutMs = limits.timeoutMs + limits.maxWaitMs * 2 + 5_000;
  return ({ id, told, parameters, plan }) => {
    const { method, origin, credentials } = plan;
    const tokenUrls = credentials.flatMap(({ source }) => source.tokenUrl ?? []);
    const key = JSON.stringify([method, origin, ...tokenUrls]);
    const shared = known.get(key) ?? sharedPart(plan, tokenUrls);
    known.set(key, shared);
    const run = { plan, limits, settle };
    return defineTool({
      id,
      label: told.label || id,
      description: told.description,
      parameters: parameters as Exclude<typeof parameters, boolean>,
      ...shared,
      limits: { timeoutMs },
      execute: (args, runtime) => runOperation(run, args as JsonObject, runtime),
    });
  };
}

interface SharedPart {
  readonly requires: { readonly net: { readonly hosts: readonly string[] } };
  readonly resources: Readonly<Record<string, ArgumentAnnotation>>;
  readonly mode: ToolMode;
  readonly kind: "fetch";
  readonly flow?: ToolFlow;
  readonly repeatable: boolean;
}

function sharedPart(plan: OperationPlan, tokenUrls: readonly string[]): SharedPart {
  const { method } = plan;
  const hosts = [plan.origin, ...tokenUrls].map((url) => URL.parse(url)?.host ?? url);
  const isRead = method === "GET" || method === "HEAD";
  return {
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
    ...(isRead ? { flow: { effect: "read" } as const } : {}),
    repeatable: isRead,
  };
}
