// Calls that agents made of real servers, through the road: the server's tools are registered as its own, each call is made in
// a session that allows everything, and what comes back says whether the arguments passed. Whether a rejection was wrong is
// decided beside us, by the usual validator on the server's own schema.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineTool, type JsonObject, type JsonSchema } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { Ajv2020 } from "ajv/dist/2020.js";
import { readLines, readSetTool, type SetTool } from "./tool-retrieval/read-sets.ts";

interface McpCall {
  readonly server: string;
  readonly tool: string;
  readonly arguments: JsonObject;
  /** False where the catalog has no such tool, and a rejection is right. */
  readonly known?: boolean;
}

const MAX_PRINTED = 20;

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const calls = readLines<McpCall>(join(options.data, "mcp-calls.jsonl"));
  const catalog = readCatalog(options.data);
  const kernel = createKernel({
    host: createMemoryHost(),
    policy: [{ scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
  });
  const ids = registerAll(kernel, catalog, print);
  const session = kernel.session();
  const counts = { total: calls.length, accepted: 0, rejected: 0, wrongly_rejected: 0 };
  const wrong: string[] = [];
  for (const [at, call] of calls.entries()) {
    const found = ids.find(call);
    const result = await session.call({
      id: `call_${at}`,
      name: found?.id ?? call.tool,
      arguments: call.arguments,
    });
    if (result.type === "output") {
      counts.accepted += 1;
      continue;
    }
    counts.rejected += 1;
    if (call.known === false || !found || !isValid(found.tool.inputSchema, call.arguments))
      continue;
    counts.wrongly_rejected += 1;
    wrong.push(`  ${call.server} ${call.tool}: ${result.error_text.slice(0, 200)}`);
  }
  for (const line of wrong.slice(0, MAX_PRINTED)) print(line);
  if (wrong.length > MAX_PRINTED) print(`  … and ${wrong.length - MAX_PRINTED} more`);
  await kernel.close();
  return counts;
}

/** The servers' tools: of the set beside the data, or of a file in it. */
function readCatalog(data: string): readonly SetTool[] {
  const beside = join(data, "..", "tool-retrieval", "livemcpbench", "tools.jsonl");
  const own = join(data, "tools.jsonl");
  const file = existsSync(own) ? own : beside;
  return readLines<Record<string, unknown>>(file).map(readSetTool);
}

interface Registered {
  readonly id: string;
  readonly tool: SetTool;
}

/** Registers every tool under a name of its own. A tool that cannot be one is reported and left out, as a server's would be. */
function registerAll(
  kernel: ReturnType<typeof createKernel>,
  catalog: readonly SetTool[],
  print: (line: string) => void,
): { find(call: McpCall): Registered | undefined } {
  const byServer = new Map<string, Registered>();
  const byName = new Map<string, Registered>();
  for (const [at, tool] of catalog.entries()) {
    const server = tool.source?.name ?? "";
    const id = `mcp__${at}__${tool.name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 50)}`;
    try {
      kernel.register(
        defineTool({
          id,
          description: tool.description.trim() === "" ? tool.name : tool.description,
          parameters: tool.inputSchema,
          requires: {},
          execute: () => null,
        }),
        { layer: "mcp", source: server || "catalog" },
      );
    } catch (error) {
      print(`  left out: ${server} ${tool.name}: ${String(error).slice(0, 160)}`);
      continue;
    }
    byServer.set(JSON.stringify([server, tool.name]), { id, tool });
    byName.set(tool.name, { id, tool });
    byName.set(tool.id, { id, tool });
  }
  return {
    find: ({ server, tool }) =>
      byServer.get(JSON.stringify([server, tool])) ??
      byName.get(`${server}/${tool}`) ??
      byName.get(tool),
  };
}

/** By a validator that is not ours; a schema that it cannot read proves nothing. */
function isValid(schema: JsonSchema, given: JsonObject): boolean {
  const { $schema: _, ...plain } = schema as Record<string, unknown>;
  try {
    return new Ajv2020({ strict: false, validateFormats: false }).validate(plain, given);
  } catch {
    return false;
  }
}
