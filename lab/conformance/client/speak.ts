/**
 * The client under test: an upstream over streamable HTTP, whose tools are called down the road. In every scenario of the suite it does
 * what a host does: start, list, call each tool, read what else there is.
 */
import type { JsonObject } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import {
  createHttpTransport,
  createMcpUpstream,
  type McpAuth,
  type UpstreamTool,
} from "@toolplane/mcp/client";
import { createMemoryHost } from "@toolplane/testkit";
import { createFetchStreams } from "../../../test/mcp/upstream/fetch-streams.ts";
import { realClock } from "../../../test/mcp/upstream/upstream-world.ts";
import { signInLikeABrowser } from "./sign-in-like-a-browser.ts";

/** The suite's request to the program that it starts. */
export interface SpeakRequest {
  readonly url: string;
  readonly version?: string;
  readonly context: {
    readonly client_id?: string;
    readonly client_secret?: string;
    readonly toolCalls?: readonly { readonly name: string; readonly arguments: JsonObject }[];
  };
}

const EXAMPLES: Readonly<Record<string, unknown>> = { number: 5, integer: 3, boolean: true };

/** True when the server was reached. */
export async function speak(request: SpeakRequest, tell: (line: string) => void): Promise<boolean> {
  const { url, version, context } = request;
  const auth = authOf(context);
  const upstream = createMcpUpstream({
    name: "suite",
    clock: realClock,
    // The suite runs all its scenarios at once.
    limits: { startTimeoutMs: 100_000 },
    ...(version === "2026-07-28" || version === "2025-11-25" ? { revision: version } : {}),
    connect: async () => createHttpTransport({ streams: createFetchStreams(), url, auth }),
  });
  const kernel = createKernel({ host: createMemoryHost({}), broker: { ask: answer } });
  const session = kernel.session();
  const health = await upstream.start();
  tell(JSON.stringify({ health, quarantined: upstream.quarantined() }));
  for (const { tool } of upstream.tools()) kernel.register(tool, { layer: "mcp", source: "suite" });
  const [focal] = upstream.tools();
  const calls = context.toolCalls ?? upstream.tools().map((tool) => callOf(tool, focal ?? tool));
  for (const [index, { name, arguments: args }] of calls.entries()) {
    const found = upstream.tools().find(({ remoteName }) => remoteName === name);
    if (!found) continue;
    const call = { id: `call-${index}`, name: found.tool.id, arguments: withoutNulls(args) };
    tell(`${name}: ${JSON.stringify(await session.call(call))}`);
  }
  for (const { uri, isTemplate } of await upstream.resources().catch(() => []))
    if (!isTemplate) await upstream.readResource(uri).catch(() => []);
  for (const { name } of await upstream.prompts().catch(() => []))
    await upstream.getPrompt({ name }).catch(() => null);
  await upstream.close();
  await kernel.close();
  return health.state === "ready";
}

/** A person who leaves every field of a form as it is, and says yes. */
async function answer({ kind, questions = [] }: Parameters<Answering>[0]) {
  if (kind !== "tool") return { choice: "once" } as const;
  const answers = questions.map(({ options }) => (options?.[0]?.label === "Yes" ? ["Yes"] : []));
  return { choice: "answers", answers } as const;
}

type Answering = NonNullable<Parameters<typeof createKernel>[0]["broker"]>["ask"];

function authOf({ client_id: id, client_secret: secret }: SpeakRequest["context"]): McpAuth {
  let kept: string | null = null;
  return {
    keeper: {
      read: async () => kept,
      async write(text) {
        kept = text;
      },
    },
    redirectUrl: "http://localhost:3000/callback",
    clientMetadataUrl: "https://conformance-test.local/client-metadata.json",
    signIn: signInLikeABrowser,
    ...(id === undefined ? {} : { client: { id, ...(secret === undefined ? {} : { secret }) } }),
  };
}

/** The suite gives null where a schema has no null; the road refuses that, and so a model leaves it out. */
function withoutNulls(args: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== null));
}

/** A call with arguments that fit a plain schema; a tool that takes a schema gets the one that a model sees of another tool. */
function callOf({ remoteName, definition }: UpstreamTool, { tool: focal }: UpstreamTool) {
  const { properties = {} } = definition.inputSchema as {
    readonly properties?: Readonly<Record<string, { readonly type?: string }>>;
  };
  const given = Object.entries(properties).map(([name, { type = "" }]) => [
    name,
    type === "object" ? focal.parameters : (EXAMPLES[type] ?? "us-west1"),
  ]);
  return { name: remoteName, arguments: Object.fromEntries(given) as JsonObject };
}
