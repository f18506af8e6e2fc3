/** Ten thousand tools of strangers, and what is done with them. */
import { defineTool, type Tool } from "@toolplane/contract";
import { createKernel, type Kernel } from "@toolplane/kernel";
import { createRealClockHost } from "../real-clock-host.ts";

export const COUNT = 10_000;

/** A tool as a server sends it. */
export interface ServedTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: object;
}

const VERBS = [
  "create",
  "list",
  "read",
  "update",
  "delete",
  "search",
  "archive",
  "export",
  "import",
  "sync",
];
const THINGS = [
  "invoice",
  "customer",
  "order",
  "ticket",
  "calendar",
  "message",
  "file",
  "report",
  "branch",
  "server",
];

/** Tools as a server would send them; every one has a schema of its own. */
export function servedTools(): readonly ServedTool[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const verb = VERBS[index % 10] as string;
    const thing = THINGS[Math.floor(index / 10) % 10] as string;
    return {
      name: `${verb}_${thing}_${index}`,
      description: `${verb} one ${thing} of workspace ${Math.floor(index / 100)} and say what changed`,
      inputSchema: {
        type: "object",
        properties: {
          id: { type: "string", description: `identifier of the ${thing}` },
          limit: { type: "integer", minimum: 1, maximum: index + 1 },
          fields: { type: "array", items: { type: "string" } },
        },
        required: ["id"],
        additionalProperties: false,
      },
    };
  });
}

function toolOf({ name, description, inputSchema }: ServedTool): Tool {
  return defineTool({
    id: name,
    description,
    parameters: inputSchema as Readonly<Record<string, unknown>>,
    requires: {},
    executor: "remote",
    execute: () => null,
  });
}

/** A kernel with all of them, listed. */
export function kernelOf(served: readonly ServedTool[]): Kernel {
  const kernel = createKernel({
    host: createRealClockHost({}),
    defaultPolicy: false,
    policy: [{ scope: "session", rules: [{ permission: "*", pattern: "**", action: "allow" }] }],
  });
  for (const one of served)
    kernel.register(toolOf(one), { layer: "mcp", source: "bench", exposure: "listed" });
  return kernel;
}

/** Requests as people word them. */
export const REQUESTS: readonly string[] = [
  "make a new invoice for a customer",
  "which tickets are open",
  "remove an old calendar",
  "put the report into a file",
  "look for a message about the server",
  "merge a branch",
  "sync orders of workspace 42",
  "change the customer's address",
];
