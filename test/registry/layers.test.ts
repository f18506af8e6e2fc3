import { defineTool, type Tool, type ToolLayer, type ToolplaneEvent } from "@toolplane/contract";
import { createKernel, type Kernel } from "@toolplane/kernel";
import { createMemoryHost, createMemoryRecorder } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf } from "../road/fixture.ts";

const policy = [{ scope: "session", rules: [allowAll] }] as const;

/** A tool that answers with a text of its own. */
function saying(id: string, text: string, more: object = {}): Tool {
  return defineTool({
    id,
    description: `Says ${text}.`,
    parameters: { type: "object" },
    requires: {},
    ...more,
    execute: () => text,
  });
}

async function call(kernel: Kernel, name: string): Promise<unknown> {
  const result = await kernel.session().call({ id: "1", name, arguments: {} });
  return result.type === "output" ? result.data : result.code;
}

describe("layers on the road", () => {
  it("registers the host's own tools as bundled at boot", () => {
    const tools = [saying("a", "a"), saying("b", "b")];
    const kernel = createKernel({ host: createMemoryHost(), tools });
    expect(kernel.tools()).toEqual(
      tools.map((tool) => ({
        tool,
        layer: "bundled",
        origin: "bundled",
        source: null,
        sourceText: null,
      })),
    );
  });

  it("calls the tool of the latest layer, in whatever order they came [R037]", async () => {
    const kernel = createKernel({
      host: createMemoryHost(),
      policy,
      tools: [saying("x", "bundled")],
    });
    expect(await call(kernel, "x")).toBe("bundled");
    kernel.register(saying("x", "project"), { layer: "project", trusted: true });
    expect(await call(kernel, "x")).toBe("project");
    kernel.register(saying("x", "global"), { layer: "global" });
    expect(await call(kernel, "x")).toBe("project");
    expect(kernel.tools().map(({ origin }) => origin)).toEqual(["project"]);
  });

  it("a running session calls what is bound now", async () => {
    const kernel = createKernel({
      host: createMemoryHost(),
      policy,
      tools: [saying("x", "bundled")],
    });
    const session = kernel.session();
    const said = async (id: string): Promise<unknown> =>
      session.call({ id, name: "x", arguments: {} });
    expect(await said("1")).toMatchObject({ data: "bundled" });
    kernel.register(saying("x", "global"), { layer: "global" });
    expect(await said("2")).toMatchObject({ data: "global" });
  });

  it("keeps a locked id with its shape: a richer one is refused and the lower layer answers [R186]", async () => {
    const shape = {
      type: "object",
      properties: { name: { type: "string" } },
      required: ["name"],
      additionalProperties: false,
    };
    const richer = { ...shape, properties: { ...shape.properties, force: { type: "boolean" } } };
    const skill = (text: string, parameters: object): Tool => saying("skill", text, { parameters });
    const kernel = createKernel({
      host: createMemoryHost(),
      policy,
      tools: [skill("ours", shape)],
    });
    const ask = async (): Promise<unknown> =>
      kernel.session().call({ id: "1", name: "skill", arguments: { name: "x" } });
    kernel.register(skill("richer", richer), { layer: "project", trusted: true });
    expect(await ask()).toMatchObject({ data: "ours" });
    kernel.register(skill("untrusted", shape), { layer: "project" });
    kernel.register(skill("remote", shape), { layer: "mcp", source: "s" });
    expect(await ask()).toMatchObject({ data: "ours" });
    kernel.register(skill("same", shape), { layer: "global" });
    expect(await ask()).toMatchObject({ data: "same" });
  });

  const origins: readonly (readonly [ToolLayer, string | undefined, string])[] = [
    ["bundled", undefined, "bundled"],
    ["global", undefined, "global"],
    ["project", undefined, "project"],
    ["mcp", "github", "mcp:github"],
    ["openapi", "pets", "openapi:pets"],
  ];

  it.each(origins)(
    "writes the origin of a %s tool into every event and every row, refusals too [R040] [R044]",
    async (layer, source, origin) => {
      const recorder = createMemoryRecorder();
      const rules = [allowAll, { permission: "no", pattern: "**", action: "deny" }] as const;
      const kernel = createKernel({
        host: createMemoryHost(),
        recorder,
        policy: [{ scope: "session", rules }],
      });
      const from = { layer, ...(source ? { source } : {}) };
      kernel.register(saying("yes", "hi"), from);
      kernel.register(saying("no", "never"), from);
      const session = kernel.session();
      const events: ToolplaneEvent[] = [];
      session.on((event) => events.push(event));
      expect(codeOf(await session.call({ id: "1", name: "yes", arguments: {} }))).toBe("output");
      expect(codeOf(await session.call({ id: "2", name: "no", arguments: {} }))).toBe(
        "permission_denied",
      );
      const told = events.flatMap((event) =>
        "callId" in event ? [[event.type, event.origin]] : [],
      );
      expect(told).toEqual([
        ["call-start", origin],
        ["call-end", origin],
        ["call-settle", origin],
        ["call-settle", origin],
      ]);
      expect(recorder.settled().map(({ callId, tool, origin }) => [callId, tool, origin])).toEqual([
        ["1", "yes", origin],
        ["2", "no", origin],
      ]);
    },
  );

  it("keeps the origin out of the session manifest [R041]", () => {
    const kernel = createKernel({ host: createMemoryHost(), tools: [saying("a", "a")] });
    kernel.register(saying("b", "b"), { layer: "project", trusted: true });
    kernel.register(saying("c", "c"), { layer: "mcp", source: "github" });
    const { manifest } = kernel.session();
    expect(manifest.tools).toEqual(["a", "b", "c"]);
    expect(JSON.stringify(manifest)).not.toMatch(/bundled|global|project|mcp|github/);
  });
});
