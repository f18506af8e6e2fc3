/** Runs calls of one server: waits for the connection and its turn, and makes of whatever comes back a result or a ToolError. */
import type { Client } from "@modelcontextprotocol/client";
import { type AnyRuntime, type JsonObject, type JsonSchema, ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { canonicalJson, type Schemas } from "@toolplane/kernel";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { createFront } from "../front/create-front.ts";
import { toToolError, unavailable } from "./call-error.ts";
import { callServerTool } from "./call-server-tool.ts";
import type { CallsInFlight } from "./calls-in-flight.ts";
import { readResult } from "./read-result.ts";

/** The facts about a tool that a call needs. */
interface CalledTool {
  readonly remoteName: string;
  readonly definition: JsonObject;
  readonly output: JsonSchema | null;
}

export interface CallerOptions {
  readonly server: string;
  readonly clock: Clock;
  readonly limits: UpstreamLimits;
  readonly schemas: Schemas;
  readonly asks: boolean;
  readonly forwards: boolean;
  readonly roots: readonly { readonly uri: string; readonly name?: string }[] | null;
  readonly inFlight: CallsInFlight;
  /** Rejects with a ToolError when there is no connection. */
  readonly acquire: (signal: AbortSignal) => Promise<Client>;
  /** Finds the present tool of a name on the server. */
  readonly find: (remoteName: string) => CalledTool | null;
  /** Why the connection was ended on purpose, until there is another. */
  readonly stoppedBy: () => string | null;
}

export type Caller = (
  tool: CalledTool,
) => (args: JsonObject, runtime: AnyRuntime) => Promise<unknown>;

export function createCaller(options: CallerOptions): Caller {
  const { server, limits, schemas, inFlight } = options;
  const call = async (tool: CalledTool, args: JsonObject, runtime: AnyRuntime) => {
    const { signal } = runtime;
    const client = await options.acquire(signal);
    requireSame(tool, options.find(tool.remoteName));
    const front = createFront({ ...options, runtime });
    const leave = await inFlight.enter(front, signal);
    try {
      const { clock } = options;
      const { definition, output } = tool;
      const request = { client, definition, arguments: args, runtime };
      const result = await callServerTool({ ...request, clock, limits, front });
      return readResult(result, { source: `mcp:${server}`, schema: output, schemas, limits });
    } finally {
      leave();
    }
  };
  return (tool) => async (args, runtime) => {
    try {
      return await call(tool, args, runtime);
    } catch (error) {
      const known = toToolError(error, { server, signal: runtime.signal });
      const why = options.stoppedBy();
      throw why !== null && known.code === "unavailable" ? unavailable(server, why, error) : known;
    }
  };
}

/** Requires that the tool is the one that was agreed to: a server that gives a name another meaning is not called by it. */
function requireSame(tool: CalledTool, now: CalledTool | null): void {
  const { remoteName, definition } = tool;
  if (now === null) throw new ToolError("not_found", `The server no longer offers ${remoteName}.`);
  if (now !== tool && canonicalJson(now.definition) !== canonicalJson(definition))
    throw new ToolError(
      "conflict",
      `The server has changed what ${remoteName} is. A person must look at it again.`,
    );
}
