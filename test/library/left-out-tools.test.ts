/** A tool that is wrong is left out and told of; the session goes on with the others. */
import { defineTool, type Tool } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { READ_PARAMETERS } from "../locked-parameters.ts";

const fine = (id: string, more: object = {}): Tool =>
  defineTool({
    id,
    description: `Does ${id}.`,
    parameters: { type: "object", additionalProperties: false },
    requires: {},
    gated: false,
    ...more,
    execute: () => id,
  });

async function open(options: ToolplaneOptions) {
  const warnings: string[] = [];
  const host = createMemoryHost({ files: { "a.txt": "alpha\n" } });
  const tp = await createToolplane({ host, onWarning: (text) => warnings.push(text), ...options });
  onTestFinished(() => tp.close());
  await tp.kernel.ready();
  const say = async (name: string, args: object = {}) => {
    const result = await tp.call({ id: name, name, arguments: args as never });
    return result.type === "output" ? result.data : result.code;
  };
  return {
    tp,
    say,
    warnings,
    names: tp
      .session()
      .definitions()
      .map(({ name }) => name),
  };
}

const CONFIGURED = { config: { properties: { level: { type: "integer" } } } };

describe("a tool of the program's own that is wrong", () => {
  it.each([
    ["wants another kernel", fine("odd", { requiredCoreVersion: "^99.0.0" }), /needs kernel \^99/],
    ["has a range that is none", fine("odd", { requiredCoreVersion: "soon" }), /not a version/],
    ["is configured wrongly", fine("odd", CONFIGURED), /config: .*level/],
    ["has no description", { ...fine("odd"), description: "" }, /description is missing/],
    ["lacks what defineTool adds", { ...fine("odd"), contract: undefined }, /contract is missing/],
    ["has no execute", { ...fine("odd"), execute: undefined }, /execute is missing/],
    ["takes no object", fine("odd", { parameters: { type: "string" } }), /describe an object/],
    ["has a schema that is none", fine("odd", { parameters: { $ref: "#/x" } }), /cannot be used/],
    ["names an unknown variable", fine("odd", { requires: { fs: { read: ["{x}"] } } }), /\{x\}/],
  ])("is left out when it %s, and the others answer [R024]", async (_, tool, message) => {
    const { tp, say, warnings, names } = await open({
      tools: [fine("before"), tool as Tool, fine("after")],
      toolConfig: { odd: levelOf(tool as Tool) },
    });
    expect(names).toEqual(["before", "after"]);
    expect([await say("before"), await say("odd"), await say("after")]).toEqual([
      "before",
      "unknown_tool",
      "after",
    ]);
    const problem = { name: "odd", origin: "bundled", kind: "refused" };
    expect(tp.kernel.problems()).toMatchObject([
      { ...problem, message: expect.stringMatching(message) },
    ]);
    expect(warnings).toMatchObject([expect.stringMatching(message)]);
  });

  it.each([[null], [undefined], ["read"], [{}], [{ id: 7 }], [[]]])(
    "is left out when it is %j",
    async (tool) => {
      const { tp, names } = await open({ tools: [tool as never, fine("after")] });
      expect(names).toEqual(["after"]);
      expect(tp.kernel.problems()).toMatchObject([{ name: "without id", kind: "refused" }]);
    },
  );

  it("is shown among the tools with the reason, where there is enough of it", async () => {
    const { tp } = await open({ tools: [fine("odd", { requiredCoreVersion: "^99.0.0" })] });
    expect(tp.kernel.describe()).toMatchObject([
      { name: "odd", status: "refused", bound: false, reason: expect.stringMatching(/\^99/) },
    ]);
  });

  it("is still a mistake of the program when two have one name", async () => {
    await expect(open({ tools: [fine("same"), fine("same")] })).rejects.toThrow(
      "tool same: is registered already by bundled",
    );
  });

  it("leaves the others of a preset alone, and so does a search service that cannot be", async () => {
    const wrong = await open({ preset: "locked", toolConfig: { read: { timeoutMs: "soon" } } });
    expect(wrong.names).not.toContain("read");
    expect(wrong.names).toContain("write");
    const providers = [{ kind: "searxng", url: "no address" }];
    const search = await open({ preset: "locked", toolConfig: { web_search: { providers } } });
    expect(search.names).not.toContain("web_search");
    expect(search.names).toContain("read");
    expect(search.tp.kernel.problems()).toMatchObject([{ name: "web_search" }]);
    expect(search.warnings).toMatchObject([expect.stringContaining("web_search")]);
  });
});

/** Configuration that only a tool with a level of its own is given. */
function levelOf(tool: Tool): Record<string, string> {
  return JSON.stringify(tool.contract?.configSchema ?? {}).includes("level")
    ? { level: "high" }
    : {};
}

describe("a locked id", () => {
  const richer = {
    ...READ_PARAMETERS,
    properties: { ...READ_PARAMETERS.properties, follow: { type: "boolean" } },
  };

  it("is refused to a program's tool of another shape; the preset's answers instead [R186]", async () => {
    const own = fine("read", { parameters: richer });
    const { tp, say } = await open({ preset: "locked", tools: [own] });
    expect(await say("read", { path: "a.txt" })).not.toBe("read");
    expect(tp.kernel.problems()).toMatchObject([
      { name: "read", kind: "refused", message: expect.stringContaining("keeps its shape") },
    ]);
  });

  it("is nobody's when there is no preset and the only tool has another shape [R186]", async () => {
    for (const parameters of [richer, { type: "object" }, { type: "object", properties: {} }]) {
      const { tp, names, say } = await open({ tools: [fine("read", { parameters })] });
      expect(names).toEqual([]);
      expect(await say("read", { path: "a.txt" })).toBe("unknown_tool");
      expect(tp.kernel.problems()).toMatchObject([{ name: "read" }]);
    }
  });

  it("goes to a program's tool of the same shape, above the preset's [R186]", async () => {
    const own = fine("read", { parameters: READ_PARAMETERS });
    const { tp, say } = await open({ preset: "locked", tools: [own] });
    expect(await say("read", { path: "a.txt" })).toBe("read");
    expect(tp.kernel.problems()).toEqual([]);
  });

  it("keeps the shape of a preset's document, which no other layer may copy [R186]", async () => {
    const { tp } = await open({ preset: "minimal" });
    const shapeOf = () => JSON.stringify(tp.session().definitions()[0]?.inputSchema);
    expect(shapeOf()).toContain('"required":["command"]');
    expect(shapeOf()).not.toContain("timeout_ms");
    const theirs = tp.kernel.tools().find(({ tool }) => tool.id === "bash")?.tool;
    const like = fine("bash", { parameters: theirs?.parameters });
    const copy = tp.kernel.register(like, { layer: "global" });
    expect(copy).toMatchObject({ status: "refused", reason: expect.stringContaining("locked") });
    expect(tp.kernel.problems()).toMatchObject([{ name: "bash" }]);
  });
});

describe("web_search without a service", () => {
  it("is offered to no model by any face, and says what to configure when it is called", async () => {
    const { tp, names } = await open({ preset: "locked", environment: {} });
    for (const offered of [
      names,
      Object.keys(tp.toAiSdk()),
      tp.toOpenAI().tools.map((tool) => tool.function.name),
      tp.toAnthropic().tools.map(({ name }) => name),
      tp.toOpenAIResponses().tools.map((tool) => ("name" in tool ? tool.name : "")),
    ]) {
      expect(offered).toContain("web_fetch");
      expect(offered).not.toContain("web_search");
    }
    expect(await tp.systemPrompt()).not.toContain("web_search");
    const call = { id: "1", name: "web_search", arguments: { query: "x" } };
    expect(await tp.call(call)).toMatchObject({
      code: "unavailable",
      error_text: expect.stringContaining("toolConfig.web_search.providers"),
    });
  });

  it("is offered again with one", async () => {
    const providers = [{ kind: "searxng", url: "http://127.0.0.1:9/" }];
    const { names } = await open({ preset: "locked", toolConfig: { web_search: { providers } } });
    expect(names).toContain("web_search");
  });
});
