import { defineTool, output, type Tool, ToolError, type ToolResult } from "@toolplane/contract";
import {
  type AiSdkSource,
  modelTool,
  toAiSdk,
  toAiSdkOutput,
  toAiSdkTools,
} from "@toolplane/kernel/projection";
import { asSchema, generateText, isStepCount, type ToolSet } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { describe, expect, it } from "vitest";
import { allowAll, openWorld, readFile, type World, writeFile } from "../road/fixture.ts";

type Generated = Awaited<ReturnType<MockLanguageModelV4["doGenerate"]>>;

const usage: Generated["usage"] = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that says its lines, whatever it is told. */
function scriptedModel(
  ...turns: readonly (string | readonly (readonly [id: string, name: string, input: unknown])[])[]
): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: turns.map((turn): Generated => {
      const calls = typeof turn === "string" ? [] : turn;
      return {
        content:
          typeof turn === "string"
            ? [{ type: "text", text: turn }]
            : calls.map(([toolCallId, toolName, input]) => ({
                type: "tool-call",
                toolCallId,
                toolName,
                input: typeof input === "string" ? input : JSON.stringify(input),
              })),
        finishReason:
          calls.length > 0
            ? { unified: "tool-calls", raw: "tool_calls" }
            : { unified: "stop", raw: "stop" },
        usage,
        warnings: [],
      };
    }),
  });
}

/** A page from a server, with more in it than a model may see. */
const fetchPage: Tool = defineTool({
  id: "web.fetch:page",
  description: "Fetches a page.",
  parameters: {
    type: "object",
    properties: { $url: { type: "string" }, extra: { type: "object" } },
    required: ["$url"],
  },
  requires: {},
  execute: ({ $url }: { readonly $url: string }) =>
    $url === "gone"
      ? new ToolError("not_found", "No such page.", {
          detail: "internal-detail",
          cause: "internal-cause",
        })
      : output(`page of ${$url}`, { untrusted: { source: $url }, details: "internal-details" }),
});

function source(world: World, tools: readonly Tool[]): AiSdkSource {
  return {
    definitions: tools.map((tool) => modelTool(tool)),
    call: (call, options) => world.session.call(call, options),
    nonce: (callId) => `nonce-${callId}`,
  };
}

const tools = [readFile, writeFile, fetchPage];
const open = (rules = [allowAll]): World => openWorld({ rules, kernel: { tools } });

/** The parts of the last prompt that answer calls. */
function answers(model: MockLanguageModelV4): readonly unknown[] {
  const prompt = model.doGenerateCalls.at(-1)?.prompt ?? [];
  return prompt.flatMap((message) => (message.role === "tool" ? message.content : []));
}

describe("toAiSdkTools", () => {
  it("runs a loop of the AI SDK down the road: read, then write what was read", async () => {
    const world = open();
    const set = toAiSdkTools(source(world, tools));
    expect(set.quarantined).toEqual([]);
    const model = scriptedModel(
      [["c1", "read", { path: "README.md" }]],
      [["c2", "write", { path: "copy.md", content: "hello\n" }]],
      "done",
    );
    const result = await generateText({
      model,
      tools: set.tools as ToolSet,
      prompt: "Copy the file.",
      stopWhen: isStepCount(5),
    });
    expect(result.text).toBe("done");
    expect(result.steps).toHaveLength(3);
    expect(answers(model)).toMatchObject([
      { toolCallId: "c1", toolName: "read", output: { type: "text", value: "hello\n" } },
      { toolCallId: "c2", toolName: "write", output: { type: "json", value: { bytes: 6 } } },
    ]);
    expect(world.host.fileText("/workspace/copy.md")).toBe("hello\n");
    expect(model.doGenerateCalls[0]?.tools?.map(({ name }) => name)).toEqual([
      "read",
      "write",
      set.names.shown("web.fetch:page"),
    ]);
  });

  it("shows providers names they take, and takes both the tool's and its arguments' back", async () => {
    const world = open();
    const set = toAiSdkTools(source(world, tools));
    const name = set.names.shown("web.fetch:page");
    expect(name).toMatch(/^web_fetch_page_h[0-9a-f]{8}$/);
    const model = scriptedModel([["c1", name, { _url: "https://example.com" }]], "done");
    await generateText({
      model,
      tools: set.tools as ToolSet,
      prompt: "Fetch.",
      stopWhen: isStepCount(3),
    });
    expect(answers(model)).toMatchObject([
      {
        output: {
          type: "text",
          value:
            '<<<untrusted nonce-c1 source="https://example.com">>>\npage of https://example.com\n<<<end untrusted nonce-c1>>>',
        },
      },
    ]);
    expect(JSON.stringify(model.doGenerateCalls)).not.toContain("internal-");
    expect(model.doGenerateCalls[0]?.tools?.[2]).toMatchObject({
      name,
      inputSchema: {
        properties: { _url: { type: "string" }, extra: { type: "object" } },
        required: ["_url"],
      },
    });
  });

  it("throws a refusal, a bad argument and a failure as errors in words for the model", async () => {
    const world = open([allowAll, { permission: "fs.read", pattern: "**/.env", action: "deny" }]);
    const set = toAiSdkTools(source(world, tools));
    const fetchName = set.names.shown("web.fetch:page");
    const model = scriptedModel(
      [
        ["c1", "read", { path: ".env" }],
        ["c2", "read", { file: "README.md" }],
        ["c3", fetchName, { _url: "gone" }],
      ],
      "done",
    );
    const result = await generateText({
      model,
      tools: set.tools as ToolSet,
      prompt: "Try.",
      stopWhen: isStepCount(3),
    });
    const told = answers(model) as {
      readonly output: { readonly type: string; readonly value: string };
    }[];
    expect(told.map(({ output: { type } }) => type)).toEqual([
      "error-text",
      "error-text",
      "error-text",
    ]);
    expect(told[0]?.output.value).toContain(".env");
    expect(told[1]?.output.value).toContain("Invalid arguments");
    expect(told[2]?.output.value).toContain("No such page.");
    expect(JSON.stringify(model.doGenerateCalls)).not.toMatch(/internal-|TOKEN=abc/);
    const parts = result.steps[0]?.content.filter(({ type }) => type !== "tool-call") ?? [];
    expect(parts).toMatchObject([
      { type: "tool-error", error: { code: "permission_denied", detail: { type: "error" } } },
      { type: "tool-error", error: { code: "invalid_input" } },
      { type: "tool-error", error: { code: "not_found" } },
    ]);
    expect(JSON.stringify(parts)).not.toContain("internal-");
    expect(world.recorder.settled().map(({ callId }) => callId)).toEqual(["c1", "c2", "c3"]);
  });

  it("hands the SDK's abort signal to the call", async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const set = toAiSdkTools({
      ...source(open(), tools),
      call: async (_, { signal }) => {
        signals.push(signal);
        return { type: "output", data: null, metadata: { duration_ms: 0 } };
      },
    });
    const { signal } = new AbortController();
    await set.tools.read?.execute({}, { toolCallId: "c1", abortSignal: signal });
    await set.tools.read?.execute({}, { toolCallId: "c2" });
    expect(signals).toEqual([signal, undefined]);
  });

  it("says an output that is no result as it is", () => {
    const set = toAiSdkTools(source(open(), tools));
    const say = (given: unknown): unknown =>
      set.tools.read?.toModelOutput({ toolCallId: "c", output: given });
    for (const given of [
      null,
      "x",
      { type: "output" },
      { type: "error", metadata: {} },
      { type: "output", metadata: {}, content: [1] },
    ]) {
      expect(say(given)).toEqual({ type: "json", value: given });
    }
    const real = { type: "output" as const, data: "x", metadata: { duration_ms: 1 } };
    expect(say(real)).toEqual(toAiSdkOutput(real, { nonce: "nonce-c" }));
  });

  it("reads an output that is handed over by itself, and fences it the same way each time", () => {
    const say = toAiSdkTools(source(open(), tools)).tools.read?.toModelOutput as (
      given: unknown,
    ) => { readonly value: unknown };
    const page = (data: string) => ({
      type: "output",
      data,
      details: undefined,
      metadata: { untrusted: { source: "https://example.com" }, duration_ms: 1 },
    });
    const told = say(page("a"));
    expect(told.value).toMatch(/^<<<untrusted nonce-output [0-9a-f]{64} /);
    expect(say(JSON.parse(JSON.stringify(page("a"))))).toEqual(told);
    expect(say(page("b")).value).not.toContain(/nonce-\S+ \S+/.exec(String(told.value))?.[0]);
    expect(say("mine")).toEqual({ type: "json", value: "mine" });
    expect(say(undefined)).toEqual({ type: "json", value: null });
  });

  it("spells pictures as the version that asks does", async () => {
    const set = toAiSdkTools({
      ...source(open(), tools),
      call: async () => ({ type: "output", data: null, metadata: { duration_ms: 0 } }),
    });
    const { execute, toModelOutput } = set.tools.read as (typeof set.tools)[string];
    const output = {
      type: "output",
      data: null,
      content: [{ type: "image", data: "AAAA", mime_type: "image/png" }],
      metadata: { duration_ms: 0 },
    };
    const spelled = (given: unknown): unknown =>
      (toModelOutput(given) as { readonly value: readonly { readonly type: string }[] }).value[0];
    const old = { mediaType: "image/png", data: "AAAA" };
    expect(spelled(output)).toEqual({ type: "media", ...old });
    expect(spelled({ toolCallId: "c", output })).toEqual({ type: "image-data", ...old });
    await execute({}, { toolCallId: "c", context: {} } as never);
    expect(spelled({ toolCallId: "c", output })).toEqual({
      type: "file",
      mediaType: "image/png",
      data: { type: "data", data: "AAAA" },
    });
  });

  it("gives what a call reported before its end, and only the end to whoever awaits it", async () => {
    const report = Promise.withResolvers<(text: string) => void>();
    const stopped: string[] = [];
    const end = Promise.withResolvers<ToolResult>();
    const set = toAiSdkTools({
      ...source(open(), tools),
      call: () => end.promise,
      watch: (callId, onText) => {
        report.resolve(onText);
        return () => stopped.push(callId);
      },
    });
    const done: ToolResult = { type: "output", data: 1, metadata: { duration_ms: 0 } };
    const run = set.tools.read?.execute({}, { toolCallId: "c1" });
    const seen: unknown[] = [];
    const all = (async () => {
      for await (const one of run ?? []) {
        seen.push(one);
        if (seen.length === 1) end.resolve(done);
      }
    })();
    const tell = await report.promise;
    tell("a");
    tell("ab");
    await all;
    expect(seen).toEqual([{ type: "progress", text: "ab" }, done]);
    expect(await run).toEqual(done);
    expect(stopped).toEqual(["c1"]);
    const left = set.tools.read?.toModelOutput({ toolCallId: "c1", output: seen[0] });
    expect(left?.value).toMatch(/not known. It had reported:\n<<<untrusted nonce-c1 .*\nab\n/);
  });
});

describe("toAiSdk", () => {
  it("makes definitions that are a ToolSet", () => {
    const set: ToolSet = toAiSdk([modelTool(readFile)]).tools as ToolSet;
    expect(Object.keys(set)).toEqual(["read"]);
    expect(asSchema(set.read?.inputSchema).jsonSchema).toEqual(readFile.parameters);
  });
});
