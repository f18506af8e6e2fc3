/**
 * Makes the tools by which a client reads from a server beside its tools. Such a reading goes down the road as a call of one of
 * these: judged by the rules for the server, asked about, held to its pin, bounded, redacted and recorded. They are listed
 * nowhere. A name with a dot cannot be that of a server's own tool.
 */
import {
  defineTool,
  type JsonObject,
  type JsonSchema,
  output,
  type Tool,
  type ToolOutput,
} from "@toolplane/contract";
import type {
  CompletionRequest,
  McpUpstream,
  RequestBounds,
  UpstreamContent,
} from "@toolplane/mcp/client";

/** Questions to a server, by the end of the tool's id. */
export type RoadAction = "resources.read" | "prompts.get" | "completion.complete";

export function roadTool(server: string, action: RoadAction): string {
  return `mcp__${server}__${action}`;
}

type Asked = Pick<McpUpstream, "name" | "readResource" | "getPrompt" | "complete">;

/** Finds one of the tools by its id; the same one each time. */
export function createSourceRoad(upstream: Asked): (id: string) => Tool | null {
  const tools = new Map(
    ACTIONS.map((action) => {
      const tool = makeTool(upstream, action);
      return [tool.id, tool];
    }),
  );
  return (id) => tools.get(id) ?? null;
}

interface Action {
  readonly name: RoadAction;
  readonly description: string;
  readonly parameters: Exclude<JsonSchema, boolean>;
  run(upstream: Asked, args: JsonObject, bounds: RequestBounds): Promise<ToolOutput>;
}

const TEXT: JsonSchema = { type: "string", maxLength: 4_000 };
const TEXTS: JsonSchema = { type: "object", additionalProperties: { type: "string" } };

const ACTIONS: readonly Action[] = [
  {
    name: "resources.read",
    description: "Reads a resource of the server",
    parameters: closed({ uri: TEXT }, ["uri"]),
    async run(upstream, args, bounds) {
      const contents = await upstream.readResource(String(args.uri), bounds);
      return output(null, { ...marked(upstream), content: contents.map(partOf) });
    },
  },
  {
    name: "prompts.get",
    description: "Gets a prompt of the server",
    parameters: closed({ name: TEXT, arguments: TEXTS }, ["name"]),
    async run(upstream, args, bounds) {
      const given = args.arguments as Readonly<Record<string, string>> | undefined;
      const prompt = { name: String(args.name), ...(given ? { arguments: given } : {}) };
      return output(await upstream.getPrompt(prompt, bounds), marked(upstream));
    },
  },
  {
    name: "completion.complete",
    description: "Suggests values for an argument of a prompt or template of the server",
    parameters: closed(
      {
        of: { type: "object", properties: { prompt: TEXT, template: TEXT } },
        argument: closed({ name: TEXT, value: TEXT }, ["name", "value"]),
        filled: TEXTS,
      },
      ["of", "argument"],
    ),
    async run(upstream, args, bounds) {
      const values = await upstream.complete(args as unknown as CompletionRequest, bounds);
      return output(values, marked(upstream));
    },
  },
];

function makeTool(upstream: Asked, { name, description, parameters, run }: Action): Tool {
  return defineTool({
    id: roadTool(upstream.name, name),
    description: `${description} ${upstream.name}.`,
    parameters,
    requires: {},
    mode: "external",
    kind: "other",
    executor: "remote",
    execute: (args, runtime) =>
      run(upstream, args as JsonObject, { signal: runtime.signal, runtime }),
  }) as Tool;
}

function closed(
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[],
): Exclude<JsonSchema, boolean> {
  return { type: "object", properties, required, additionalProperties: false };
}

function marked({ name }: Asked) {
  return { untrusted: { source: `mcp:${name}` } };
}

function partOf({ uri, mimeType, ...rest }: UpstreamContent) {
  return { type: "resource", uri, ...(mimeType ? { mime_type: mimeType } : {}), ...rest } as const;
}
