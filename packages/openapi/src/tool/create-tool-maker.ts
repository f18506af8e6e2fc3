/**
 * Makes the tools of operations: their schema is data, their reach is the API's host and port, and their footprint holds
 * the method too. Facts of server and method alone are made once for all operations that share them, of which there are
 * thousands.
 */
import {
  type ArgumentAnnotation,
  createToolSeries,
  type JsonObject,
  type JsonSchema,
  type SeriesMember,
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
  /** The facts that its reach follows from. */
  readonly target: Pick<OperationPlan, "method" | "origin" | "credentials">;
  /** Made at the first look. */
  readonly parameters: () => JsonSchema;
  /** Made for the first call. */
  readonly plan: () => OperationPlan;
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
  const known = new Map<string, (member: SeriesMember) => Tool>();
  const timeoutMs = limits.timeoutMs + limits.maxWaitMs * 2 + 5_000;
  return ({ id, told, target, parameters, plan }) => {
    const tokenUrls = target.credentials.flatMap(({ source }) => source.tokenUrl ?? []);
    const key = [target.method, target.origin, ...tokenUrls].join(" ");
    const define =
      known.get(key) ??
      createToolSeries({ ...sharedPart(target, tokenUrls), limits: { timeoutMs } });
    known.set(key, define);
    const run = { plan, limits, settle };
    return define({
      id,
      label: told.label || id,
      description: told.description,
      parameters: parameters as () => Exclude<JsonSchema, boolean>,
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

function sharedPart(
  { method, origin }: OperationToolInput["target"],
  tokenUrls: readonly string[],
): SharedPart {
  const hosts = [origin, ...tokenUrls].map((url) => URL.parse(url)?.host ?? url);
  const isRead = method === "GET" || method === "HEAD";
  return {
    requires: { net: { hosts: [...new Set(hosts)] } },
    // Names that no argument can have: what is reached follows from the operation, never from a value.
    resources: {
      "(server)": { access: "net.fetch", default: `${origin}/`, method },
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
