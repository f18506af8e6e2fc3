import type { JsonObject } from "@toolplane/contract";
import type { McpPrompts, McpResources, McpServerOptions } from "@toolplane/mcp";
import { afterEach, describe, expect, it } from "vitest";
import { createWorld, REVISIONS, type Revision, type World } from "./world.ts";

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

function open(server: Partial<McpServerOptions>): World {
  const world = createWorld({ server });
  worlds.push(world);
  return world;
}

const connect = async (world: World, revision: Revision) =>
  (await world.connect({ revision })).client;

const listeners = new Set<(uri: string | null) => void>();
const resources: McpResources = {
  list: async () =>
    Array.from({ length: 600 }, (_, at) => ({ uri: `note://${at}`, name: `note ${at}` })),
  templates: async () => [{ uriTemplate: "note://{id}", name: "any note" }],
  async read(uri, { session }) {
    if (!uri.startsWith("note://")) return null;
    return [{ uri, mimeType: "text/plain", text: `${uri} for ${session.id.slice(0, 3)}` }];
  },
  onChange(listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};
const prompts: McpPrompts = {
  list: async () => [{ name: "greet", arguments: [{ name: "who", required: true }] }],
  async get({ name, arguments: given }, context) {
    if (name === "ask") {
      const properties = { who: { type: "string" } };
      const { answer } = await context.request({
        answer: {
          method: "elicitation/create",
          params: { message: "Who?", requestedSchema: { type: "object", properties } },
        },
      });
      return { messages: [said(`Hello ${(answer?.content as JsonObject | undefined)?.who}`)] };
    }
    return name === "greet" ? { messages: [said(`Hello ${given.who}`)] } : null;
  },
};
const said = (text: string) => ({ role: "user" as const, content: { type: "text", text } });

describe.each(REVISIONS)("what a server offers beside tools, %s", (revision) => {
  it("lists resources in pages and reads them for the client's own session", async () => {
    const client = await connect(open({ resources }), revision);
    const first = await client.request({ method: "resources/list", params: {} });
    expect(first.resources).toHaveLength(500);
    const { nextCursor: cursor = "" } = first;
    const second = await client.request({ method: "resources/list", params: { cursor } });
    expect([second.resources.length, second.nextCursor]).toEqual([100, undefined]);
    await expect(
      client.request({ method: "resources/list", params: { cursor: "900" } }),
    ).rejects.toMatchObject({ code: -32_602 });
    expect(await client.listResourceTemplates()).toMatchObject({
      resourceTemplates: [{ uriTemplate: "note://{id}" }],
    });
    expect((await client.readResource({ uri: "note://7" })).contents).toEqual([
      { uri: "note://7", mimeType: "text/plain", text: expect.stringContaining("note://7 for ") },
    ]);
  });

  it("says which resource or prompt there is not", async () => {
    const client = await connect(open({ resources, prompts }), revision);
    await expect(client.readResource({ uri: "far://x" })).rejects.toMatchObject({
      code: revision === "2025-11-25" ? expect.any(Number) : -32_602,
      data: { uri: "far://x" },
    });
    await expect(client.getPrompt({ name: "none" })).rejects.toMatchObject({ code: -32_602 });
  });

  it("fills in prompts, and one may ask the client first", async () => {
    const world = open({ prompts });
    const onForm = () => ({ action: "accept", content: { who: "Anna" } });
    const { client } = await world.connect({ revision, onForm });
    expect(await client.listPrompts()).toMatchObject({ prompts: [{ name: "greet" }] });
    const text = async (name: string, given = {}): Promise<unknown> =>
      (await client.getPrompt({ name, arguments: given })).messages[0]?.content;
    expect(await text("greet", { who: "Ben" })).toEqual({ type: "text", text: "Hello Ben" });
    expect(await text("ask")).toEqual({ type: "text", text: "Hello Anna" });
  });

  it("completes with at most a hundred values, and says how many there were", async () => {
    const complete = async ({ argument }: { argument: { value: string } }) =>
      Array.from({ length: 150 }, (_, at) => `${argument.value}${at}`);
    const client = await connect(open({ prompts, complete }), revision);
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "greet" },
      argument: { name: "who", value: "a" },
    });
    expect([completion.values.length, completion.total, completion.hasMore]).toEqual([
      100,
      150,
      true,
    ]);
    expect(completion.values[3]).toBe("a3");
  });

  it("tells nothing of what went wrong inside", async () => {
    const failing: McpResources = {
      ...resources,
      read: () => Promise.reject(new Error("secret path /home/x")),
    };
    const client = await connect(open({ resources: failing }), revision);
    await expect(client.readResource({ uri: "note://1" })).rejects.toMatchObject({
      message: expect.not.stringContaining("secret"),
    });
  });

  it("has none where none are given", async () => {
    const client = await connect(open({}), revision);
    expect(client.getServerCapabilities()).toEqual({ tools: { listChanged: true }, logging: {} });
    await expect(client.request({ method: "prompts/list", params: {} })).rejects.toThrow();
  });
});

it("tells a connection of resources that it subscribed to, and of no others", async () => {
  const { client } = await open({ resources }).connect({ revision: "2025-11-25" });
  const heard: string[] = [];
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => {
    heard.push(params.uri);
  });
  const change = async (uri: string): Promise<void> => {
    for (const listener of listeners) listener(uri);
    await client.ping();
  };
  await change("note://1");
  await client.subscribeResource({ uri: "note://1" });
  await change("note://1");
  await change("note://2");
  await client.unsubscribeResource({ uri: "note://1" });
  await change("note://1");
  expect(heard).toEqual(["note://1"]);
});
