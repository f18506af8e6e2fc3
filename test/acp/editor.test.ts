/** The agent in an editor, with the protocol's own client as the editor. Every line of both is held against the protocol's schema. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scriptedModel } from "@toolplane/agent";
import { type Editor, type EditorOptions, openEditor } from "@toolplane/cli/fixtures";
import { TOOL_KINDS } from "@toolplane/contract";
import { afterEach, describe, expect, it, vi } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";

const editors: Editor[] = [];

afterEach(async () => {
  for (const editor of editors.splice(0)) {
    const faults = editor.faults();
    await editor.close();
    expect(faults).toEqual([]);
  }
});

async function open(options: EditorOptions): Promise<Editor> {
  const editor = await openEditor(options);
  editors.push(editor);
  return editor;
}

const read = (editor: Editor, path: string): string =>
  readFileSync(join(editor.world.workspace, path), "utf8");

const FILES = { "add.mjs": "export const add = (a, b) => a - b;\n", ".env": "KEY=hunter2\n" };
const DENY_ENV =
  '{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }] }\n';
const ASK_EDITS = '{ "rules": [{ "permission": "edit", "pattern": "*", "action": "ask" }] }\n';

const EDIT = {
  name: "edit",
  arguments: { path: "add.mjs", old_string: "a - b", new_string: "a + b" },
};

describe("a prompt", () => {
  it("takes pictures, and hands them to the model beside the words", async () => {
    const seen: string[] = [];
    const script = scriptedModel([{ text: "A cat." }]);
    const model = {
      ...script,
      answer: (...given: Parameters<typeof script.answer>) => {
        seen.push(JSON.stringify(given[0].messages));
        return script.answer(...given);
      },
    };
    const editor = await open({ script: [], agent: { model: async () => model } });
    const sessionId = await editor.session();
    const image = { type: "image" as const, data: "iVBORw0KGgo=", mimeType: "image/png" };
    const prompt = [{ type: "text" as const, text: "What is it?" }, image];
    const ended = await editor.agent.request("session/prompt", { sessionId, prompt });
    expect(ended).toEqual({ stopReason: "end_turn" });
    expect(seen[0]).toContain('"data":"iVBORw0KGgo=","mime_type":"image/png"');
  });

  it("shows what a subagent does while it does it", async () => {
    const gate = Promise.withResolvers<void>();
    const script = scriptedModel([
      { calls: [{ name: "task", arguments: { prompt: "Look.", subagent_type: "search" } }] },
      { agent: "search", calls: [{ name: "read", arguments: { path: "add.mjs" } }] },
      { agent: "search", text: "It subtracts." },
      { text: "Done." },
    ]);
    const model = {
      ...script,
      async answer(...[request, options]: Parameters<typeof script.answer>) {
        // Until the editor was told of the call that the subagent has made.
        if (request.agent && request.messages.length > 1) await gate.promise;
        return script.answer(request, options);
      },
    };
    const editor = await open({ files: FILES, script: [], agent: { model: async () => model } });
    const sessionId = await editor.session();
    const working = editor.prompt(sessionId, "What is wrong?");
    await vi.waitFor(
      () => expect(JSON.stringify(editor.of("tool_call_update"))).toContain("calling tool read"),
      { timeout: WAITING_MS },
    );
    gate.resolve();
    expect(await working).toEqual({ stopReason: "end_turn" });
    expect(JSON.stringify(editor.of("tool_call_update").at(-1))).toContain("It subtracts.");
  });

  it("[R215] tells of every call with its kind, place and state, and of what changed as a diff", async () => {
    const editor = await open({
      files: { ...FILES, ".toolplane/policy.jsonc": DENY_ENV },
      script: [
        {
          text: "I look first.",
          calls: [
            { name: "read", arguments: { path: "add.mjs", offset: 1 } },
            { name: "read", arguments: { path: ".env" } },
            { name: "grep", arguments: { pattern: "add" } },
            { name: "nothing_of_the_kind" },
          ],
        },
        { calls: [EDIT] },
        { text: "Mended." },
      ],
    });
    const sessionId = await editor.session();
    expect(await editor.prompt(sessionId, "Mend add.")).toEqual({ stopReason: "end_turn" });
    const words = editor.of("agent_message_chunk").map(({ content }) => content);
    expect(words).toEqual([
      { type: "text", text: "I look first." },
      { type: "text", text: "Mended." },
    ]);
    const calls = editor.of("tool_call");
    expect(calls.map(({ title, kind, status }) => [title, kind, status])).toEqual([
      ["read add.mjs", "read", "pending"],
      ["read .env", "read", "pending"],
      ["grep add", "search", "pending"],
      ["nothing_of_the_kind", "other", "pending"],
      ["edit add.mjs", "edit", "pending"],
    ]);
    for (const { kind } of calls) expect(TOOL_KINDS).toContain(kind);
    const path = join(editor.world.workspace, "add.mjs");
    expect(calls[0]).toMatchObject({
      locations: [{ path, line: 1 }],
      rawInput: { path: "add.mjs" },
    });
    const last = (id: string | undefined) =>
      editor.of("tool_call_update").findLast(({ toolCallId }) => toolCallId === id);
    expect(last(calls[1]?.toolCallId)).toMatchObject({ status: "failed" });
    expect(last(calls[3]?.toolCallId)).toMatchObject({ status: "failed" });
    expect(last(calls[4]?.toolCallId)).toMatchObject({
      status: "completed",
      content: [
        {
          type: "diff",
          path,
          oldText: "export const add = (a, b) => a - b;\n",
          newText: "export const add = (a, b) => a + b;\n",
        },
      ],
    });
    const states = editor
      .of("tool_call_update")
      .filter(({ toolCallId }) => toolCallId === calls[4]?.toolCallId)
      .map(({ status }) => status);
    expect(states).toEqual(["in_progress", "completed"]);
    expect(JSON.stringify(editor.updates)).not.toContain("hunter2");
    expect(read(editor, "add.mjs")).toContain("a + b");
  });

  it("tells the agent's list as a plan", async () => {
    const todos = [
      { content: "Look", activeForm: "Looking", status: "completed" },
      { content: "Mend", activeForm: "Mending", status: "in_progress" },
    ];
    const editor = await open({
      files: FILES,
      script: [{ calls: [{ name: "todo", arguments: { todos } }] }, { text: "Done." }],
    });
    await editor.prompt(await editor.session(), "Plan it.");
    expect(editor.of("plan")).toMatchObject([
      {
        entries: [
          { content: "Look", status: "completed" },
          { content: "Mend", status: "in_progress" },
        ],
      },
    ]);
  });

  it("shows what a command prints, as a terminal where the editor has one for it", async () => {
    const script = [{ calls: [{ name: "bash", arguments: { command: "echo one; echo two" } }] }];
    const plain = await open({ script });
    await plain.prompt(await plain.session(), "Run it.");
    const shown = plain.of("tool_call_update").at(-1);
    expect(shown).toMatchObject({ status: "completed" });
    expect(JSON.stringify(shown?.content)).toContain("one\\ntwo");
    const rich = await open({ script, capabilities: { _meta: { terminal_output: true } } });
    await rich.prompt(await rich.session(), "Run it.");
    const updates = rich.of("tool_call_update");
    const id = updates[0]?.toolCallId;
    expect(updates[0]).toMatchObject({ content: [{ type: "terminal", terminalId: id }] });
    const printed = updates.map(
      ({ _meta }) => (_meta?.terminal_output as { data?: string } | undefined)?.data ?? "",
    );
    expect(printed.join("")).toBe("one\ntwo\n");
    expect(updates.at(-1)?._meta).toMatchObject({
      terminal_exit: { terminal_id: id, exit_code: 0 },
    });
  });
});

describe("a question", () => {
  const ask = (answer: EditorOptions["answer"], turns = 1) =>
    open({
      files: { ...FILES, ".toolplane/policy.jsonc": ASK_EDITS },
      script: [...Array.from({ length: turns }, () => ({ calls: [EDIT] })), { text: "Done." }],
      ...(answer ? { answer } : {}),
    });

  it("[R217] is a permission request with the card, the diff and four options", async () => {
    const editor = await ask(() => "allow_once");
    const sessionId = await editor.session();
    await editor.prompt(sessionId, "Mend add.");
    expect(editor.asked).toHaveLength(1);
    const [asked] = editor.asked;
    expect(asked?.options.map(({ kind }) => kind)).toEqual([
      "allow_once",
      "allow_always",
      "reject_once",
      "reject_always",
    ]);
    expect(asked).toMatchObject({
      sessionId,
      toolCall: { title: "edit add.mjs", kind: "edit", status: "pending" },
    });
    const content = JSON.stringify(asked?.toolCall.content);
    expect(content).toContain("Why it asks:");
    expect(content).toContain("Allowing it always would cover exactly:");
    expect(asked?.toolCall.content).toContainEqual({
      type: "diff",
      path: join(editor.world.workspace, "add.mjs"),
      oldText: "export const add = (a, b) => a - b;\n",
      newText: "export const add = (a, b) => a + b;\n",
    });
    expect(read(editor, "add.mjs")).toContain("a + b");
  });

  it("is not asked again after always, and not after a no for good", async () => {
    const yes = await ask(() => "allow_always", 2);
    await yes.prompt(await yes.session(), "Mend add.");
    expect(yes.asked).toHaveLength(1);
    const no = await ask(() => "reject_always", 2);
    await no.prompt(await no.session(), "Mend add.");
    expect(no.asked).toHaveLength(1);
    expect(read(no, "add.mjs")).toContain("a - b");
    const once = await ask(() => "reject_once", 2);
    await once.prompt(await once.session(), "Mend add.");
    expect(once.asked).toHaveLength(2);
  });

  it("offers a rule in the words of its option, says what it would have covered, and is not asked again after it", async () => {
    const build = (words: string) => ({
      calls: [{ name: "bash", arguments: { command: `npm run build${words}` } }],
    });
    const covered = "Would have covered 1 past call, none refused.";
    const editor: Editor = await open({
      files: {
        "package.json": '{ "scripts": { "build": "echo built" } }',
        "../config/config.jsonc": '{ "sandbox": "none" }',
      },
      script: [build(""), build(" -- --a"), build(" -- --b"), { text: "Done." }],
      answer: async () => {
        if (editor.asked.length === 1) return "allow_once";
        // Counted while the question is open: the editor gets the card once more.
        await until(() => JSON.stringify(editor.of("tool_call_update")).includes(covered));
        return "allow_rule";
      },
    });
    await editor.prompt(await editor.session(), "Build it.");
    expect(editor.asked).toHaveLength(2);
    expect(editor.asked[1]?.options).toContainEqual({
      optionId: "allow_rule",
      name: "Allow always in this project: npm run build with any arguments",
      kind: "allow_always",
    });
    expect(JSON.stringify(editor.of("tool_call_update").at(-1))).toContain("built --b");
    const listed = await editor.world.run(["policy", "list"]);
    expect(listed.stdout).toContain("npm run build *");
  });

  it("that the client closes is no answer, and says so", async () => {
    const editor = await ask(() => "cancelled");
    await editor.prompt(await editor.session(), "Mend add.");
    expect(read(editor, "add.mjs")).toContain("a - b");
    const last = editor.of("tool_call_update").at(-1);
    expect(last).toMatchObject({ status: "failed" });
    expect(JSON.stringify(last)).toContain("No person rejected it");
  });
});

describe("cancelling", () => {
  it("stops a command, settles every call and answers with its own stop reason", async () => {
    const editor = await open({
      script: [
        {
          calls: [
            { name: "bash", arguments: { command: "echo begun; sleep 600" } },
            { name: "bash", arguments: { command: "sleep 600" } },
          ],
        },
      ],
    });
    const sessionId = await editor.session();
    const prompting = editor.prompt(sessionId, "Wait.");
    await until(() => JSON.stringify(editor.updates).includes("begun"));
    await editor.agent.notify("session/cancel", { sessionId });
    expect(await prompting).toEqual({ stopReason: "cancelled" });
    const open_ = new Set(editor.of("tool_call").map(({ toolCallId }) => toolCallId));
    for (const { toolCallId, status } of editor.of("tool_call_update"))
      if (status === "failed") open_.delete(toolCallId);
    expect([...open_]).toEqual([]);
  });

  it("takes an open question back", async () => {
    const editor = await open({
      files: { ...FILES, ".toolplane/policy.jsonc": ASK_EDITS },
      script: [{ calls: [EDIT] }, { text: "Done." }],
      answer: () => new Promise<never>(() => undefined),
    });
    const sessionId = await editor.session();
    const prompting = editor.prompt(sessionId, "Mend add.");
    await until(() => editor.asked.length > 0);
    await editor.agent.notify("session/cancel", { sessionId });
    expect(await prompting).toEqual({ stopReason: "cancelled" });
    expect(read(editor, "add.mjs")).toContain("a - b");
  });
});

describe("why a turn stops", () => {
  it.each([
    ["max_turn_requests", { turns: 1 }, [{ calls: [EDIT] }, { text: "Done." }]],
    ["max_tokens", {}, [{ text: "So much", finish: "length" as const }]],
    ["refusal", {}, [{ text: "", finish: "refused" as const }]],
  ])("is told as %s", async (stopReason, limits, script) => {
    const editor = await open({ files: FILES, script, agent: { limits } });
    expect(await editor.prompt(await editor.session(), "Go.")).toEqual({ stopReason });
    expect(editor.of("agent_message_chunk").length).toBeGreaterThan(0);
  });
});

describe("a session", () => {
  it("has our modes, and a person changes them", async () => {
    const editor = await open({
      files: FILES,
      script: [{ text: "Hello." }],
    });
    const { sessionId, modes } = await editor.agent.request("session/new", {
      cwd: editor.world.workspace,
      mcpServers: [],
    });
    expect(modes?.currentModeId).toBe("ask");
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(["ask", "allowlist", "yolo"]);
    await editor.agent.request("session/set_mode", { sessionId, modeId: "yolo" });
    await until(() => editor.of("current_mode_update").length > 0);
    expect(editor.of("current_mode_update")).toMatchObject([{ currentModeId: "yolo" }]);
    await expect(
      editor.agent.request("session/set_mode", { sessionId, modeId: "god" }),
    ).rejects.toMatchObject({ code: -32602 });
  });

  it("in mode yolo runs what only nobody decided, and still asks what a rule asks about", async () => {
    const write = { name: "write", arguments: { path: "out.txt", content: "x" } };
    const editor = await open({
      files: { ...FILES, ".toolplane/policy.jsonc": ASK_EDITS },
      script: [{ calls: [write] }, { calls: [write] }, { calls: [EDIT] }, { calls: [write] }],
      agent: { limits: { turns: 1 } },
    });
    mkdirSync(editor.world.config, { recursive: true });
    writeFileSync(join(editor.world.config, "config.jsonc"), '{ "contained": false }\n');
    const sessionId = await editor.session();
    await editor.prompt(sessionId, "One.");
    expect(editor.asked).toHaveLength(1);
    await editor.agent.request("session/set_mode", { sessionId, modeId: "yolo" });
    await editor.prompt(sessionId, "Two.");
    expect(editor.asked).toHaveLength(1);
    await editor.prompt(sessionId, "Three.");
    expect(editor.asked).toHaveLength(2);
    await editor.agent.request("session/set_mode", { sessionId, modeId: "ask" });
    await editor.prompt(sessionId, "Four.");
    expect(editor.asked).toHaveLength(3);
  });

  it("is listed, loaded with all that was said, and gone on with", async () => {
    const editor = await open({
      files: FILES,
      script: [
        { text: "I look.", calls: [{ name: "read", arguments: { path: "add.mjs" } }] },
        { text: "It subtracts." },
        { text: "As I said." },
      ],
    });
    const sessionId = await editor.session();
    await editor.prompt(sessionId, "What does add do?");
    const { sessions } = await editor.agent.request("session/list", {});
    expect(sessions).toMatchObject([
      { sessionId, cwd: editor.world.workspace, title: "What does add do?" },
    ]);
    await editor.agent.request("session/close", { sessionId });
    await expect(editor.prompt(sessionId, "Still there?")).rejects.toMatchObject({ code: -32002 });
    const before = editor.updates.length;
    await editor.agent.request("session/load", {
      sessionId,
      cwd: editor.world.workspace,
      mcpServers: [],
    });
    const told = editor.updates.slice(before);
    expect(told.map(({ sessionUpdate }) => sessionUpdate)).toEqual([
      "user_message_chunk",
      "agent_message_chunk",
      "tool_call",
      "agent_message_chunk",
    ]);
    expect(told[2]).toMatchObject({ title: "read add.mjs", kind: "read", status: "completed" });
    expect(await editor.prompt(sessionId, "Sure?")).toEqual({ stopReason: "end_turn" });
    expect(editor.updates.at(-1)).toMatchObject({ content: { text: "As I said." } });
  });

  it("offers the skills of a person as commands", async () => {
    const seen: string[] = [];
    const editor = await open({
      files: FILES,
      script: ({ messages: [first] }) => {
        seen.push(first?.role === "user" ? first.text : "");
        return { text: "Yes." };
      },
    });
    const skill = join(editor.world.environment.HOME ?? "", ".agents/skills/release");
    mkdirSync(skill, { recursive: true });
    writeFileSync(
      join(skill, "SKILL.md"),
      "---\nname: release\ndescription: Cuts a release.\n---\nTag the commit.\n",
    );
    const sessionId = await editor.session();
    await until(() => editor.of("available_commands_update").length > 0);
    expect(editor.of("available_commands_update")).toMatchObject([
      { availableCommands: [{ name: "release", description: "Cuts a release." }] },
    ]);
    await editor.prompt(sessionId, "/release now");
    expect(seen).toEqual(["Use the skill release.\nnow"]);
  });

  it("without a model says what to do, when it is opened", async () => {
    const editor = await open({
      script: [],
      agent: { model: () => Promise.reject(new Error("boom")) },
    });
    await expect(editor.session()).rejects.toMatchObject({ code: -32603 });
  });
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
