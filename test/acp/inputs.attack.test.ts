/** Inputs from an editor, by their effects: files that rules deny, sessions of others, answers that nobody offered. */
import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ContentBlock } from "@agentclientprotocol/sdk";
import { type Editor, type EditorOptions, openCliWorld, openEditor } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";

const CANARY = "hunter2";
const DENY_ENV =
  '{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }] }\n';
const ASK_WRITES = '{ "rules": [{ "permission": "write", "pattern": "*", "action": "ask" }] }\n';
const FILES = {
  ".env": `KEY=${CANARY}\n`,
  ".toolplane/policy.jsonc": DENY_ENV,
  "a b.txt": "plain\n",
};

async function open(options: Partial<EditorOptions>): Promise<Editor> {
  const editor = await openEditor({ script: [{ text: "Hello." }], files: FILES, ...options });
  onTestFinished(() => editor.close());
  return editor;
}

/** An editor whose model says nothing, and all that the model was shown. */
async function openSeen(): Promise<{ readonly editor: Editor; readonly seen: () => string }> {
  const shown: string[] = [];
  const editor = await open({
    script: ({ messages }) => {
      shown.push(JSON.stringify(messages));
      return { text: "I see." };
    },
  });
  const { workspace } = editor.world;
  symlinkSync(".env", join(workspace, "link.txt"));
  linkSync(join(workspace, ".env"), join(workspace, "hard.txt"));
  mkdirSync(join(workspace, "sub"));
  return { editor, seen: () => shown.join("\n") };
}

describe("a denied file that an editor attaches", () => {
  it.each([
    (at: string) => `file://${at}/.env`,
    (at: string) => `FILE://${at}/.env`,
    (at: string) => `file://localhost${at}/.env`,
    (at: string) => `file:${at}/.env`,
    (at: string) => `file://${at}/%2Eenv`,
    (at: string) => `file://${at}/%2e%65%6e%76`,
    (at: string) => `file://${at}/sub/../.env`,
    (at: string) => `file://${at}/sub/%2e%2e/.env`,
    (at: string) => `file://${at}//.env`,
    (at: string) => `file://${at}/.env#L1:2`,
    (at: string) => `file://${at}/.env?x=1`,
    (at: string) => `file://${at}/link.txt`,
    (at: string) => `file://${at}/hard.txt`,
    (at: string) => `${at}/.env`,
    () => ".env",
    () => "./sub/../.env",
    (at: string) => `zed://file${at}/.env`,
    (at: string) => `vscode://file${at}/.env`,
  ])("is not shown to the model, however it is called (%#)", async (spell) => {
    const { editor, seen } = await openSeen();
    const uri = spell(editor.world.workspace);
    const text = readFileSync(join(editor.world.workspace, ".env"), "utf8");
    const blocks: ContentBlock[] = [
      { type: "text", text: "Look." },
      { type: "resource", resource: { uri, text } },
      { type: "resource", resource: { uri, blob: Buffer.from(text).toString("base64") } },
      { type: "resource_link", uri, name: "notes" },
    ];
    const sessionId = await editor.session();
    await editor.agent.request("session/prompt", { sessionId, prompt: blocks });
    expect(seen()).toContain("Look.");
    expect(seen()).not.toContain(CANARY);
    expect(seen()).not.toContain(Buffer.from(text).toString("base64"));
  });

  it("takes nothing from those that rules do not deny", async () => {
    const { editor, seen } = await openSeen();
    const uri = `file://${editor.world.workspace}/a%20b.txt`;
    const sessionId = await editor.session();
    const prompt: ContentBlock[] = [{ type: "resource", resource: { uri, text: "plain\n" } }];
    await editor.agent.request("session/prompt", { sessionId, prompt });
    expect(seen()).toContain("plain");
  });
});

describe("a prompt of too much", () => {
  it("ten thousand parts, deep notes and names of JavaScript are an answer, and the next prompt is too", async () => {
    const editor = await open({});
    const sessionId = await editor.session();
    const deep = JSON.parse(`${'{"a":'.repeat(2_000)}1${"}".repeat(2_000)}`);
    const many = Array.from({ length: 10_000 }, (): ContentBlock => ({ type: "text", text: "x" }));
    const odd = JSON.parse(
      '{"type":"text","text":"x","__proto__":{"isAdmin":true},"constructor":1}',
    );
    for (const prompt of [many, [{ type: "text", text: "x", _meta: deep }], [odd], []])
      await editor.agent
        .request("session/prompt", { sessionId, prompt: prompt as ContentBlock[] })
        .catch(() => undefined);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    expect(await editor.prompt(sessionId, "Hello?")).toEqual({ stopReason: "end_turn" });
  });
});

describe("a session that an editor names", () => {
  it("is not taken from another folder, and not by a name that is a path", async () => {
    const first = await open({});
    const sessionId = await first.session();
    await first.prompt(sessionId, `Remember ${CANARY}.`);
    await first.agent.request("session/close", { sessionId });
    const other = join(first.world.root, "other");
    mkdirSync(other);
    const before = first.updates.length;
    for (const [id, cwd] of [
      [sessionId, other],
      [sessionId, "/"],
      [sessionId, first.world.data],
      [`../${sessionId}`, first.world.workspace],
      [`${sessionId}/..`, first.world.workspace],
      ["%", first.world.workspace],
      ["", first.world.workspace],
    ] as const)
      await expect(
        first.agent.request("session/load", { sessionId: id, cwd, mcpServers: [] }),
        `${id} in ${cwd}`,
      ).rejects.toThrow();
    expect(JSON.stringify(first.updates.slice(before))).not.toContain(CANARY);
  });

  it("is not opened where there is no folder", async () => {
    const editor = await open({});
    writeFileSync(join(editor.world.root, "file"), "");
    for (const cwd of [join(editor.world.root, "file"), "/no/such/folder"])
      await expect(editor.session({ cwd }), cwd).rejects.toThrow();
  });
});

describe("an answer to a permission request", () => {
  it.each([
    ["an option that nobody offered", { outcome: "selected", optionId: "allow_always_everything" }],
    ["an option by another spelling", { outcome: "selected", optionId: "Allow_Once" }],
    ["no option", { outcome: "selected" }],
    ["an option that is a list", { outcome: "selected", optionId: ["allow_once"] }],
    ["an outcome that is none", { outcome: "yes" }],
    ["a name of JavaScript", { outcome: "selected", optionId: "constructor" }],
    ["nothing", null],
  ])("that is %s changes nothing", async (_, outcome) => {
    const world = openCliWorld({ ".toolplane/policy.jsonc": ASK_WRITES });
    onTestFinished(world.remove);
    const editor = await open({
      world,
      script: [
        { calls: [{ name: "write", arguments: { path: "made.txt", content: "x" } }] },
        { text: "Done." },
      ],
      answer: () => new Promise<never>(() => undefined),
    });
    const sessionId = await editor.session();
    const prompting = editor.prompt(sessionId, "Write.");
    await expect.poll(() => editor.asked.length).toBe(1);
    const asked = editor.lines.find((line) => line.includes("session/request_permission"));
    const { id } = JSON.parse(asked ?? "{}") as { readonly id: number };
    editor.write(JSON.stringify({ jsonrpc: "2.0", id, result: { outcome } }));
    await prompting.catch(() => undefined);
    expect(existsSync(join(world.workspace, "made.txt"))).toBe(false);
  });
});
