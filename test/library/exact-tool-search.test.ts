/** A search for the id of a tool finds that tool first, however many look like it. */
import { defineTool, type Tool } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";

const tool = (id: string): Tool =>
  defineTool({
    id,
    description: "One of many tools of a big server.",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    requires: {},
    execute: () => id,
  });

async function open(ids: readonly string[]) {
  const tp = await createToolplane({
    host: createMemoryHost(),
    preset: "locked",
    policy: [{ permission: "*", pattern: "**", action: "allow" }],
    onWarning: () => {},
  });
  onTestFinished(() => tp.close());
  for (const id of ids) tp.kernel.register(tool(id), { layer: "mcp", source: "big" });
  let made = 0;
  const call = (name: string, args: object = {}) => {
    made += 1;
    return tp.call({ id: `c${made}`, name, arguments: args as never });
  };
  const found = async (query: string): Promise<readonly string[]> => {
    const result = await call("tool_search", { query });
    const { matches } = (result.type === "output" ? result.data : {}) as {
      readonly matches: readonly { readonly id: string }[];
    };
    return matches.map(({ id }) => id);
  };
  return { call, found };
}

const MANY = Array.from({ length: 200 }, (_, index) => `mcp__big__tool_${index}`);

describe("tool_search", () => {
  it("finds every exact id first among two hundred that differ by a number", async () => {
    const { found, call } = await open(MANY);
    for (const id of MANY) expect((await found(id))[0]).toBe(id);
    expect(await call("mcp__big__tool_77")).toMatchObject({ data: "mcp__big__tool_77" });
  });

  it.each([
    "MCP__Big__Tool_77",
    "mcp:big/tool_77",
    "big/tool_77",
    "big.tool-77",
    "tool_77",
    "`tool_77`",
    "please use tool_77, it is the right one",
  ])("knows it as %s", async (query) => {
    const { found } = await open(MANY);
    expect((await found(query))[0]).toBe("mcp__big__tool_77");
  });

  it("finds all that are named, in that order", async () => {
    const { found } = await open(MANY);
    expect((await found("tool_9 and tool_150 and mcp__big__tool_3")).slice(0, 3)).toEqual([
      "mcp__big__tool_9",
      "mcp__big__tool_150",
      "mcp__big__tool_3",
    ]);
  });

  it("takes no short form that two tools share, and the exact one all the same", async () => {
    const ids = [...MANY, "mcp__big__mail__send_1", "mcp__big__post__send_1", "mcp__big__send-1"];
    const { found } = await open(ids);
    expect((await found("mcp__big__post__send_1"))[0]).toBe("mcp__big__post__send_1");
    expect((await found("mcp__big__send-1"))[0]).toBe("mcp__big__send-1");
    const shared = await found("send_1");
    expect(shared).toContain("mcp__big__mail__send_1");
    expect(shared).toContain("mcp__big__post__send_1");
  });

  it("leaves words of a sentence to the ranking", async () => {
    const { found } = await open(["list", "calendar_events", ...MANY]);
    expect((await found("list calendar events"))[0]).toBe("calendar_events");
    expect((await found("list"))[0]).toBe("list");
  });
});
