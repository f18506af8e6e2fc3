/** The document of phi-core, read aloud: `createToolplane({ profile: "phi" })` behaves as it says, in its order. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  type AgentCallbacks,
  type AgentTool,
  type AgentToolError,
  type AgentToolNeeds,
  agentToolError,
  executeToolCalls,
  fromAgentCallbacks,
  fromAgentTool,
  McpToolAdapter,
  registerSubAgentTool,
  type ToolExecutionStrategy,
  toAgentEvent,
  toAgentResult,
  toExecutionStrategy,
} from "@toolplane/compat";
import { ConfigurationError, type Json, type Tool } from "@toolplane/contract";
import { createScriptedBroker } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { OpenApiToolAdapter } from "toolplane/openapi";
import { describe, expect, it, onTestFinished } from "vitest";
import { createClient } from "../mcp/world.ts";
import { serveLoopbackMcp } from "./loopback-mcp.fixture.ts";

function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-phi-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

interface Opening extends ToolplaneOptions {
  /** Without the profile. */
  readonly isPlain?: true;
}

async function open({ isPlain, ...more }: Opening = {}, folder = folderWith()) {
  const broker = createScriptedBroker(() => "once");
  const tp = await createToolplane({
    ...(isPlain ? {} : { profile: "phi" }),
    workspace: folder,
    userData: folderWith(),
    record: false,
    broker,
    onWarning: () => {},
    ...more,
  });
  onTestFinished(() => tp.close());
  return { tp, broker, folder };
}

const text = (said: string) => ({
  content: [{ type: "text" as const, text: said }],
  details: null,
  childLoopId: null,
});

const agentTool = (execute: AgentTool["execute"], needs: AgentToolNeeds = {}): Tool =>
  fromAgentTool(
    {
      name: "work",
      label: "Work",
      description: "Works.",
      parametersSchema: { type: "object" },
      execute,
    },
    needs,
  );

/** One response of a model, with calls of `work`. */
async function turn(
  { tp }: Pick<Awaited<ReturnType<typeof open>>, "tp">,
  count: number,
  given: { readonly strategy?: ToolExecutionStrategy; readonly steering?: () => Json[] } = {},
) {
  const { strategy, steering } = given;
  const session = tp.session({
    ...(strategy ? { strategy: toExecutionStrategy(strategy) } : {}),
    ...(steering ? { steering } : {}),
  });
  const events: string[] = [];
  session.on((event) => {
    const named = toAgentEvent(event);
    if (named) events.push(`${named.type} ${named.tool_call_id}`);
  });
  const calls = Array.from({ length: count }, (_, index) => ({
    id: `c${index + 1}`,
    name: "work",
    arguments: { n: index + 1 },
  }));
  const done = await executeToolCalls({ session, host: tp.host, calls });
  return { ...done, events };
}

describe("an AgentTool", () => {
  it("runs unasked, with its parameters and S4's context", async () => {
    const seen: unknown[] = [];
    const { tp, broker } = await open({
      tools: [
        agentTool((params, { toolCallId, toolName, cancel, onUpdate, onProgress }) => {
          seen.push([params, toolCallId, toolName, cancel.isCancelled()]);
          onProgress?.("half way");
          onUpdate?.(text("partial"));
          return text("done");
        }),
      ],
    });
    const { messages, events } = await turn({ tp }, 1);
    expect(seen).toEqual([[{ n: 1 }, "c1", "work", false]]);
    expect(events).toEqual([
      "ToolExecutionStart c1",
      "ProgressMessage c1",
      "ToolExecutionUpdate c1",
      "ToolExecutionEnd c1",
    ]);
    expect(messages).toMatchObject([
      { tool_call_id: "c1", tool_name: "work", is_error: false, content: text("done").content },
    ]);
    expect(broker.questions()).toEqual([]);
  });

  it("asks all the same where a rule asks, and is refused where one denies", async () => {
    const rule = (action: string) => [{ scope: "project", rules: [RULE(action)] }] as never;
    const RULE = (action: string) => ({ permission: "work", pattern: "**", action });
    const asked = await open({ tools: [agentTool(() => text("done"))], policy: rule("ask") });
    await turn(asked, 1);
    expect(asked.broker.questions()).toHaveLength(1);
    const denied = await open({ tools: [agentTool(() => text("done"))], policy: rule("deny") });
    expect((await turn(denied, 1)).messages).toMatchObject([{ is_error: true }]);
  });

  it("hands back content and details; the model sees the content only", async () => {
    const result = { ...text("seen"), details: { ms: 3 } };
    const { tp } = await open({ tools: [agentTool(() => result)] });
    const settled = await tp.call({ id: "1", name: "work", arguments: {} });
    expect(toAgentResult(settled)).toEqual(result);
    expect(JSON.stringify((await turn({ tp }, 1)).messages)).not.toContain("ms");
  });

  it.each<[AgentToolError, string]>([
    [{ variant: "Failed", message: "disk full" }, "disk full"],
    [{ variant: "NotFound", name: "bash" }, "Tool not found: bash"],
    [{ variant: "InvalidArgs", message: "no path" }, "Invalid arguments: no path"],
    [{ variant: "Cancelled" }, "Cancelled"],
  ])("fails with %j, whose text is exactly %j", async (error, shown) => {
    const { tp } = await open({ tools: [agentTool(() => agentToolError(error))] });
    expect((await turn({ tp }, 1)).messages).toMatchObject([
      { is_error: true, content: [{ type: "text", text: shown }] },
    ]);
  });

  it("keeps the message of an error that it did not catch, redacted and bounded", async () => {
    const thrown = (said: string) =>
      agentTool(() => {
        throw new TypeError(said);
      });
    const said = `cannot connect with hunter2-hunter2\u202e ${"x".repeat(20_000)}`;
    const secrets = { KEY: "hunter2-hunter2" };
    const { tp } = await open({ tools: [thrown(said)], secrets });
    const result = await tp.call({ id: "1", name: "work", arguments: {} });
    const shown = result.type === "error" ? result.error_text : "";
    expect(shown).toMatch(/^cannot connect with \[redacted:KEY\]\\u\{202e\} x+/);
    expect(shown.length).toBeLessThan(6_000);
    const plain = await open({ isPlain: true, session: { mode: "yolo" }, tools: [thrown(said)] });
    const hidden = await plain.tp.call({ id: "1", name: "work", arguments: {} });
    expect(JSON.stringify(hidden)).not.toContain("cannot connect");
  });
});

describe("the calls of one response", () => {
  const counting = () => {
    let running = 0;
    const seen = { most: 0, begun: 0 };
    const tool = agentTool(async () => {
      seen.begun += 1;
      running += 1;
      seen.most = Math.max(seen.most, running);
      await new Promise(setImmediate);
      running -= 1;
      return text("done");
    });
    return { tool, seen };
  };

  it.each<[string, ToolExecutionStrategy | undefined, number]>([
    ["all at once unless said", undefined, 4],
    ["one after another", "Sequential", 1],
    ["all at once", "Parallel", 4],
    ["in batches", { Batched: { size: 2 } }, 2],
  ])("run %s", async (_, strategy, most) => {
    const { tool, seen } = counting();
    const world = await open({ tools: [tool] });
    const { messages } = await turn(world, 4, strategy ? { strategy } : {});
    expect(messages.map(({ tool_call_id }) => tool_call_id)).toEqual(["c1", "c2", "c3", "c4"]);
    expect(seen.most).toBe(most);
  });

  it.each<[ToolExecutionStrategy, number]>([
    ["Sequential", 1],
    [{ Batched: { size: 2 } }, 2],
    ["Parallel", 4],
  ])("look for steering between them: %j", async (strategy, ran) => {
    const { tool, seen } = counting();
    const world = await open({ tools: [tool] });
    const steering = () => (seen.begun > 0 ? ["Stop that."] : []);
    const { messages, steering: said } = await turn(world, 4, { strategy, steering });
    expect(seen.begun).toBe(ran);
    expect(said).toEqual(["Stop that."]);
    const skipped = messages.slice(ran).map(({ content }) => content[0]);
    expect(skipped).toEqual(
      Array.from({ length: 4 - ran }, () => ({
        type: "text",
        text: "Skipped due to queued user message.",
      })),
    );
  });
});

describe("a SubAgentTool", () => {
  it("runs a fresh child, and its last text is the result", async () => {
    const { tp } = await open();
    registerSubAgentTool(tp.kernel, {
      toolName: "reviewer",
      toolDescription: "Reviews.",
      systemPrompt: "You review.",
      providerOverride: scriptedModel([{ calls: [{ name: "work" }] }, { text: "It is fine." }]),
      tools: [agentTool(() => text("HO!"))],
    });
    const call = { name: "reviewer", arguments: { task: "Review." } };
    const agent = await tp.agent({
      model: scriptedModel([{ calls: [call] }, { text: "Thanks." }]),
    });
    const results: unknown[] = [];
    agent.on((event) => void (event.type === "call-settle" && results.push(event.result)));
    expect(await agent.run("Build.")).toEqual({ status: "done", text: "Thanks." });
    expect(results).toMatchObject([
      {
        data: "It is fine.",
        child_session: expect.stringMatching(/^ses/),
        details: { sub_agent: "reviewer", turns: 2 },
      },
    ]);
  });
});

describe("the six tools", () => {
  it("are there under their names, and work without a question", async () => {
    const code = "fn main() {}\n\tlet x = 1;\r\n";
    const { tp, folder, broker } = await open({}, folderWith({ "main.rs": code }));
    expect(tp.toOpenAI().tools.map((tool) => tool.function.name)).toEqual([
      ...["bash", "read_file", "write_file", "edit_file", "list_files", "search"],
    ]);
    let made = 0;
    const dataOf = async (name: string, args: Record<string, string | number>) => {
      made += 1;
      const result = await tp.call({ id: `c${made}`, name, arguments: args });
      return result.type === "output" ? result.data : result;
    };
    expect(await dataOf("read_file", { path: "main.rs" })).toBe(code);
    expect(await dataOf("read_file", { path: "main.rs", limit: 1 })).toBe("fn main() {}\n");
    await dataOf("write_file", { path: "src/new.rs", content: "one\ntwo" });
    expect(await dataOf("read_file", { path: "src/new.rs" })).toBe("one\ntwo");
    await dataOf("edit_file", { path: "src/new.rs", old_text: "two", new_text: "three" });
    expect(readFileSync(join(folder, "src/new.rs"), "utf8")).toBe("one\nthree");
    expect(await dataOf("list_files", { pattern: "**/*.rs" })).toContain("new.rs");
    expect(await dataOf("search", { pattern: "main" })).toContain("main.rs");
    expect(await dataOf("bash", { command: "cat src/new.rs" })).toBe("one\nthree");
    expect(broker.questions()).toEqual([]);
  });

  it("give a model the file's own text, a long line whole", async () => {
    const line = `let s = "${"x".repeat(9_000)}";\n`;
    const { tp } = await open({}, folderWith({ "long.rs": line }));
    const call = { name: "read_file", arguments: '{"path":"long.rs"}' };
    expect(await tp.toOpenAI().answer([{ id: "1", function: call }])).toMatchObject([
      { content: line },
    ]);
  });
});

describe("OpenAPI tools", () => {
  it("come from a text, a file, an address and an object, with nothing handed in [R283]", async () => {
    const api = createServer((request, response) => {
      if (request.url === "/spec.json") return void response.end(spec());
      response.writeHead(404).end(`no pet at ${request.url}`);
    });
    await once(api.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => void api.close());
    onTestFinished(() => api.closeAllConnections());
    const host = `127.0.0.1:${(api.address() as AddressInfo).port}`;
    const spec = () =>
      JSON.stringify({
        openapi: "3.0.0",
        info: { title: "Pets", version: "1" },
        servers: [{ url: `http://${host}` }],
        paths: {
          "/pets/{id}": {
            get: {
              operationId: "getPet",
              parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
            },
            post: { summary: "without an operationId" },
          },
        },
      });
    const file = join(folderWith({ "pets.json": spec() }), "pets.json");
    const all = [
      await OpenApiToolAdapter.fromStr(spec()),
      await OpenApiToolAdapter.fromSpec(JSON.parse(spec())),
      await OpenApiToolAdapter.fromFile(file),
      await OpenApiToolAdapter.fromUrl(`http://${host}/spec.json`),
    ];
    expect(all.map((tools) => tools.map(({ id }) => id))).toEqual(all.map(() => ["getPet"]));
    await expect(OpenApiToolAdapter.fromUrl(`http://${host}/gone`)).rejects.toThrow("404");
    const { tp } = await open({ tools: all[0] ?? [], localHosts: [host] });
    const result = await tp.call({ id: "1", name: "getPet", arguments: { id: "a/b" } });
    expect(result).toMatchObject({
      type: "output",
      data: `GET http://${host}/pets/a%2Fb → 404\nno pet at /pets/a%2Fb`,
    });
  });
});

describe("MCP tools", () => {
  const say = (said: string) => ({ content: [{ type: "text", text: said }] });
  const DO = { name: "do", inputSchema: { type: "object" }, answer: () => say("done") };

  it("of one server are called one after another, by their own names [R285]", async () => {
    const most = async (more: Opening) => {
      const server = await serveLoopbackMcp([DO]);
      const host = new URL(server.url).host;
      const name = more.isPlain ? "mcp__files__do" : "do";
      const { tp } = await open({
        ...more,
        localHosts: [host],
        sources: { files: { url: server.url } },
        session: { mode: "yolo" },
      });
      await tp.sources.start();
      const calls = ["1", "2", "3"].map((id) => ({ id, name, arguments: {} }));
      const { results } = await tp.callAll(calls);
      expect(results.map((result) => result.type)).toEqual(["output", "output", "output"]);
      return server.most();
    };
    expect(await most({})).toBe(1);
    expect(await most({ isPlain: true })).toBe(3);
  });

  const connect = async (server: { readonly url: string }) => {
    const client = createClient("2025-11-25");
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    onTestFinished(() => client.close());
    return client;
  };

  it("are adapted from one client, which their calls share in turn [R285]", async () => {
    const server = await serveLoopbackMcp([DO, { ...DO, name: "undo" }]);
    const tools = await McpToolAdapter.fromClient(await connect(server));
    const { tp } = await open({ tools });
    const calls = ["do", "undo", "do"].map((name, index) => ({
      id: `${index}`,
      name,
      arguments: {},
    }));
    const { results } = await tp.callAll(calls);
    expect(results).toMatchObject(
      results.map(() => ({ data: "done", metadata: { untrusted: {} } })),
    );
    expect([server.most(), server.called]).toEqual([1, ["do", "undo", "do"]]);
  });

  it("have a prefix where one is wanted, and the server hears its own name [R286]", async () => {
    const server = await serveLoopbackMcp([{ ...DO, name: "read_file" }]);
    const client = await connect(server);
    const tools = await McpToolAdapter.fromClient(client, { prefix: "filesystem" });
    const { tp } = await open({ tools });
    const call = { id: "1", name: "filesystem__read_file", arguments: {} };
    expect(await tp.call(call)).toMatchObject({ data: "done" });
    expect(server.called).toEqual(["read_file"]);
    expect((await McpToolAdapter.fromClient(client)).map(({ id }) => id)).toEqual(["read_file"]);
  });

  it("have an empty object for no schema, and words for no description", async () => {
    const listed = { name: "bare", description: "", inputSchema: null };
    const [tool] = await McpToolAdapter.fromClient({
      listTools: async () => ({ tools: [listed] }),
      callTool: async () => say("done"),
    });
    expect(tool).toMatchObject({
      parameters: { type: "object", properties: {} },
      description: expect.stringMatching(/MCP server/),
    });
  });

  it("fail with the server's joined text, or with the words of the transport", async () => {
    const content = [...say("no such file").content, ...say("try another").content];
    const server = await serveLoopbackMcp([{ ...DO, answer: () => ({ isError: true, content }) }]);
    const tools = await McpToolAdapter.fromClient(await connect(server));
    const { tp } = await open({ tools });
    const call = (id: string) => tp.call({ id, name: "do", arguments: {} });
    expect(await call("1")).toMatchObject({
      code: "failed",
      error_text: "no such file\ntry another",
      metadata: { untrusted: {} },
    });
    await server.stop();
    expect(await call("2")).toMatchObject({
      code: "failed",
      error_text: expect.stringMatching(/^MCP call failed: /),
    });
  });

  it("do not wait for a call that was stopped and that its client goes on with", async () => {
    const tools = await McpToolAdapter.fromClient({
      listTools: async () => ({ tools: [DO] }),
      callTool: ({ arguments: { hangs } }) =>
        hangs === true ? new Promise<never>(() => {}) : Promise.resolve(say("done")),
    });
    const { tp } = await open({ tools });
    const stop = new AbortController();
    const hanging = tp.call({ id: "1", name: "do", arguments: { hangs: true } }, stop);
    const next = tp.call({ id: "2", name: "do", arguments: {} });
    stop.abort();
    expect(await hanging).toMatchObject({ code: "cancelled" });
    expect(await next).toMatchObject({ data: "done" });
  });

  it("refuse a list that does not end", async () => {
    const endless = {
      listTools: async () => ({ tools: [], nextCursor: "again" }),
      callTool: async () => say("done"),
    };
    await expect(McpToolAdapter.fromClient(endless)).rejects.toThrow(ConfigurationError);
  });
});

describe("the callbacks", () => {
  const observed = async (more: Partial<AgentCallbacks> = {}) => {
    const order: string[] = [];
    const note =
      (name: string) =>
      (...given: readonly unknown[]): true => {
        order.push([name, ...given.slice(2).map((one) => JSON.stringify(one))].join(" "));
        return true;
      };
    const callbacks: AgentCallbacks = {
      beforeToolExecution: note("before"),
      afterToolExecution: (...given) => void note("after")(...given),
      beforeToolExecutionUpdate: note("beforeUpdate"),
      afterToolExecutionUpdate: note("afterUpdate"),
      ...more,
    };
    const { tp } = await open({
      hooks: [fromAgentCallbacks(callbacks)],
      tools: [
        agentTool((_, { onUpdate }) => {
          onUpdate?.(text("partial"));
          return text("done");
        }),
      ],
      onEvent: (event) => {
        const named = toAgentEvent(event);
        if (named) order.push(named.type);
      },
    });
    const { messages } = await turn({ tp }, 1);
    return { order, messages };
  };

  it("fire before their events, in the document's order", async () => {
    const { order } = await observed();
    expect(order).toEqual([
      'before {"n":1}',
      "ToolExecutionStart",
      'beforeUpdate "partial"',
      "ToolExecutionUpdate",
      'afterUpdate "partial"',
      "ToolExecutionEnd",
      "after false",
    ]);
  });

  it("skip a call whose before returns false: no start, no end, an error for the model", async () => {
    const { order, messages } = await observed({ beforeToolExecution: () => false });
    expect(order).toEqual([]);
    expect(messages).toMatchObject([{ is_error: true, content: [{ type: "text" }] }]);
  });

  it("suppress one update whose before returns false, and the call goes on", async () => {
    const { order } = await observed({ beforeToolExecutionUpdate: () => false });
    expect(order).toEqual([
      'before {"n":1}',
      "ToolExecutionStart",
      "ToolExecutionEnd",
      "after false",
    ]);
  });
});
