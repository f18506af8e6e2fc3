/** A server behind a toolplane behind a client, all in one process: what the first asks of its client is for the last to answer. */
import { PassThrough } from "node:stream";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import type { Rule, Tool, ToolplaneEvent } from "@toolplane/contract";
import { createLineTransport, serveMcpStdio } from "@toolplane/mcp";
import { createMcpUpstream, type McpTransport } from "@toolplane/mcp/client";
import { createWorld, type Revision, type World } from "./world.ts";

export interface AskingWorldOptions {
  /** Of the server behind. */
  readonly tools: readonly Tool[];
  /** What the toolplane and the client speak; the server behind speaks `behind`. */
  readonly revision: Revision;
  readonly behind?: Revision;
  readonly rules?: readonly Rule[];
  readonly secrets?: Readonly<Record<string, string>>;
  readonly capabilities: NonNullable<ClientOptions["capabilities"]>;
  readonly onForm?: (params: Form) => unknown;
  readonly onSample?: (params: unknown) => string;
}

export interface Form {
  readonly message: string;
  readonly requestedSchema: { readonly properties: object };
}

export interface AskingWorld {
  readonly client: Client;
  readonly events: readonly ToolplaneEvent[];
  readonly logged: readonly unknown[];
  /** The requests that reached the client, by method. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

/** Lets the server's tools be called; what it asks of its client is not named. */
export const CALLS: Rule = {
  permission: "mcp__there__*",
  pattern: "mcp:there/mcp__*",
  action: "allow",
};

export async function openAskingWorld(options: AskingWorldOptions): Promise<AskingWorld> {
  const server = createWorld({ tools: options.tools });
  const events: ToolplaneEvent[] = [];
  const front = createWorld({
    rules: JSON.stringify(options.rules ?? [CALLS]),
    kernel: {
      onEvent: (event) => events.push(event),
      ...(options.secrets ? { secrets: options.secrets } : {}),
    },
  });
  const upstream = createMcpUpstream({
    name: "there",
    forwards: true,
    clock: { nowMs: () => performance.now(), wallMs: () => Date.now(), setTimer },
    revision: options.behind ?? "2026-07-28",
    connect: async () => pipeTo(server) as McpTransport,
  });
  const { state, message } = await upstream.start();
  if (state !== "ready") throw new TypeError(message);
  for (const { tool } of upstream.tools())
    front.kernel.register(tool, { layer: "mcp", source: "there" });
  const asked: string[] = [];
  const logged: unknown[] = [];
  const client = createAsked(options, asked);
  client.setNotificationHandler("notifications/message", ({ params }) => void logged.push(params));
  await client.connect(pipeTo(front));
  return {
    client,
    events,
    logged,
    asked,
    async close() {
      await client.close();
      await upstream.close();
      await front.close();
      await server.close();
    },
  };
}

function pipeTo({ face }: World) {
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  serveMcpStdio(face, { input: toServer, output: fromServer });
  return createLineTransport({ input: fromServer, output: toServer });
}

function setTimer(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms).unref();
  return () => clearTimeout(timer);
}

function createAsked(options: AskingWorldOptions, asked: string[]): Client {
  const { capabilities, revision, onForm, onSample } = options;
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities,
      versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } },
    },
  );
  if (capabilities.elicitation)
    client.setRequestHandler("elicitation/create", async ({ method, params }) => {
      asked.push(method);
      return (onForm?.(params as never) ?? { action: "cancel" }) as never;
    });
  if (capabilities.sampling)
    client.setRequestHandler("sampling/createMessage", async ({ method, params }) => {
      asked.push(method);
      const text = onSample?.(params) ?? "Paris";
      return { role: "assistant" as const, model: "m", content: { type: "text" as const, text } };
    });
  if (capabilities.roots)
    client.setRequestHandler("roots/list", async ({ method }) => {
      asked.push(method);
      return { roots: [{ uri: "file:///front" }] };
    });
  return client;
}
