/** MCP servers that an editor hands over: none starts before the person agreed to exactly that command. */
import { existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type Editor, type EditorOptions, openCliWorld, openEditor } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const editors: Editor[] = [];

afterEach(async () => {
  for (const editor of editors.splice(0)) {
    const faults = editor.faults();
    await editor.close();
    expect(faults).toEqual([]);
  }
});

const EVERYTHING = join(
  dirname(
    createRequire(import.meta.url).resolve("@modelcontextprotocol/server-everything/package.json"),
  ),
  "dist/index.js",
);

const SERVER = {
  name: "everything",
  command: process.execPath,
  args: [EVERYTHING],
  env: [{ name: "API_TOKEN", value: "sesame-sesame" }],
};

const FIND = { calls: [{ name: "tool_search", arguments: { query: "echo" } }] };
const ECHO = {
  calls: [{ name: "mcp__everything__echo", arguments: { message: "heard" } }],
};

async function open(answer: EditorOptions["answer"]): Promise<Editor> {
  const editor = await openEditor({
    script: [FIND, ECHO, { text: "Done." }, ECHO, { text: "Done." }],
    ...(answer ? { answer } : {}),
  });
  editors.push(editor);
  return editor;
}

const isConsent = (title: unknown): boolean => String(title).startsWith("Start the MCP server");

describe.skipIf(!hasSandbox)("a server of the editor (needs bubblewrap)", () => {
  it("is asked about with its whole command, and its tools are used after a yes", async () => {
    const editor = await open(() => "allow_once");
    const sessionId = await editor.session({ mcpServers: [SERVER] });
    expect(editor.asked).toEqual([]);
    await editor.prompt(sessionId, "Echo it.");
    const consents = editor.asked.filter(({ toolCall }) => isConsent(toolCall.title));
    expect(consents).toHaveLength(1);
    const shown = JSON.stringify(consents[0]);
    expect(shown).toContain(EVERYTHING);
    expect(shown).toContain("API_TOKEN");
    expect(shown).not.toContain("sesame");
    expect(JSON.stringify(editor.of("tool_call_update").at(-1))).toContain("heard");
  });

  it("that was agreed to for good is not asked about by the next process, and any other is", async () => {
    const world = openCliWorld({});
    onTestFinished(() => world.remove());
    const consents = async (server: typeof SERVER): Promise<number> => {
      const editor = await openEditor({
        world,
        script: [{ text: "Done." }],
        answer: () => "allow_always" as const,
      });
      const sessionId = await editor.session({ mcpServers: [server] });
      await editor.prompt(sessionId, "Begin.");
      const asked = editor.asked.filter(({ toolCall }) => isConsent(toolCall.title)).length;
      await editor.close();
      return asked;
    };
    expect([await consents(SERVER), await consents(SERVER)]).toEqual([1, 0]);
    const other = { ...SERVER, args: [...SERVER.args, "stdio"] };
    expect(await consents(other)).toBe(1);
  });

  it("is not started after a no, and not asked about again", async () => {
    const mark = "started";
    const editor = await open(({ toolCall }) =>
      isConsent(toolCall.title) ? "reject_once" : "allow_once",
    );
    const program = join(editor.world.root, "server.cjs");
    const at = join(editor.world.workspace, mark);
    writeFileSync(program, `require("node:fs").writeFileSync(${JSON.stringify(at)}, "");\n`);
    const server = { ...SERVER, args: [program], env: [] };
    const sessionId = await editor.session({ mcpServers: [server] });
    await editor.prompt(sessionId, "Echo it.");
    await editor.prompt(sessionId, "Echo it again.");
    expect(editor.asked.filter(({ toolCall }) => isConsent(toolCall.title))).toHaveLength(1);
    expect(existsSync(at)).toBe(false);
    expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
  });

  it("is not started where nobody answers, and asked about at the next prompt", async () => {
    const editor = await open(() => "cancelled");
    const sessionId = await editor.session({ mcpServers: [SERVER] });
    await editor.prompt(sessionId, "Echo it.");
    await editor.prompt(sessionId, "Echo it again.");
    expect(editor.asked.filter(({ toolCall }) => isConsent(toolCall.title))).toHaveLength(2);
    expect(editor.of("tool_call_update").at(-1)).toMatchObject({ status: "failed" });
  });
});

describe("a server that cannot be meant", () => {
  it("is told when the session is opened", async () => {
    const editor = await open(() => "allow_once");
    const http = { type: "http" as const, name: "x", url: "ftp://example.com", headers: [] };
    await expect(editor.session({ mcpServers: [http] })).rejects.toMatchObject({ code: -32603 });
    const sse = { type: "sse" as const, name: "x", url: "https://example.com", headers: [] };
    await expect(editor.session({ mcpServers: [sse] })).rejects.toMatchObject({ code: -32602 });
  });
});
