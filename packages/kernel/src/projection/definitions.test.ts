import { defineTool, type JsonSchema, type ToolMode } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { fromProviderArguments } from "./from-provider-arguments.ts";
import { type ModelTool, modelTool } from "./model-tool.ts";
import { toAiSdk } from "./to-ai-sdk.ts";
import { toAnthropic } from "./to-anthropic.ts";
import { toMcp } from "./to-mcp.ts";
import { toOpenAI, toOpenAIResponses } from "./to-openai.ts";

function tool(name: string, parameters: JsonSchema, more: Partial<ModelTool> = {}): ModelTool {
  return {
    name,
    description: `Does ${name}.`,
    parameters,
    mode: "read",
    label: name,
    remote: false,
    ...more,
  };
}

const parameters: JsonSchema = {
  type: "object",
  properties: { path: { type: "string", minLength: 1 }, limit: { type: "integer" } },
  required: ["path"],
  additionalProperties: false,
};
const strictParameters = {
  type: "object",
  properties: {
    path: { description: "Must also hold: minLength 1.", type: "string" },
    limit: { type: ["integer", "null"] },
  },
  required: ["path", "limit"],
  additionalProperties: false,
};
const read = tool("fs.read", parameters);
const shown = "fs_read_h6aacb1df";
const bag = tool("bag", { type: "object", properties: { any: { type: "object" } } });

describe("toOpenAI", () => {
  it("writes functions for Chat Completions", () => {
    expect(toOpenAI([read])).toMatchObject({ quarantined: [], relaxed: [] });
    expect(toOpenAI([read]).tools).toEqual([
      { type: "function", function: { name: shown, description: "Does fs.read.", parameters } },
    ]);
  });

  it("writes strict functions where it can, and says where it could not", () => {
    const { tools, relaxed } = toOpenAI([read, bag], { strict: true });
    expect(tools).toEqual([
      {
        type: "function",
        function: {
          name: shown,
          description: "Does fs.read.",
          parameters: strictParameters,
          strict: true,
        },
      },
      {
        type: "function",
        function: { name: "bag", description: "Does bag.", parameters: bag.parameters },
      },
    ]);
    expect(relaxed).toEqual([{ name: "bag", reason: "takes an object of any form" }]);
  });

  it("says strict in both ways for Responses, which is strict by itself", () => {
    expect(toOpenAIResponses([read]).tools).toEqual([
      { type: "function", name: shown, description: "Does fs.read.", parameters, strict: false },
    ]);
    expect(toOpenAIResponses([read], { strict: true }).tools[0]).toMatchObject({
      parameters: strictParameters,
      strict: true,
    });
  });

  it("moves the end of a long description into the parameters", () => {
    const description = `${"First. ".repeat(140)}\n\n${"Second. ".repeat(100)}`;
    const { tools } = toOpenAI([tool("long", parameters, { description })]);
    const written = tools[0]?.function as (typeof tools)[number]["function"];
    expect(written.description.length).toBeLessThanOrEqual(1024);
    expect(written.description).toMatch(
      /^First\. .* \(continued in the description of the parameters\)$/,
    );
    const head = written.description.replace(
      " (continued in the description of the parameters)",
      "",
    );
    expect(`${head} ${written.parameters.description}`.replace(/\s+/g, " ")).toBe(
      description.replace(/\s+/g, " "),
    );
    const solid = toOpenAI([tool("solid", parameters, { description: "😀".repeat(600) })]).tools[0];
    expect(solid?.function.description.isWellFormed()).toBe(true);
  });
});

describe("toAnthropic", () => {
  it("writes tools for Messages", () => {
    expect(toAnthropic([read]).tools).toEqual([
      { name: shown, description: "Does fs.read.", input_schema: parameters },
    ]);
  });
});

describe("toMcp", () => {
  it("writes tools with hints from their mode, the cautious ones where it says little", () => {
    const hints = (mode: ToolMode, more: Partial<ModelTool> = {}): string => {
      const [written] = toMcp([tool("t", parameters, { mode, ...more })]).tools;
      const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } =
        written?.annotations ?? {};
      return [readOnlyHint, destructiveHint, idempotentHint, openWorldHint].map(Number).join("");
    };
    expect({
      read: hints("read"),
      remoteRead: hints("read", { remote: true }),
      safeWrite: hints("safe_write"),
      repeatable: hints("safe_write", { repeatable: true }),
      destructive: hints("destructive"),
      local: hints("local"),
      external: hints("external"),
    }).toEqual({
      read: "1010",
      remoteRead: "1011",
      safeWrite: "0000",
      repeatable: "0010",
      destructive: "0100",
      local: "0101",
      external: "0101",
    });
  });

  it("gives MCP an output schema only for an object [R013]", () => {
    const output = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const list = [
      tool("object", parameters, { output }),
      tool("text", parameters, { output: { type: "string" } }),
      tool("none", parameters, { output: null }),
      tool("broken", parameters, { output: { type: "object", properties: 3 } }),
    ];
    const { tools, quarantined } = toMcp(list);
    expect(quarantined).toEqual([]);
    expect(tools.map(({ name, outputSchema }) => [name, outputSchema?.type ?? null])).toEqual([
      ["object", "object"],
      ["text", null],
      ["none", null],
      ["broken", null],
    ]);
    expect(tools[0]).toEqual({
      name: "object",
      title: "object",
      description: "Does object.",
      inputSchema: parameters,
      outputSchema: {
        type: "object",
        anyOf: [
          output,
          {
            type: "object",
            properties: {
              truncated: { type: "boolean" },
              output_path: { type: "string" },
              head: { type: "string" },
            },
            required: ["head"],
          },
        ],
      },
      annotations: {
        title: "object",
        readOnlyHint: true,
        destructiveHint: false,
        idempotentHint: true,
        openWorldHint: false,
      },
    });
  });
});

describe("every list", () => {
  const faulty: readonly [ModelTool, string][] = [
    [tool("no_object", { type: "array" }), "its arguments are not an object"],
    [
      tool("no_schema", { type: "object", required: "all" as never, properties: [] }),
      "its schema cannot be used: the schema at /required is not a list of property names",
    ],
    [tool("read", parameters), "another tool of the list has this name"],
    [tool("", parameters), "it has no name"],
    [tool("mute", parameters, { description: undefined as never }), "it has no description"],
  ];

  it("every projection sets a bad tool aside alone", () => {
    const list = [
      tool("read", parameters),
      ...faulty.map(([bad]) => bad),
      tool("last", parameters),
    ];
    const expected = faulty.map(([{ name }, reason]) => ({ name, reason }));
    for (const project of [toOpenAI, toOpenAIResponses, toAnthropic, toMcp, toAiSdk]) {
      const { tools, quarantined, names } = project(list);
      expect(quarantined).toEqual(expected);
      expect(Object.keys(tools)).toHaveLength(2);
      expect(names.shown("last")).toBe("last");
    }
  });

  it("every projected list has the same bytes each time, and a longer list begins with the shorter", () => {
    const list = [read, bag, tool("third", parameters)];
    for (const project of [toOpenAI, toAnthropic, toMcp]) {
      const text = JSON.stringify(project(list.slice(0, 2)).tools);
      expect(JSON.stringify(project(structuredClone(list.slice(0, 2))).tools)).toBe(text);
      expect(JSON.stringify(project(list).tools).startsWith(text.slice(0, -1))).toBe(true);
    }
  });

  it("every projection turns a call back: the flat name, and arguments as the tool takes them", () => {
    const odd = tool("odd.names", { type: "object", properties: { $top: { type: "integer" } } });
    const list = [read, odd, bag];
    const strict = toOpenAI(list, { strict: true });
    const lax = toOpenAI(list);
    const anthropic = toAnthropic(list);
    const call = (name: string, args: unknown) => ({ id: "1", name, arguments: args as string });
    expect(strict.toCall(call(shown, '{"path":"a","limit":null}'))).toEqual(
      call("fs.read", { path: "a" }),
    );
    expect(strict.toCall(call(shown, { path: "a", limit: 2 }))).toEqual(
      call("fs.read", { path: "a", limit: 2 }),
    );
    expect(strict.toCall(call("bag", '{"any":null}'))).toEqual(call("bag", '{"any":null}'));
    expect(lax.toCall(call(shown, '{"limit":null}'))).toEqual(call("fs.read", '{"limit":null}'));
    expect(anthropic.toCall(call(anthropic.names.shown("odd.names"), { _top: 3 }))).toEqual(
      call("odd.names", { $top: 3 }),
    );
    expect(strict.toCall(call(shown, "{broken"))).toEqual(call("fs.read", "{broken"));
    expect(strict.toCall(call(shown, '{"path":"a","path":"b"}'))).toEqual(
      call("fs.read", '{"path":"a","path":"b"}'),
    );
    expect(strict.toCall(call(shown, [null]))).toEqual(call("fs.read", [null]));
    expect(strict.toCall(call("made_up", "{}"))).toEqual(call("made_up", "{}"));
  });

  it("takes a tool from its definition, without the half that runs [R032]", () => {
    const defined = defineTool({
      id: "list_files",
      description: "Lists.",
      parameters: { type: "object" },
      requires: {},
      repeatable: true,
      execute: () => "secret of the executable half",
    });
    const listed = modelTool(defined);
    expect(listed).toEqual({
      name: "list_files",
      description: "Lists.",
      parameters: { type: "object" },
      output: null,
      mode: "read",
      label: "list_files",
      remote: false,
      repeatable: true,
    });
    expect(modelTool(defined, { name: "shadow", remote: true })).toMatchObject({
      name: "shadow",
      remote: true,
    });
    const sent = JSON.stringify(
      [toOpenAI, toAnthropic, toMcp].map((project) => project([listed]).tools),
    );
    expect(sent).not.toContain("secret");
    const { toCall } = toAnthropic([listed]);
    expect(toCall({ id: "7", name: "list_files", arguments: {} })).toEqual({
      id: "7",
      name: defined.id,
      arguments: {},
    });
  });
});

describe("fromProviderArguments", () => {
  it("leaves out members that are null only because strict mode requires them", () => {
    expect(fromProviderArguments(read, { path: "a", limit: null })).toEqual({ path: "a" });
    expect(fromProviderArguments(read, '{"path":"a","limit":null}')).toEqual({ path: "a" });
    expect(fromProviderArguments(bag, { any: null })).toEqual({ any: null });
    expect(
      fromProviderArguments(
        { parameters: { type: "object", properties: { $a: {} } } },
        { _a: 1 },
        { target: "portable" },
      ),
    ).toEqual({ $a: 1 });
    expect(fromProviderArguments({ parameters: false }, { a: 1 })).toEqual({ a: 1 });
  });
});
