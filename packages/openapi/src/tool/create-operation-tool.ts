/** The tool of one operation: its schema is data, its reach is the API's host and port, and its footprint says the method too. */
import { defineTool, type JsonObject, type Tool, type ToolMode } from "@toolplane/contract";
import { cleanText } from "../document/clean-text.ts";
import { flagIn, textIn } from "../document/spec-value.ts";
import type { ListedOperation } from "../operation/list-operations.ts";
import type { ReadOperation } from "../operation/read-operation.ts";
import { type RunLimits, runOperation, type Settle } from "./run-operation.ts";

export interface OperationToolInput {
  readonly id: string;
  readonly listed: ListedOperation;
  readonly read: ReadOperation;
  readonly limits: RunLimits;
  readonly settle: Settle;
}

const MAX_SUMMARY = 300;
const MAX_DESCRIPTION = 1_000;
const MAX_LABEL = 120;
const MODES: ReadonlyMap<string, ToolMode> = new Map([
  ["GET", "read"],
  ["HEAD", "read"],
  ["DELETE", "destructive"],
]);

export function createOperationTool({
  id,
  listed,
  read,
  limits,
  settle,
}: OperationToolInput): Tool {
  const { plan, parameters } = read;
  const { method } = plan;
  const tokenUrls = plan.credentials.flatMap(({ source }) => source.tokenUrl ?? []);
  const hosts = [read.host, ...tokenUrls.map((url) => URL.parse(url)?.host ?? url)];
  const run = { plan, limits, settle };
  return defineTool({
    id,
    label: cleanText(textIn(listed.operation, "summary") ?? "", MAX_LABEL) || id,
    description: describe(listed),
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
    repeatable: method === "GET" || method === "HEAD",
    limits: { timeoutMs: limits.timeoutMs + limits.maxWaitMs * 2 + 5_000 },
    execute: (args, runtime) => runOperation(run, args as JsonObject, runtime),
  });
}

function describe({ operation, title }: ListedOperation): string {
  const summary = cleanText(textIn(operation, "summary") ?? "", MAX_SUMMARY);
  const whole = cleanText(textIn(operation, "description") ?? "", MAX_DESCRIPTION);
  const end = summary === "" || /[.!?]$/.test(summary) ? "" : ".";
  const said = whole.startsWith(summary) ? whole : `${summary}${end} ${whole}`;
  const old = flagIn(operation, "deprecated") ? "Deprecated. " : "";
  return `${old}${said.trim()} (${cleanText(title, 200)})`.trim();
}
