import { defineTool, output, type Tool, ToolError } from "@toolplane/contract";
import { STAGES } from "@toolplane/kernel";
import { toAnthropicToolResult, toModelText } from "@toolplane/kernel/projection";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

const parameters = { type: "object" } as const;

function toolThat(id: string, execute: () => unknown): Tool {
  return defineTool({ id, description: "A tool.", parameters, requires: {}, execute });
}

describe("the road", () => {
  it("has these stages in this order", () => {
    expect(STAGES.map(({ name }) => name)).toEqual([
      "resolve",
      "validate",
      "footprint",
      "capability",
      "judge",
      "approve",
      "budget",
      "before",
      "recheck",
      "execute",
      "bound",
      "after",
      "record",
    ]);
    expect(STAGES.filter(({ always }) => always).map(({ name }) => name)).toEqual([
      "bound",
      "after",
      "record",
    ]);
  });

  it("settles an output with data and whole milliseconds, and no error fields [R060] [R061] [R062]", async () => {
    const { call } = openWorld({ rules: [allowAll] });
    expect(await call("echo", { text: "hi" })).toEqual({
      type: "output",
      data: "hi",
      metadata: { duration_ms: 0 },
    });
  });

  it("settles an error with its text and code, and no data [R060] [R061] [R062] [R074]", async () => {
    const world = openWorld({
      rules: [allowAll],
      kernel: { tools: [toolThat("sad", () => new ToolError("failed", "The kettle is empty."))] },
    });
    expect(await world.call("sad")).toEqual({
      type: "error",
      code: "failed",
      error_text: "The kettle is empty.",
      metadata: { duration_ms: 0 },
    });
  });

  it("measures how long it took in whole milliseconds [R061]", async () => {
    const world = openWorld({ rules: [allowAll], kernel: { tools: [] } });
    const slow = toolThat(
      "slow",
      () => new Promise((done) => world.host.clock.setTimer(1_234.4, () => done("x"))),
    );
    const kernelWorld = openWorld({
      rules: [allowAll],
      kernel: { tools: [slow], host: world.host },
    });
    const pending = kernelWorld.call("slow");
    await world.clock.advance(1_235);
    const result = await pending;
    expect(Number.isInteger(result.metadata.duration_ms)).toBe(true);
    expect(result.metadata.duration_ms).toBeGreaterThanOrEqual(1_234);
  });

  it("says failed tools' messages exactly [R075], unknown tools by name [R076] [R079], bad arguments [R077], and Cancelled [R078]", async () => {
    const world = openWorld({
      rules: [allowAll],
      kernel: {
        tools: [
          toolThat("sad", () => {
            throw new ToolError("failed", "Exactly this.");
          }),
          toolThat("stop", () => new ToolError("cancelled", "Cancelled")),
        ],
      },
    });
    const texts = [];
    for (const name of ["sad", "nowhere", "stop"]) {
      const result = await world.call(name);
      texts.push(result.type === "error" && result.error_text);
    }
    expect(texts).toEqual(["Exactly this.", "Tool not found: nowhere", "Cancelled"]);
    const invalid = await openWorld({ rules: [allowAll] }).call("echo", { text: 7 });
    expect(invalid.type === "error" && invalid.error_text).toMatch(/^Invalid arguments: text/);
  });

  it("does not run a tool whose arguments do not fit its schema, and does not throw [R058] [R059] [R082]", async () => {
    let ran = 0;
    const strict = defineTool({
      id: "strict",
      description: "Counts.",
      parameters: {
        type: "object",
        properties: { n: { type: "integer" } },
        required: ["n"],
        additionalProperties: false,
      },
      requires: {},
      execute: () => {
        ran += 1;
        return ran;
      },
    });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [strict] } });
    for (const args of [
      {},
      { n: "1" },
      { n: 1, m: 2 },
      "not json",
      '{"n":1,"n":2}',
      '{"n":1e999}',
      "[]",
      '{"n":1} x',
    ]) {
      const result = await world.call("strict", args as never);
      expect(codeOf(result)).toBe("invalid_input");
    }
    expect(ran).toBe(0);
    expect(await world.call("strict", '{"n":1}')).toMatchObject({ type: "output", data: 1 });
  });

  it("validates with a schema library's own rules and runs what it made of the arguments [R058]", async () => {
    const shout = defineTool({
      id: "shout",
      description: "Shouts.",
      parameters: z.object({
        text: z
          .string()
          .min(2)
          .transform((text) => text.toUpperCase()),
      }),
      requires: {},
      execute: ({ text }) => text,
    });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [shout] } });
    expect(await world.call("shout", { text: "hey" })).toMatchObject({ data: "HEY" });
    expect(await world.call("shout", { text: "h" })).toMatchObject({ code: "invalid_input" });
  });

  it("takes exactly id, name and arguments [R080]", async () => {
    const { session } = openWorld({ rules: [allowAll] });
    const good = { id: "1", name: "echo", arguments: {} };
    for (const bad of [
      { ...good, extra: 1 },
      { name: "echo", arguments: {} },
      { ...good, arguments: 7 },
      null,
      "x",
      [],
    ]) {
      expect(codeOf(await session.call(bad as never))).toBe("invalid_input");
    }
    expect(codeOf(await session.call(good))).toBe("output");
  });

  it("reads a call once, and never throws over it", async () => {
    const { session } = openWorld({ rules: [allowAll] });
    const good = { id: "1", name: "echo", arguments: {} };
    const throwing = new Proxy(good, {
      ownKeys: () => {
        throw new TypeError("trap");
      },
    });
    const moody = Object.defineProperty({ ...good }, "name", {
      enumerable: true,
      get: () => {
        throw new TypeError("getter");
      },
    });
    expect(codeOf(await session.call(throwing))).toBe("invalid_input");
    expect(codeOf(await session.call(moody))).toBe("invalid_input");
    expect((await session.explain(throwing)).settled?.code).toBe("unknown_tool");
    let reads = 0;
    const turncoat = Object.defineProperty({ ...good, id: "2" }, "name", {
      enumerable: true,
      get: () => {
        reads += 1;
        return reads === 1 ? "echo" : "bash";
      },
    });
    expect(codeOf(await session.call(turncoat))).toBe("output");
    expect(reads).toBe(1);
  });

  it("refuses an id that was used in this session [R081]", async () => {
    const { call } = openWorld({ rules: [allowAll] });
    expect(codeOf(await call("echo", {}, { id: "same" }))).toBe("output");
    expect(codeOf(await call("echo", {}, { id: "same" }))).toBe("conflict");
  });

  it("puts per-call metadata into the span, not into the call [R083]", async () => {
    const { call, recorder } = openWorld({
      rules: [allowAll],
      session: { role: "reviewer", workspace: "side" },
    });
    await call("echo");
    expect(recorder.settled()[0]?.span).toMatchObject({
      name: "execute_tool echo",
      kind: "tool",
      status: "ok",
      attrs: {
        role: "reviewer",
        workspace: "side",
        attempt: 1,
        stage: "execute",
        verdict: "allow",
      },
    });
  });

  it("answers an empty name and switched-off tools without looking further [R230]", async () => {
    const world = openWorld({ rules: [allowAll], kernel: { toolsEnabled: () => false } });
    const heard: string[] = [];
    world.session.on(({ type }) => heard.push(type));
    expect(codeOf(await world.call("echo"))).toBe("disabled");
    expect(codeOf(await world.call("nowhere"))).toBe("disabled");
    expect(heard.filter((type) => type === "tools-disable")).toHaveLength(2);
    expect(heard).not.toContain("call-start");
    expect(codeOf(await openWorld().call("  "))).toBe("unknown_tool");
  });

  it("turns anything a tool throws into a result that shows nothing of it", async () => {
    const thrown: unknown[] = [
      new TypeError("secret inside"),
      "text",
      null,
      undefined,
      { message: "not an error" },
      Symbol("s"),
    ];
    for (const value of thrown) {
      const world = openWorld({
        rules: [allowAll],
        kernel: {
          tools: [
            toolThat("bad", () => {
              throw value;
            }),
          ],
        },
      });
      const result = await world.call("bad");
      expect(result).toMatchObject({ type: "error", code: "internal" });
      expect(JSON.stringify(result)).not.toContain("secret inside");
      expect(world.recorder.settled()[0]?.cause).toBe(value);
    }
  });

  it("ends in an error where a part of what a tool gave back cannot be read, and never hands it on", async () => {
    const sour = () =>
      Object.defineProperty({ fine: 1 }, "bad", {
        enumerable: true,
        get: () => {
          throw new Error("not today");
        },
      });
    const tools = [
      toolThat("data", sour),
      toolThat("deep", () => ({ list: [sour()] })),
      toolThat("details", () => output("fine", { details: sour() })),
      toolThat("lazy", () =>
        output(
          {
            get late() {
              return "x".repeat(9);
            },
          },
          { details: "d" },
        ),
      ),
    ];
    const { call } = openWorld({ rules: [allowAll], kernel: { tools } });
    for (const name of ["data", "deep", "details"])
      expect(await call(name)).toMatchObject({
        code: "internal",
        error_text: expect.stringContaining("cannot be written as JSON: reading it failed"),
      });
    const lazy = await call("lazy");
    expect(lazy).toMatchObject({ data: { late: "xxxxxxxxx" } });
    const data = lazy.type === "output" ? (lazy.data as object) : {};
    expect(Object.getOwnPropertyDescriptor(data, "late")?.get).toBeUndefined();
  });

  it("keeps details from the model-visible parts and passes text and images on [R070]", async () => {
    const content = [
      { type: "text", text: "seen" },
      { type: "image", data: "aGk=", mime_type: "image/png" },
    ] as const;
    const world = openWorld({
      rules: [allowAll],
      kernel: {
        tools: [
          toolThat("rich", () =>
            output({ n: 1 }, { content, details: { hidden: true }, child_session: "s2" }),
          ),
        ],
      },
    });
    const result = await world.call("rich");
    for (const shown of [
      toModelText(result, { nonce: "n" }),
      JSON.stringify(toAnthropicToolResult(result, { callId: "1", nonce: "n" })),
    ]) {
      expect(shown).toContain("seen");
      expect(shown).not.toContain("hidden");
    }
    expect(result).toEqual({
      type: "output",
      data: { n: 1 },
      content,
      details: { hidden: true },
      child_session: "s2",
      metadata: { duration_ms: 0 },
    });
  });

  it("keeps the words of an uncaught error only where it is told to, masked and cut", async () => {
    const tools = [
      toolThat("broken", () => {
        throw new TypeError("hunter2-hunter2 was refused by the printer");
      }),
      toolThat("endless", () => {
        throw new RangeError("x".repeat(1_000_000));
      }),
    ];
    const kernel = { tools, secrets: { PASSWORD: "hunter2-hunter2" } };
    const hidden = openWorld({ rules: [allowAll], kernel });
    expect(await hidden.call("broken")).toMatchObject({
      code: "internal",
      error_text: expect.stringContaining("broken broke while it ran"),
    });
    const told = openWorld({ rules: [allowAll], kernel: { ...kernel, uncaught: "told" } });
    const result = await told.call("broken");
    expect(result).toMatchObject({
      code: "internal",
      error_text: expect.stringMatching(/was refused by the printer$/),
    });
    expect(JSON.stringify(result)).not.toContain("hunter2");
    const { error_text } = (await told.call("endless")) as { error_text: string };
    expect(error_text.length).toBeLessThan(5_000);
  });

  it("passes on content of a tool's own kind, bounded, and tells a model its name [R071]", async () => {
    const chart = { type: "x-chart", data: { bars: [1, 2] } } as const;
    const image = { type: "image", data: "aGk=", mime_type: "image/png" } as const;
    const large = { type: "x-large", data: "x".repeat(2_000_000) } as const;
    const kept = [{ type: "text", text: "seen" } as const, image, chart];
    const tools = [toolThat("own", () => output(null, { content: [...kept, large] }))];
    const { call } = openWorld({ rules: [allowAll], kernel: { tools } });
    const result = await call("own");
    const left = "[content of the kind x-large, left out: such parts hold 1048576 bytes at most]";
    expect(result.content).toEqual([...kept, { type: "text", text: left }]);
    const answer = { callId: "1", nonce: "n" };
    for (const shown of [
      toModelText(result, answer),
      JSON.stringify(toAnthropicToolResult(result, answer)),
    ]) {
      expect(shown).toContain("seen");
      expect(shown).toContain("[content of the kind x-chart]");
      expect(shown).not.toContain("bars");
    }
  });

  it("does not check output against the tool's output schema [R014]", async () => {
    const loose = defineTool({
      id: "loose",
      description: "Says one thing, gives another.",
      parameters,
      output: { type: "number" },
      requires: {},
      execute: () => "text",
    });
    const world = openWorld({ rules: [allowAll], kernel: { tools: [loose] } });
    expect(await world.call("loose")).toMatchObject({ type: "output", data: "text" });
  });

  it("records every outcome, refusals too, and marks what was intended", async () => {
    const world = openWorld({
      rules: [{ ...allowAll }, { permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    await world.call("nowhere");
    await world.call("read", { path: ".env" });
    await world.call("read", { path: "README.md" });
    await world.call("write", { path: "out.txt", content: "x" });
    expect(
      world.recorder.settled().map(({ tool, stage, intended }) => [tool, stage, intended]),
    ).toEqual([
      ["nowhere", "resolve", false],
      ["read", "judge", false],
      ["read", "execute", false],
      ["write", "execute", true],
    ]);
    expect(world.recorder.intents().map(({ tool }) => tool)).toEqual(["write"]);
  });
});
