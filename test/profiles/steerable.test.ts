/** The document of Steerable, read aloud: `createToolplane({ profile: "steerable" })` behaves as it says, in its order. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { decideToolMode, toHarnessResult, tool, toolsOf } from "@toolplane/compat";
import { defineTool, type JsonObject, type Tool, type ToolplaneEvent } from "@toolplane/contract";
import { createLineTransport, serveMcpStdio } from "@toolplane/mcp";
import { createScriptedBroker } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { createClient } from "../mcp/world.ts";
import type { calendarWith } from "./decorated-calendar.ts";
import { serveLoopbackMcp } from "./loopback-mcp.fixture.ts";
import { CALL, CREATED, RECOVERABLE, SCRIPT, TERMINAL } from "./steerable.fixture.ts";

const returning = (result: object, id = "create_event"): Tool =>
  defineTool({
    id,
    description: "Creates an event.",
    parameters: {
      type: "object",
      properties: { title: { type: "string" }, start: { type: "string" } },
    },
    requires: {},
    execute: () => result as JsonObject,
  });

function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-steerable-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

interface Opening extends ToolplaneOptions {
  /** Without the profile. */
  readonly isPlain?: true;
}

async function open({ isPlain, ...more }: Opening = {}, folder = folderWith({ "a.txt": "one\n" })) {
  const events: ToolplaneEvent[] = [];
  const broker = createScriptedBroker(() => "once");
  const tp = await createToolplane({
    ...(isPlain ? {} : { profile: "steerable" }),
    workspace: folder,
    userData: folderWith(),
    record: false,
    broker,
    onEvent: (event) => void events.push(event),
    onWarning: () => {},
    ...more,
  });
  onTestFinished(() => tp.close());
  return { tp, folder, events, broker };
}

describe("a ToolResult that a tool returns", () => {
  it("is a success with its data and its message", async () => {
    const { tp, events } = await open({ tools: [returning(CREATED)] });
    const result = await tp.call(CALL);
    expect(result).toMatchObject({
      type: "output",
      data: { eventId: "e_777" },
      flow: { message: "Event created." },
    });
    expect(toHarnessResult(result)).toEqual(CREATED);
    expect(events.find(({ type }) => type === "call-end")).toMatchObject({ isError: false });
  });

  it.each([
    ["recoverable", RECOVERABLE],
    ["terminal", TERMINAL],
  ])("is a failure of the call where it says so: the %s one", async (_, harness) => {
    const { tp, events } = await open({ tools: [returning(harness)] });
    const result = await tp.call(CALL);
    expect(result).toMatchObject({ type: "error", code: "failed", error_text: harness.error });
    expect(toHarnessResult(result)).toEqual(harness);
    expect(events.find(({ type }) => type === "call-end")).toMatchObject({ isError: true });
    expect(events.find(({ type }) => type === "call-settle")).toMatchObject({ code: "failed" });
  });

  it("fails in every face, and the model reads the error and what to do", async () => {
    const { tp } = await open({ tools: [returning({ ...RECOVERABLE, nextAction: "fix_date" })] });
    const text = "Invalid date format\nPlease retry with ISO-8601.\n[Next action: fix_date]";
    const json = JSON.stringify(CALL.arguments);
    const openai = await tp
      .toOpenAI()
      .answer([{ id: "1", function: { name: CALL.name, arguments: json } }]);
    expect(openai).toMatchObject([{ role: "tool", content: `Error: ${text}` }]);
    const use = { type: "tool_use" as const, id: "2", name: CALL.name, input: CALL.arguments };
    const anthropic = await tp.toAnthropic().answer([use] as never);
    expect(anthropic?.content).toMatchObject([{ is_error: true, content: text }]);
    const sdk = tp.toAiSdk().create_event;
    const output = await tp.call({ ...CALL, id: "3" });
    expect(sdk?.toModelOutput({ toolCallId: "3", output })).toEqual({
      type: "error-text",
      value: text,
    });
    const input = new PassThrough();
    const out = new PassThrough();
    serveMcpStdio(await tp.toMcp(), { input, output: out });
    const client = createClient("2025-11-25");
    await client.connect(createLineTransport({ input: out, output: input }));
    expect(await client.callTool({ name: CALL.name, arguments: CALL.arguments })).toMatchObject({
      isError: true,
      content: [{ type: "text", text }],
    });
    await client.close();
  });

  it("stays data where an MCP server sent it", async () => {
    const content = [{ type: "text", text: JSON.stringify(TERMINAL) }];
    const server = await serveLoopbackMcp([
      {
        name: "create_event",
        inputSchema: { type: "object" },
        answer: () => ({ content, structuredContent: TERMINAL }),
      },
    ]);
    const { tp } = await open({
      tools: [],
      localHosts: [new URL(server.url).host],
      sources: { calendar: { url: server.url } },
    });
    await tp.sources.start();
    const result = await tp.call({ ...CALL, name: "mcp__calendar__create_event" });
    expect(result).toMatchObject({ type: "output", data: TERMINAL });
    expect(result.flow).toBeUndefined();
  });

  it("is data like any other without the profile", async () => {
    const { tp } = await open({ isPlain: true, tools: [returning(TERMINAL)] });
    expect(await tp.call(CALL)).toMatchObject({ type: "output", data: TERMINAL });
  });
});

describe("a tool's mode", () => {
  const NAMES = {
    read: ["get_", "list_", "read_", "search_"],
    safe_write: ["create_", "update_", "add_", "set_"],
    destructive: ["delete_", "remove_", "archive_", "drop_"],
    local: ["local_", "shell_", "exec_"],
  };

  it("follows from its name, and only a local one asks", async () => {
    const named = Object.entries(NAMES).flatMap(([mode, prefixes]) =>
      prefixes.map((prefix) => ({ mode, id: `${prefix}event` })),
    );
    for (const { mode, id } of named) expect(decideToolMode(id)).toBe(mode);
    const all = [...named, { mode: "external", id: "send_mail" }];
    const { tp, broker } = await open({ tools: all.map(({ id }) => returning(CREATED, id)) });
    for (const { id } of all)
      expect(await tp.call({ id, name: id, arguments: {} })).toMatchObject({ type: "output" });
    const asked = broker.questions().map((question) => question.tool);
    expect(asked).toEqual(NAMES.local.map((prefix) => `${prefix}event`));
  });

  it("is overridden by the decorator's mode, in a class that TypeScript compiled", async () => {
    const calendar = new ((await compiled()).calendarWith(tool))();
    const tools = toolsOf(calendar);
    expect(tools.map(({ id, mode }) => [id, mode])).toEqual([
      ["get_count", "read"],
      ["create_event", "safe_write"],
      ["open_calendar", "local"],
    ]);
    const { tp, broker } = await open({ tools });
    expect(await tp.call(CALL)).toMatchObject({ flow: { message: "Event created." } });
    expect(calendar.events).toEqual(["Lunch"]);
    expect(await tp.call({ id: "2", name: "get_count", arguments: {} })).toMatchObject({
      data: { count: 1 },
    });
    expect(broker.questions()).toEqual([]);
    await tp.call({ id: "3", name: "open_calendar", arguments: {} });
    expect(broker.questions()).toHaveLength(1);
  });

  it("is overridden by the same function without the sign, for a plain function", async () => {
    const send_mail = tool({ description: "Sends.", mode: "local" })(() => "sent");
    const [made] = toolsOf({ send_mail });
    expect(made).toMatchObject({ id: "send_mail", mode: "local" });
    expect(() => toolsOf({ send: () => "sent" })).toThrow("no method is marked");
    const field = { kind: "field", name: "send" };
    expect(() => tool({ description: "Sends." })(() => "sent", field)).toThrow("only a method");
  });
});

async function compiled(): Promise<{ readonly calendarWith: typeof calendarWith }> {
  const folder = folderWith({ "package.json": '{"type":"module"}' });
  const tsc = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
  const source = join(import.meta.dirname, "decorated-calendar.ts");
  const flags = ["--noCheck", "--target", "es2022", "--module", "esnext", "--ignoreConfig"];
  execFileSync(process.execPath, [tsc, source, "--outDir", folder, ...flags]);
  return import(pathToFileURL(join(folder, "decorated-calendar.js")).href);
}

describe("a safe write", () => {
  const EDIT = { path: "a.txt", old_string: "one", new_string: "two" };

  it("runs unasked, and its diff is shown before it runs [R225]", async () => {
    const folder = folderWith({ "a.txt": "one\n" });
    const seen: string[] = [];
    const onEvent = ({ type, ...event }: ToolplaneEvent): void => {
      if (type === "session-open") return;
      seen.push(`${type} ${readFileSync(join(folder, "a.txt"), "utf8").trim()}`);
      if (type === "call-preview") seen.push(JSON.stringify(event));
    };
    const { tp, broker } = await open({ onEvent }, folder);
    const result = await tp.call({ id: "1", name: "edit", arguments: EDIT });
    expect(result).toMatchObject({ type: "output" });
    expect(broker.questions()).toEqual([]);
    expect(seen[0]).toBe("call-preview one");
    expect(seen[1]).toContain("-one\\n+two");
    expect(seen.slice(2)).toEqual(["call-start one", "call-end two", "call-settle two"]);
  });

  it.each([
    ["write", { path: "b.txt", content: "new\n" }, "created"],
    ["apply_patch", { patch: "*** Begin Patch\n*** Delete File: a.txt\n*** End Patch" }, "removed"],
  ] as const)("is shown for %s too", async (name, args, kind) => {
    const { tp, events } = await open({ preset: "everyday" });
    expect(await tp.call({ id: "1", name, arguments: args })).toMatchObject({ type: "output" });
    const shown = events.filter(({ type }) => type === "call-preview");
    expect(shown).toMatchObject([{ tool: name, changes: [{ kind }] }]);
  });

  it("shows nothing of a file that a rule hides, and nothing without the profile", async () => {
    const rules = [{ permission: "fs.read", pattern: "**/a.txt", action: "deny" }] as const;
    const hidden = await open({ policy: [{ scope: "project", rules } as never] });
    const write = { id: "1", name: "write", arguments: { path: "a.txt", content: "two\n" } };
    await hidden.tp.call(write);
    const plain = await open({ isPlain: true, session: { mode: "yolo" } });
    await plain.tp.call(write);
    for (const { events } of [hidden, plain])
      expect(events.some(({ type }) => type === "call-preview")).toBe(false);
  });

  it.runIf(hasSandbox)(
    "is shown of a command by what it changed, before that lands [R225] (needs bubblewrap)",
    async () => {
      const folder = folderWith({ "a.txt": "one\n" });
      const seen: string[] = [];
      const onEvent = (event: ToolplaneEvent): void => {
        if (event.type !== "call-preview") return;
        seen.push(readFileSync(join(folder, "a.txt"), "utf8"), event.changes[0]?.diff ?? "");
      };
      const { tp, broker } = await open({ onEvent }, folder);
      const command = { command: "echo two > a.txt" };
      await tp.call({ id: "1", name: "bash", arguments: command });
      expect(broker.questions().map(({ kind }) => kind)).toEqual(["permission"]);
      expect(seen).toEqual(["one\n", expect.stringContaining("-one\n+two")]);
      expect(readFileSync(join(folder, "a.txt"), "utf8")).toBe("two\n");
    },
  );
});

describe("completion", () => {
  const outcomeOf = async (harness: object) => {
    const { tp } = await open({ tools: [returning(harness)] });
    const agent = await tp.agent({ model: scriptedModel(SCRIPT) });
    return agent.run("Plan lunch.");
  };

  it("ends the run with a failed call that says nothing else [R090]", async () => {
    expect(await outcomeOf({ success: false, error: "No." })).toMatchObject({
      status: "stopped",
      by: "tool",
    });
    expect(await outcomeOf(TERMINAL)).toMatchObject({
      status: "stopped",
      by: "tool",
      message: expect.stringContaining("Calendar service unavailable"),
    });
  });

  it("asks the model again where the failure says needsFollowup [R090]", async () => {
    const done = { status: "done", text: "I tried." };
    expect(await outcomeOf(RECOVERABLE)).toEqual(done);
    expect(await outcomeOf(CREATED)).toEqual(done);
    expect(await outcomeOf({ ...CREATED, terminal: true })).toEqual({
      status: "done",
      text: "Event created.",
    });
  });
});
