/**
 * S4's `McpToolAdapter`: the tools of one MCP server as agent tools. They share the client that is handed in, and its calls run one
 * after another. The client is any object with these two methods, such as the `Client` of the official package. The connection is
 * the program's own: servers that toolplane should start, confine and watch are `sources`.
 */
import {
  ConfigurationError,
  defineTool,
  type JsonObject,
  type JsonSchema,
  output,
  type Tool,
  ToolError,
  type ToolOutput,
  UNTRUSTED,
} from "@toolplane/contract";
import { fromMcpResult } from "@toolplane/kernel/projection";
import { isRecord, showHidden, stripHidden } from "@toolplane/readings";

/** The part of an MCP client that is used. */
export interface McpToolClient {
  listTools(params?: { readonly cursor?: string }): Promise<{
    readonly tools: readonly McpToolEntry[];
    readonly nextCursor?: string | undefined;
  }>;
  callTool(
    call: { readonly name: string; readonly arguments: Record<string, unknown> },
    options?: { readonly signal?: AbortSignal },
  ): Promise<unknown>;
}

/** A tool as a server lists it. */
export interface McpToolEntry {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

export interface McpToolOptions {
  /** Tools are then called `PREFIX__TOOL`; the server hears its own name. */
  readonly prefix?: string;
}

export interface McpToolAdapter {
  /** Every tool that the server lists. */
  fromClient(client: McpToolClient, options?: McpToolOptions): Promise<readonly Tool[]>;
}

const MAX_PAGES = 100;
const MAX_DESCRIPTION = 10_000;
const MAX_ERROR = 4_000;
const NO_DESCRIPTION = "A tool of an MCP server, which says no more about it.";

export const McpToolAdapter: McpToolAdapter = Object.freeze({
  async fromClient(client: McpToolClient, { prefix }: McpToolOptions = {}) {
    const entries = await listAll(client);
    const turn = createTurns();
    return entries.map((entry) => toolOf(entry, { client, turn, prefix: prefix ?? null }));
  },
});

async function listAll(client: McpToolClient): Promise<readonly McpToolEntry[]> {
  const entries: McpToolEntry[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const listed = await client.listTools(cursor === undefined ? undefined : { cursor });
    entries.push(...listed.tools);
    cursor = listed.nextCursor;
    if (cursor === undefined || cursor === "") return entries;
  }
  throw new ConfigurationError("MCP server", `its list of tools has more than ${MAX_PAGES} pages`);
}

type Turns = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** One at a time, in the order in which they came. One that is stopped while it waits leaves without having run. */
function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work, signal) => {
    const mine = last.then(() => {
      if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
      return work();
    });
    last = mine.catch(() => undefined);
    return mine;
  };
}

interface Server {
  readonly client: McpToolClient;
  readonly turn: Turns;
  readonly prefix: string | null;
}

function toolOf(entry: McpToolEntry, { client, turn, prefix }: Server): Tool {
  const id = prefix === null ? entry.name : `${prefix}__${entry.name}`;
  const described = stripHidden(String(entry.description ?? "")).text.slice(0, MAX_DESCRIPTION);
  return defineTool({
    id,
    label: entry.title ?? id,
    description: described.trim() === "" ? NO_DESCRIPTION : described,
    parameters: schemaOf(entry.inputSchema),
    requires: {},
    mode: "external",
    kind: "other",
    // What a call carries goes to the server, and what it answers is from outside: its errors too.
    flow: { effect: "send", labels: [UNTRUSTED] },
    execute: (args, { signal }) =>
      turn(async () => {
        const call = { name: entry.name, arguments: args as JsonObject };
        return resultOf(await answerOf(client, call, signal));
      }, signal),
  });
}

/** A server that says nothing of its arguments takes an object, as S4 has it. */
function schemaOf(given: unknown): Exclude<JsonSchema, boolean> {
  const isNone = given === null || given === undefined;
  return isNone ? { type: "object", properties: {} } : (given as Exclude<JsonSchema, boolean>);
}

async function answerOf(
  client: McpToolClient,
  call: { readonly name: string; readonly arguments: JsonObject },
  signal: AbortSignal,
): Promise<unknown> {
  const { promise: stopped, reject: stop } = Promise.withResolvers<never>();
  const onAbort = (): void => stop(new ToolError("cancelled", "Cancelled"));
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    // A client that does not heed the signal must not hold up the next call.
    return await Promise.race([client.callTool(call, { signal }), stopped]);
  } catch (cause) {
    if (signal.aborted) throw new ToolError("cancelled", "Cancelled");
    const said = showHidden(cause instanceof Error ? cause.message : String(cause));
    throw new ToolError("failed", `MCP call failed: ${said.slice(0, MAX_ERROR)}`, { cause });
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** All of it is text from outside. What the server calls an error is a failure with its joined text. */
function resultOf(answer: unknown): ToolOutput {
  const pieces = fromMcpResult(isRecord(answer) ? answer : null);
  if (pieces.type === "error")
    throw new ToolError("failed", showHidden(pieces.error_text).slice(0, MAX_ERROR));
  const { data, content } = pieces;
  return output(data, content.length === 0 ? {} : { content });
}
