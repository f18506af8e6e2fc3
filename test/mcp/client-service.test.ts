import { PassThrough } from "node:stream";
import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { type ClientRequest, defineTool, type Tool, ToolError } from "@toolplane/contract";
import { createLineTransport, serveMcpStdio } from "@toolplane/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { createWorld, REVISIONS, type Revision, textOf, type World } from "./world.ts";

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const form: ClientRequest = {
  method: "elicitation/create",
  params: {
    message: "Which colour?",
    requestedSchema: {
      type: "object",
      properties: { colour: { type: "string", default: "red" } },
    },
  },
};
const sample: ClientRequest = {
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "Hi" } }], maxTokens: 5 },
};

/** A tool that puts what it is told to its client, and says what came back. */
function asking(requests: Readonly<Record<string, ClientRequest>>): Tool {
  return defineTool({
    id: "asking",
    description: "Asks the client.",
    parameters: { type: "object" },
    requires: {},
    gated: false,
    async execute(_args, { services, call, signal }) {
      if (!services.client) throw new ToolError("unavailable", "There is no client.");
      return services.client.request(call.callId, requests, signal);
    },
  });
}

const reporting: Tool = defineTool({
  id: "reporting",
  description: "Reports.",
  parameters: { type: "object" },
  requires: {},
  gated: false,
  async execute(_args, { services, call, update }) {
    services.client?.log(call.callId, "debug", "small");
    services.client?.log(call.callId, "warning", { grave: true });
    for (const progress of [0, 50, 40, 100]) update({ progress, total: 100 });
    return "done";
  },
});

type Abilities = NonNullable<ClientOptions["capabilities"]>;

async function connect(tool: Tool, revision: Revision, capabilities: Abilities) {
  const world = createWorld({ tools: [tool] });
  worlds.push(world);
  const toServer = new PassThrough();
  const fromServer = new PassThrough();
  serveMcpStdio(world.face, { input: toServer, output: fromServer });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    {
      capabilities,
      versionNegotiation: { mode: revision === "2025-11-25" ? "legacy" : { pin: revision } },
    },
  );
  const asked: string[] = [];
  if (capabilities.elicitation)
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      asked.push((params as { message: string }).message);
      return { action: "accept" as const, content: { colour: "blue" } };
    });
  if (capabilities.sampling)
    client.setRequestHandler("sampling/createMessage", async () => ({
      role: "assistant" as const,
      model: "m",
      content: { type: "text" as const, text: "Yo" },
    }));
  if (capabilities.roots)
    client.setRequestHandler("roots/list", async () => ({ roots: [{ uri: "file:///w" }] }));
  await client.connect(createLineTransport({ input: fromServer, output: toServer }));
  return { client, asked };
}

describe.each(REVISIONS)("a tool and the client of its call, %s", (revision) => {
  it("puts several requests at once and gets an answer each; a form says whose it is", async () => {
    const tool = asking({ form, sample, folders: { method: "roots/list" } });
    const all = { elicitation: { form: {} }, sampling: {}, roots: {} };
    const { client, asked } = await connect(tool, revision, all);
    const { structuredContent } = await client.callTool({ name: "asking" });
    expect(structuredContent).toMatchObject({
      form: { action: "accept", content: { colour: "blue" } },
      sample: { content: { text: "Yo" } },
      folders: { roots: [{ uri: "file:///w" }] },
    });
    expect(asked).toEqual(["Which colour?\n\n(asked by the tool asking)"]);
  });

  it("asks a client for nothing that it did not say it answers", async () => {
    const { client, asked } = await connect(asking({ form, sample }), revision, {
      elicitation: { form: {} },
    });
    const called = client.callTool({ name: "asking" });
    if (revision === "2025-11-25")
      expect(await called).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining("does not answer sampling/createMessage") }],
      });
    else
      await expect(called).rejects.toMatchObject({
        code: -32_021,
        data: { requiredCapabilities: { sampling: {} } },
      });
    expect(asked).toEqual([]);
  });

  it("refuses what is too much to show", async () => {
    const long = { ...form, params: { message: "x".repeat(300_000) } };
    const { client, asked } = await connect(asking({ long }), revision, {
      elicitation: { form: {} },
    });
    const result = await client.callTool({ name: "asking" });
    expect([textOf(result), asked]).toEqual([expect.stringContaining("more than"), []]);
  });

  it("reports how far it is in its own figures, which never fall", async () => {
    const { client } = await connect(reporting, revision, {});
    const heard: [number, number | undefined][] = [];
    await client.callTool(
      { name: "reporting" },
      {
        onprogress: ({ progress, total }) => void heard.push([progress, total]),
      },
    );
    expect(heard.map(([progress]) => progress)).toEqual(
      heard.map(([progress]) => progress).toSorted((left, right) => left - right),
    );
    expect(heard).toEqual(
      expect.arrayContaining([
        [0, 100],
        [50, 100],
        [100, 100],
      ]),
    );
  });
});

it("writes to the log of a client at the level that the client set", async () => {
  const { client } = await connect(reporting, "2025-11-25", {});
  const heard: unknown[] = [];
  client.setNotificationHandler("notifications/message", ({ params }) => {
    heard.push([params.level, params.data]);
  });
  await client.setLoggingLevel("warning");
  await client.callTool({ name: "reporting" });
  expect(heard).toEqual([["warning", { grave: true }]]);
});

it("has no client in a session that no client holds", async () => {
  const world = createWorld({ tools: [asking({ form })] });
  worlds.push(world);
  const result = await world.kernel.session().call({ id: "1", name: "asking", arguments: {} });
  expect(result).toMatchObject({ code: "unavailable", error_text: "There is no client." });
});
