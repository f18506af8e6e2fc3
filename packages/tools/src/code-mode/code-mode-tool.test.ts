import {
  defineTool,
  type JsonObject,
  output,
  type ToolplaneEvent,
  type ToolResult,
} from "@toolplane/contract";
import { estimateTokens } from "@toolplane/kernel";
import {
  createMemoryHost,
  createScriptedBroker,
  describeToolConformance,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { PROGRAM_MODULES } from "../fixtures/program-world.fixture.ts";
import { openSessionWorld, type SessionWorldOptions } from "../fixtures/session-world.fixture.ts";
import { readTool } from "../read/read-tool.ts";
import { writeTool } from "../write/write-tool.ts";
import { codeModeTool } from "./code-mode-tool.ts";

const host = {
  modules: PROGRAM_MODULES,
  files: { "/workspace/a.txt": "one", "/workspace/.env": "KEY=1" },
};

describeToolConformance(
  { describe, it },
  {
    tool: codeModeTool,
    host: () => createMemoryHost(host),
    valid: [
      { program: "return 1 + 1;" },
      { program: "return await tools.nothing({}).catch(String);" },
    ],
    invalid: [{}, { program: "" }, { program: 1 }, { program: "1", language: "js" }],
    // The engine is made again for each program: time is moved only when that can be no reason.
    patienceMs: 30_000,
  },
);

const doubleTool = defineTool({
  id: "double",
  description: "Doubles a number.",
  parameters: {
    type: "object",
    properties: { number: { type: "number" } },
    required: ["number"],
    additionalProperties: false,
  },
  output: { type: "object", properties: { twice: { type: "number" } }, required: ["twice"] },
  requires: {},
  execute: ({ number }) => ({ twice: 2 * number }),
});

const DENY_ENV = {
  defaultPolicy: false,
  policy: [
    {
      scope: "project",
      rules: [
        { permission: "*", pattern: "**", action: "allow" },
        { permission: "fs.read", pattern: "**/.env", action: "deny" },
      ],
    },
  ],
} as const;

function open(options: SessionWorldOptions = {}) {
  const world = openSessionWorld(codeModeTool, {
    host,
    more: [doubleTool, readTool, writeTool],
    ...options,
  });
  return { ...world, run: (program: string) => world.call({ program }) };
}

describe("the tool code_mode", () => {
  it("returns what the program returns, and shows nothing else of its calls", async () => {
    const { run } = open();
    const program = `
      const all = await Promise.all([1, 2, 3].map((number) => tools.double({ number })));
      console.log("sum", all.length);
      return all.reduce((sum, { twice }) => sum + twice, 0);`;
    expect(await run(program)).toMatchObject({
      type: "output",
      data: { result: 12, printed: "sum 3\n" },
      details: { calls: 3 },
    });
  });

  it("records each call below its own, with events for listeners", async () => {
    const { run, session } = open();
    const settled: (readonly [string, string | undefined])[] = [];
    session.on((event: ToolplaneEvent) => {
      if (event.type === "call-settle") settled.push([event.callId, event.span.parentSpanId]);
    });
    await run("await tools.double({ number: 1 }); await tools.double({ number: 2 });");
    expect(settled).toEqual([
      ["call_1.1", "call_1"],
      ["call_1.2", "call_1"],
      ["call_1", undefined],
    ]);
  });

  it("throws the error that a model would get, and the program may catch it", async () => {
    const { run, call } = open({ kernel: DENY_ENV });
    const direct = await call({ path: ".env" }, "read");
    const text = direct.type === "error" ? direct.error_text : "";
    expect(text).toContain("fs.read **/.env deny");
    const caught = await run(
      'try { return await tools.read({ path: ".env" }); } catch (e) { return [e.name, e.code, e.message, e.tool]; }',
    );
    expect(caught).toMatchObject({
      data: { result: ["ToolCallError", "permission_denied", text, "read"] },
    });
    expect(
      await run('await tools.double({ number: 1 });\nreturn tools.read({ path: ".env" });'),
    ).toMatchObject({
      type: "error",
      code: "permission_denied",
      error_text: expect.stringContaining(text),
    });
  });

  it("asks about each call as if it had been made alone; the deadline pauses meanwhile", async () => {
    const broker = createScriptedBroker(["once", "reject"]);
    const { run } = open({
      kernel: {
        broker,
        defaultPolicy: false,
        policy: [
          {
            scope: "project",
            rules: [
              { permission: "fs.read", pattern: "**", action: "allow" },
              { permission: "code_mode", pattern: "*", action: "allow" },
            ],
          },
        ],
        contained: false,
      },
    });
    const result = await run(`
      await tools.write({ path: "b.txt", content: "1" });
      return tools.write({ path: "c.txt", content: "2" }).catch((error) => error.code);`);
    expect(result).toMatchObject({ data: { result: "approval_rejected" } });
    expect(broker.questions().map(({ tool }) => tool)).toEqual(["write", "write"]);
  });

  it("takes from the budget of the session, and carries the labels of what it called", async () => {
    const wild = defineTool({
      id: "wild",
      description: "Brings outside text.",
      parameters: { type: "object", additionalProperties: false },
      requires: {},
      execute: () => output("outside", { untrusted: { source: "https://a.test" } }),
    });
    const { run, session } = open({ more: [wild], kernel: { maxCallsPerSession: 3 } });
    expect(await run("return tools.wild();")).toMatchObject({
      data: { result: "outside" },
      metadata: { untrusted: { source: "https://a.test" } },
    });
    expect(session.labels().map(({ callId }) => callId)).toEqual(["call_1.1"]);
    expect(await run("return tools.wild().catch((error) => error.code);")).toMatchObject({
      data: { result: "budget_exceeded" },
    });
  });

  it("declares tools as types", async () => {
    const { run } = open();
    expect(await run('return declarations("double", "nothing");')).toMatchObject({
      data: {
        result:
          "declare const tools: {\n  /** Doubles a number. */\n  double(args: { number: number }): Promise<{ twice: number }>;\n};",
      },
    });
    const { data } = (await run("return (await declarations()).length > 500;")) as {
      data: JsonObject;
    };
    expect(data).toEqual({ result: true });
  });

  it("costs one turn instead of twenty, and a tenth of the tokens", async () => {
    const page = "A line of some report that nobody needs whole.\n".repeat(40);
    const names = Array.from({ length: 20 }, (_, at) => `page-${at}.txt`);
    const files = Object.fromEntries(
      names.map((name, at) => [name, at === 7 ? `${page}TODO\n` : page]),
    );
    const { call, run } = open({ host: { modules: PROGRAM_MODULES, files } });
    const tokensOf = (args: JsonObject, result: ToolResult) =>
      estimateTokens(JSON.stringify(args)) +
      estimateTokens(JSON.stringify(result.type === "output" ? result.data : null));
    let single = 0;
    for (const path of names) single += tokensOf({ path }, await call({ path }, "read"));
    const program = `
      const names = Array.from({ length: 20 }, (_, at) => "page-" + at + ".txt");
      const texts = await Promise.all(names.map((path) => tools.read({ path })));
      return names.filter((_, at) => texts[at].includes("TODO"));`;
    const result = await run(program);
    expect(result).toMatchObject({ data: { result: ["page-7.txt"] } });
    expect(single).toBeGreaterThan(10 * tokensOf({ program }, result));
  });

  it("starts no program inside a program", async () => {
    const { run } = open();
    expect(
      await run('return tools.code_mode({ program: "return 1" }).catch((e) => e.message);'),
    ).toMatchObject({
      data: { result: "A program cannot start another one; call the tools." },
    });
  });

  it("hands results over in the order of the calls, so that it does the same again", async () => {
    const slow = defineTool({
      id: "slow",
      description: "Waits.",
      parameters: {
        type: "object",
        properties: { turns: { type: "integer" } },
        required: ["turns"],
        additionalProperties: false,
      },
      requires: {},
      execute: async ({ turns }) => {
        for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
        return turns;
      },
    });
    const { run } = open({ more: [slow] });
    const program = `
      const order = [];
      await Promise.all([300, 0, 100].map((turns) => tools.slow({ turns }).then((one) => order.push(one))));
      return [order, Date.now() === Date.now(), Math.random(), new Date(Date.now()) instanceof Date];`;
    const first = await run(program);
    const second = await run(program);
    expect(first).toMatchObject({
      data: { result: [[300, 0, 100], false, expect.any(Number), true] },
    });
    const drop = (value: unknown) => (value as { data: { result: unknown[] } }).data.result;
    expect(drop(second)).toEqual(drop(first));
  });

  it("says where a program is wrong", async () => {
    const { run } = open();
    const cases: readonly (readonly [string, string, RegExp])[] = [
      ["const a = 1;\nconst b = ;", "failed", /line 2: SyntaxError/],
      ["\nundefined.x;", "failed", /line 2: TypeError/],
      ["throw { any: 1 };", "failed", /\{"any":1\}/],
      ["await new Promise(() => {});", "failed", /never comes/],
      ["return 1n;", "failed", /TypeError/],
      ['return "x".repeat(2_000_000);', "too_large", /Return less/],
      ["return tools.double(1);", "failed", /one object/],
      ["return tools.double({ number: 'x' });", "invalid_input", /Invalid arguments/],
      ["return tools.nothing();", "unknown_tool", /Tool not found: nothing/],
    ];
    for (const [program, code, text] of cases)
      expect([program, await run(program)]).toMatchObject([
        program,
        { type: "error", code, error_text: expect.stringMatching(text) },
      ]);
  });
});
