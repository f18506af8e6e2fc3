/** The document of Steerable, read aloud: `createToolplane({ profile: "steerable" })` behaves as it says, in its order. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { pathToFileURL } from "node:url";
import { openCliWorld, openEditor } from "@toolplane/cli/fixtures";
import { decideToolMode, toHarnessResult, tool, toolsOf } from "@toolplane/compat";
import { defineTool, type JsonObject, type Tool, type ToolplaneEvent } from "@toolplane/contract";
import { createLineTransport, serveMcpStdio } from "@toolplane/mcp";
import { createScriptedBroker } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { type ScriptedTurn, scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { runInPty } from "../cli/approvals/pty.fixture.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { createClient } from "../mcp/world.ts";
import { WAITING_MS } from "../setup/hanging.ts";
import type { calendarWith } from "./decorated-calendar.ts";
import { serveLoopbackMcp } from "./loopback-mcp.fixture.ts";

/** The document's own examples. */
const CALL = {
  id: "c_42",
  name: "create_event",
  arguments: { title: "Lunch", start: "2026-05-15T12:00:00Z" },
};
const CREATED = { success: true, message: "Event created.", data: { eventId: "e_777" } };
const RECOVERABLE = {
  success: false,
  needsFollowup: true,
  error: "Invalid date format",
  message: "Please retry with ISO-8601.",
};
const TERMINAL = { success: false, terminal: true, error: "Calendar service unavailable" };

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

/** A tool in a folder of the person's own, which is trusted. */
const folderTool = (harness: object): string => `
import { defineTool } from "@toolplane/contract";
export const tool = defineTool({ id: "create_event", description: "Creates an event.", parameters: { type: "object" }, requires: {}, execute: () => (${JSON.stringify(harness)}) });`;

/** The program with the profile in the person's configuration, and one tool in their folder. */
function openProgram(harness: object, turns: readonly ScriptedTurn[] = []) {
  const script = turns.map((turn) => JSON.stringify(turn)).join("\n");
  const world = openCliWorld({ "a.txt": "one\n", "turns.jsonl": script });
  onTestFinished(() => world.remove());
  const folder = join(world.root, "home/.toolplane/tools");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "create_event.ts"), folderTool(harness));
  world.write({ "../config/config.jsonc": '{ "profile": "steerable" }' });
  return world;
}

const HIDDEN = { ...CREATED, message: "Event\u202e created.\u001b[2J" };

describe("a message for the person", () => {
  it("is printed by call, with the failure as the exit code", async () => {
    const good = await openProgram(HIDDEN).run(["call", "create_event"]);
    expect(JSON.parse(good.stdout)).toEqual(CREATED.data);
    expect(good.stderr).toContain("Event created.[2J\n");
    const bad = await openProgram(RECOVERABLE).run(["call", "create_event"]);
    expect(bad.stderr).toMatch(
      /create_event {2}failed\n {2}Invalid date format[\s\S]*Please retry/,
    );
    expect(bad.code).toBe(1);
  });

  it("is kept in the record, and shown from there", async () => {
    const world = openProgram(RECOVERABLE);
    const { sessionId } = JSON.parse((await world.run(["call", "create_event", "--json"])).stdout);
    const { stdout } = await world.run(["show", sessionId, "1"]);
    expect(stdout).toMatch(/failed, at execute[\s\S]*Please retry with ISO-8601\./);
  });

  it("is shown by run, beside the call", async () => {
    const world = openProgram(CREATED, [{ calls: [{ name: "create_event" }] }, { text: "Done." }]);
    const { stderr } = await world.run(["run", "Plan.", "--script", "turns.jsonl"]);
    expect(stderr).toMatch(/create_event[^\n]*\n {4}Event created\./);
  });

  it("reaches an editor with the result of the call", async () => {
    const world = openProgram(CREATED);
    const script = [{ calls: [{ name: "create_event" }] }, { text: "Done." }];
    const editor = await openEditor({ script, world });
    await editor.prompt(await editor.session(), "Plan lunch.");
    const told = JSON.stringify(editor.of("tool_call_update"));
    expect(told).toContain("Event created.");
    await editor.close();
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

  it("is printed by call before the write, and not a second time", async () => {
    const world = openProgram(CREATED);
    const { stdout, stderr } = await world.run([
      ...["call", "edit", "--path", "a.txt", "--old-string", "one", "--new-string", "two"],
    ]);
    expect(stdout.match(/\+ two/g)).toHaveLength(1);
    expect(stderr).toContain("✓ edit  a.txt +1 −1");
  });

  it("is a difference in the editor while the call has not ended", async () => {
    const script = [{ calls: [{ name: "edit", arguments: EDIT }] }, { text: "Done." }];
    const editor = await openEditor({ script, world: openProgram(CREATED) });
    await editor.prompt(await editor.session(), "Change it.");
    const updates = editor.of("tool_call_update");
    const preview = updates.findIndex(({ content }) => content?.[0]?.type === "diff");
    const running = updates.findIndex(({ status }) => status === "in_progress");
    expect(updates[preview]?.content).toMatchObject([{ oldText: "one\n", newText: "two\n" }]);
    expect(preview).toBeLessThan(running);
    await editor.close();
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
  const SCRIPT: readonly ScriptedTurn[] = [
    { calls: [{ name: "create_event", arguments: CALL.arguments }] },
    { text: "I tried." },
  ];
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

  it("ends a run of the program by the word in the configuration [R090]", async () => {
    const ended = await openProgram(TERMINAL, SCRIPT).run([
      "run",
      "Go.",
      "--script",
      "turns.jsonl",
    ]);
    expect(ended.stderr).toContain("Stopped: ");
    expect(ended.stderr).toContain("Calendar service unavailable");
    expect(ended.stdout).not.toContain("I tried.");
    const again = openProgram(RECOVERABLE, SCRIPT);
    const went = await again.run(["run", "Go.", "--script", "turns.jsonl"]);
    expect([went.code, went.stdout]).toEqual([0, "I tried.\n"]);
  });

  it("ends the work of a chat, which shows the diff before and the failure with its message [R090]", async () => {
    const edit = { path: "a.txt", old_string: "one", new_string: "two" };
    const world = openProgram({ ...TERMINAL, message: "Try later." }, [
      { calls: [{ name: "edit", arguments: edit }] },
      ...SCRIPT,
    ]);
    const chat = runInPty(world, ["chat", "--script", "turns.jsonl"]);
    onTestFinished(async () => {
      chat.signal("SIGKILL");
      await chat.ended;
    });
    await chat.shows(/Enter: send/);
    chat.type("go\r");
    const all =
      /edit is about to change:[\s\S]*\+ two[\s\S]*✓ edit[\s\S]*unavailable\n +Try later\./;
    await vi.waitFor(() => expect(chat.screen(80, 40)).toMatch(all), { timeout: WAITING_MS });
    await vi.waitFor(() => expect(chat.screen(80, 40)).toMatch(/Enter: send/), {
      timeout: WAITING_MS,
    });
    expect(chat.screen(80, 40)).not.toContain("I tried.");
  });

  it("ends the turn of an editor by the word in the configuration [R090]", async () => {
    const editor = await openEditor({ script: SCRIPT, world: openProgram(TERMINAL) });
    const ended = await editor.prompt(await editor.session(), "Go.");
    expect(ended).toEqual({ stopReason: "end_turn" });
    expect(JSON.stringify(editor.updates)).not.toContain("I tried.");
    expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
    await editor.close();
  });
});
