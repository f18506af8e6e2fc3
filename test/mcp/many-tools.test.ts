import { defineTool, type Tool } from "@toolplane/contract";
import { toolSearchTool } from "@toolplane/tools";
import { afterEach, describe, expect, it } from "vitest";
import { createWorld, REVISIONS, type World } from "./world.ts";

const worlds: World[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const remote = (id: string, description: string): Tool =>
  defineTool({
    id,
    description,
    parameters: { type: "object" },
    requires: {},
    execute: () => ({ ran: id }),
  });

/** A world whose servers have more tools than are listed. */
function open(): World {
  const world = createWorld({
    tools: [toolSearchTool],
    rules: '[{ "permission": "*", "pattern": "**", "action": "allow" }]',
  });
  worlds.push(world);
  for (let at = 0; at < 300; at += 1)
    world.kernel.register(remote(`mcp__big__part_${at}`, `Turns part ${at}.`), {
      layer: "mcp",
      source: "big",
      sourceText: "A machine with many parts.",
    });
  world.kernel.register(remote("mcp__alpine__query", "Runs a query."), {
    layer: "mcp",
    source: "alpine",
    sourceText: "Ski slopes, lifts and snow reports.",
  });
  return world;
}

describe.each(REVISIONS)("a client of many tools, %s", (revision) => {
  it("is told of few, finds the others, and may call what it found [R195]", async () => {
    const { client } = await open().connect({ revision });
    const names = async (): Promise<readonly string[]> =>
      (await client.listTools(undefined, { cacheMode: "refresh" } as never)).tools.map(
        ({ name }) => name,
      );
    const before = await names();
    expect(before).toEqual(["read", "put", "sum", "outside", "tool_search"]);
    const call = (name: string, given = {}) => client.callTool({ name, arguments: given });
    expect(await call("mcp__alpine__query")).toMatchObject({ isError: true });
    expect(await call("tool_search", { query: "how much snow is there" })).toMatchObject({
      structuredContent: { matches: [{ id: "mcp__alpine__query" }] },
    });
    expect(await names()).toEqual([...before, "mcp__alpine__query"]);
    expect(await call("mcp__alpine__query")).toMatchObject({
      structuredContent: { ran: "mcp__alpine__query" },
    });
    expect(await call("tool_search", { query: "big/part_77" })).toMatchObject({
      structuredContent: {
        matches: expect.arrayContaining([
          { id: "mcp__big__part_77", description: "Turns part 77." },
        ]),
      },
    });
    expect((await names()).slice(0, 6)).toEqual([...before, "mcp__alpine__query"]);
  });
});
