import { join } from "node:path";
import { createSafeToolCall, createToolMetrics, fromMcpUpstream } from "@toolplane/compat";
import { defineTool, isToolError } from "@toolplane/contract";
import {
  createChannelTransport,
  createMcpUpstream,
  type McpUpstream,
  mcpToolName,
} from "@toolplane/mcp/client";
import { fromOpenApi } from "@toolplane/openapi";
import { afterEach, describe, expect, it } from "vitest";
import { openS2 } from "../../compat/s2-fixture.ts";
import { openChildChannel } from "./child-channel.ts";
import {
  openPublished,
  openUpstreamWorld,
  realClock,
  type UpstreamWorld,
} from "./upstream-world.ts";

const PROGRAM = join(import.meta.dirname, "hostile-server.ts");
let world: UpstreamWorld | null = null;
const upstreams: McpUpstream[] = [];

afterEach(async () => {
  await world?.close();
  world = null;
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
});

function overlapping(counts: { opened: number }) {
  counts.opened += 1;
  return createChannelTransport(openChildChannel([process.execPath, PROGRAM, "overlaps"]));
}

describe("tools of every source", () => {
  it("stand under one contract, and every call settles with one envelope [R001] [R284]", async () => {
    world = await openUpstreamWorld({ connect: () => openPublished("everything") });
    const { kernel, upstream } = world;
    const plain = {
      description: "Says it.",
      parameters: { type: "object" },
      requires: {},
    } as const;
    const execute = () => "said";
    kernel.register(defineTool({ ...plain, id: "bundled", execute }));
    kernel.register(defineTool({ ...plain, id: "global", execute }), { layer: "global" });
    const api = {
      openapi: "3.0.0",
      info: { title: "pets", version: "1" },
      servers: [{ url: "https://pets.example.com" }],
      paths: {
        "/pets": { get: { operationId: "listPets", responses: { "200": { description: "ok" } } } },
      },
    };
    const described = await fromOpenApi(api, { name: "pets" });
    for (const tool of described.tools) kernel.register(tool, { layer: "openapi", source: "pets" });
    const shape = Object.keys(defineTool({ ...plain, id: "x", execute })).sort();
    const rows = kernel.tools();
    expect(new Set(rows.map(({ layer }) => layer))).toEqual(
      new Set(["bundled", "global", "mcp", "openapi"]),
    );
    for (const { tool } of rows) expect(Object.keys(tool).sort()).toEqual(shape);
    const session = kernel.session();
    const remote = upstream.tools().find(({ remoteName }) => remoteName === "echo")?.tool.id ?? "";
    const calls = [
      { id: "1", name: "bundled", arguments: {} },
      { id: "2", name: "global", arguments: {} },
      { id: "3", name: remote, arguments: { message: "said" } },
    ];
    for (const call of calls)
      expect(await session.call(call)).toMatchObject({
        type: "output",
        data: expect.stringContaining("said"),
        metadata: { duration_ms: expect.any(Number) },
      });
  });

  it("come from what the server says of itself, and from nowhere else [R284] [R287]", async () => {
    world = await openUpstreamWorld({ connect: () => openPublished("everything") });
    const { tools } = world.upstream;
    const echo = tools().find(({ remoteName }) => remoteName === "echo");
    expect(echo?.tool).toMatchObject({
      id: "mcp__there__echo",
      description: echo?.definition.description,
      parameters: echo?.definition.inputSchema,
      gated: true,
      mode: "external",
      repeatable: false,
    });
  });
});

describe("the tools of one server", () => {
  it("share one connection, and are called one after the other where that is wanted", async () => {
    const counts = { opened: 0 };
    for (const serialized of [true, false]) {
      world = await openUpstreamWorld({
        serialized,
        revision: "2025-11-25",
        connect: () => overlapping(counts),
      });
      const { call } = world;
      const results = await Promise.all([call("do"), call("do"), call("do")]);
      const said = results.map((result) => (result.type === "output" ? result.data : null));
      const alone = ["1 at a time", "1 at a time", "1 at a time"];
      if (serialized) expect(said).toEqual(alone);
      else expect(said).not.toEqual(alone);
      await world.close();
    }
    expect(counts.opened).toBe(2);
  });

  it("leave the queue when they are stopped, and hold nobody up", async () => {
    const counts = { opened: 0 };
    world = await openUpstreamWorld({
      serialized: true,
      revision: "2025-11-25",
      connect: () => overlapping(counts),
    });
    const { call } = world;
    const stop = new AbortController();
    const first = call("do");
    const second = call("do", {}, { signal: stop.signal });
    const third = call("do");
    stop.abort();
    expect(await second).toMatchObject({ code: "cancelled" });
    expect(await first).toMatchObject({ data: "1 at a time" });
    expect(await third).toMatchObject({ data: "1 at a time" });
  });

  it("do not collide with those of another: each has the name of its server [R286]", async () => {
    world = await openUpstreamWorld({ connect: () => openPublished("everything") });
    const toolId = (tool: string) => mcpToolName({ server: "second", tool }, "server__tool");
    const second = createMcpUpstream({
      name: "second",
      clock: realClock,
      toolId,
      connect: async () => openPublished("everything"),
    });
    upstreams.push(second);
    await second.start();
    const { kernel } = world;
    const other = second.tools().find(({ remoteName }) => remoteName === "echo");
    if (other) kernel.register(other.tool, { layer: "mcp", source: "second", exposure: "listed" });
    expect(kernel.problems()).toEqual([]);
    const echo = { id: "1", name: "second__echo", arguments: { message: "there" } };
    expect(await kernel.session().call(echo)).toMatchObject({ data: "Echo: there" });
    expect(await world.call("echo", { message: "here" })).toMatchObject({ data: "Echo: here" });
  });
});

describe("S2's names", () => {
  it("reach the server that owns them, through the wrapper [R245]", async () => {
    const upstream = createMcpUpstream({
      name: "all",
      clock: realClock,
      connect: async () => openPublished("everything"),
    });
    upstreams.push(upstream);
    await upstream.start();
    const client = fromMcpUpstream(upstream);
    const { orchestrator, recorder } = openS2({ mcpClients: new Map([["all", client]]) });
    const safeToolCall = createSafeToolCall({ orchestrator, metrics: createToolMetrics() });
    const call = (toolName: string, parameters = {}) => safeToolCall({ toolName, parameters });
    expect(await call("mcp:all.echo", { message: "hi" })).toMatchObject({
      success: true,
      output: "Echo: hi",
      untrusted: { source: "mcp:all" },
    });
    expect(await call("mcp:all.get-sum", { a: 1, b: 2 })).toMatchObject({ success: true });
    expect(await call("mcp:all.nothing")).toMatchObject({ success: false });
    expect(recorder.settled()[0]).toMatchObject({ tool: "mcp:all.echo", origin: "mcp:all" });
    await upstream.close();
    expect(await call("mcp:all.echo", { message: "hi" })).toMatchObject({
      error: "mcp_not_connected",
    });
    await expect(
      client.callTool("nothing", {}, {} as never).catch((error: unknown) => isToolError(error)),
    ).resolves.toBe(true);
  });
});
