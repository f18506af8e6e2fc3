/** A program names its tools: what a model would have to find first is called, and a wrong name is told apart from a closed door. */
import { defineTool, type Tool } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { describe, expect, it } from "vitest";

const tool = (id: string): Tool =>
  defineTool({
    id,
    description: "One of many tools of a server.",
    parameters: { type: "object", properties: {}, additionalProperties: false },
    requires: {},
    execute: () => id,
  });

const call = (name: string, id = name) => ({ id, name, arguments: {} });

async function open() {
  const tp = await createToolplane({
    host: createMemoryHost(),
    preset: "locked",
    policy: { rules: [{ permission: "*", pattern: "**", action: "allow" }] },
    registry: { deferAbove: 1 },
    onWarning: () => {},
  });
  for (const id of ["mcp__files__echo", "mcp__files__list"])
    tp.kernel.register(tool(id), { layer: "mcp", source: "files" });
  return tp;
}

describe("a call by name, from a program", () => {
  it("reaches a tool of a source that a model would have to find first", async () => {
    const tp = await open();
    expect(Object.keys(tp.toAiSdk())).not.toContain("mcp__files__echo");
    expect(await tp.call(call("mcp__files__echo"))).toMatchObject({ data: "mcp__files__echo" });
    const { results } = await tp.callAll([call("mcp__files__list")], { byName: true });
    expect(results).toMatchObject([{ data: "mcp__files__list" }]);
    expect((await tp.explain(call("mcp__files__list", "why"))).verdict?.action).toBe("allow");
    const session = tp.session();
    expect(await session.call(call("mcp__files__echo", "model"))).toMatchObject({
      code: "unknown_tool",
      error_text: "Tool not found: mcp__files__echo",
    });
    expect(await session.call(call("mcp__files__echo"), { byName: true })).toMatchObject({
      data: "mcp__files__echo",
    });
    await tp.close();
  });

  it("is stopped by a controller that is handed over whole", async () => {
    const tp = await open();
    const stop = new AbortController();
    stop.abort();
    expect(await tp.call(call("mcp__files__echo"), stop)).toMatchObject({ code: "cancelled" });
    await tp.close();
  });

  it("names the nearest tool, and says when it is closed", async () => {
    const tp = await open();
    const text = async (name: string) => {
      const result = await tp.call(call(name));
      return result.type === "error" ? result.error_text : "";
    };
    expect(await text("raed")).toBe("Tool not found: raed. Did you mean read?");
    expect(await text("mcp__files__ehco")).toContain("Did you mean mcp__files__echo?");
    expect(await text("frobnicate")).toBe("Tool not found: frobnicate");
    await tp.close();
    expect(await tp.call(call("read"))).toMatchObject({
      code: "cancelled",
      error_text: "Closed: this session takes no more calls.",
    });
    const late = await open();
    await late.close();
    expect(await late.call(call("read"))).toMatchObject({
      error_text: "Closed: this session takes no more calls.",
    });
  });
});
