import {
  defineTool,
  type EarlierRun,
  type Json,
  type JsonObject,
  output,
  type ToolResult,
} from "@toolplane/contract";
import { createKernel, type KernelOptions } from "@toolplane/kernel";
import { createMemoryHost } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll } from "./fixture.ts";

/** Makes the calls it is told to make, one after the other, and returns what became of each. */
const manyTool = defineTool({
  id: "many",
  description: "Makes calls.",
  parameters: { type: "object", properties: { calls: { type: "array" } }, required: ["calls"] },
  requires: { capabilities: ["calls"] },
  composite: true,
  execute: async ({ calls }, runtime) => {
    const door = runtime.calls;
    if (!door) return "no door";
    const results: Json[] = [];
    for (const [name, args] of calls as readonly [string, JsonObject][]) {
      const result = await door.call(name, args);
      results.push(result.type === "error" ? result.code : (result.data as Json));
    }
    return results;
  },
});

function open(kernel: Partial<KernelOptions> = {}) {
  const ran: Json[] = [];
  const sayTool = defineTool({
    id: "say",
    description: "Says a word.",
    parameters: { type: "object", properties: { word: { type: "string" } }, required: ["word"] },
    requires: {},
    execute: ({ word }) => {
      ran.push(word);
      return `said ${word}`;
    },
  });
  const host = createMemoryHost();
  const made = createKernel({
    host,
    tools: [manyTool, sayTool],
    defaultPolicy: false,
    policy: [{ scope: "project", rules: [allowAll] }],
    ...kernel,
  });
  const session = made.session();
  const run = (words: readonly string[], resumes?: EarlierRun): Promise<ToolResult> =>
    session.call(
      {
        id: session.id + words.join(),
        name: "many",
        arguments: { calls: words.map((word) => ["say", { word }]) },
      },
      resumes ? { resumes } : {},
    );
  return { run, ran, session, made };
}

const said = (word: string): EarlierRun["calls"][number] => ({
  name: "say",
  arguments: { word },
  result: { type: "output", data: `said ${word} before`, metadata: { duration_ms: 1 } },
});

describe("calls that a tool makes", () => {
  it("are calls like any other, one level deep", async () => {
    const { session } = open();
    const inner = ["many", { calls: [["say", { word: "a" }]] }];
    expect(
      await session.call({
        id: "1",
        name: "many",
        arguments: { calls: [inner, ["say", { word: "b" }], ["nothing", {}]] },
      }),
    ).toMatchObject({ data: ["no door", "said b", "unknown_tool"] });
  });

  it("are not there for a tool that is not bundled, nor where the ceiling does not hold them", async () => {
    const outside = open({ tools: [] });
    outside.made.register(manyTool, { layer: "project", trusted: true });
    const call = { id: "1", name: "many", arguments: { calls: [] } };
    expect(await outside.session.call(call)).toMatchObject({ data: "no door" });
    const { session } = open({ ceiling: { capabilities: [] } });
    expect(JSON.stringify(await session.call(call))).not.toContain('"data":[]');
  });

  it("hand their labels on to the result of the call that made them", async () => {
    const wild = defineTool({
      id: "wild",
      description: "Brings outside text.",
      parameters: { type: "object" },
      requires: {},
      execute: () => output("x", { untrusted: { source: "https://a.test" } }),
    });
    const { session } = open({ tools: [manyTool, wild] });
    const call = { id: "1", name: "many", arguments: { calls: [["wild", {}]] } };
    expect(await session.call(call)).toMatchObject({
      data: ["x"],
      metadata: { untrusted: { source: "https://a.test" } },
    });
  });

  it("of a resumed call are answered from its earlier run, and only the others run", async () => {
    const { run, ran } = open();
    const resumes = { startedAtMs: 1, calls: [said("a"), said("b")] };
    expect(await run(["a", "b", "c"], resumes)).toMatchObject({
      data: ["said a before", "said b before", "said c"],
    });
    expect(ran).toEqual(["c"]);
  });

  it("end a resumed call that does something else, and run nothing more of it", async () => {
    const { run, ran } = open();
    const resumes = { startedAtMs: 1, calls: [said("a"), said("b")] };
    expect(await run(["a", "x", "c"], resumes)).toMatchObject({
      code: "conflict",
      error_text: expect.stringContaining("does not do what it did before: its call 2"),
    });
    expect(ran).toEqual([]);
  });

  it("end a resumed call at one of which nobody knows what became", async () => {
    const { run, ran } = open();
    const resumes = { startedAtMs: 1, calls: [said("a"), { ...said("b"), result: null }] };
    expect(await run(["a", "b"], resumes)).toMatchObject({
      code: "conflict",
      error_text: expect.stringContaining("may have run, wholly, partly or not at all"),
    });
    expect(ran).toEqual([]);
  });

  it("are judged again when they are answered from an earlier run", async () => {
    const rules = [allowAll, { permission: "say", pattern: "*", action: "deny" }] as const;
    const { run } = open({ policy: [{ scope: "project", rules }] });
    expect(await run(["a"], { startedAtMs: 1, calls: [said("a")] })).toMatchObject({
      data: ["permission_denied"],
    });
  });
});
