/** The files of an editor: unsaved text is what tools read, and a rule is asked before the editor is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Editor, type EditorOptions, openEditor } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";

const editors: Editor[] = [];

afterEach(async () => {
  for (const editor of editors.splice(0)) {
    const faults = editor.faults();
    await editor.close();
    expect(faults).toEqual([]);
  }
});

const FS = { fs: { readTextFile: true, writeTextFile: true } };
const DENY_ENV =
  '{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }] }\n';

async function open(
  options: Omit<EditorOptions, "open">,
): Promise<Editor & { buffers: Map<string, string> }> {
  const buffers = new Map<string, string>();
  const editor = await openEditor({
    files: { "note.txt": "saved\n", ".env": "KEY=hunter2\n", ".toolplane/policy.jsonc": DENY_ENV },
    capabilities: FS,
    open: buffers,
    ...options,
  });
  editors.push(editor);
  return { ...editor, buffers };
}

const call = (name: string, args: Record<string, string>) => ({
  calls: [{ name, arguments: args }],
});
const NOTE = { path: "note.txt" };

describe("a file that is open in the editor", () => {
  it("is read with what is not saved yet, edited from there, written to disk and shown", async () => {
    const editor = await open({
      script: [
        call("read", NOTE),
        call("edit", { ...NOTE, old_string: "unsaved", new_string: "mended" }),
        { text: "Done." },
      ],
    });
    const path = join(editor.world.workspace, "note.txt");
    editor.buffers.set(path, "unsaved\n");
    await editor.prompt(await editor.session(), "Mend it.");
    expect(JSON.stringify(editor.of("tool_call_update"))).toContain("unsaved");
    expect(readFileSync(path, "utf8")).toBe("mended\n");
    expect(editor.buffers.get(path)).toBe("mended\n");
    const undo = await editor.world.run(["undo", "--yes"]);
    expect(undo.code).toBe(0);
    expect(readFileSync(path, "utf8")).toBe("saved\n");
  });

  it("is not written over by who never saw what is not saved", async () => {
    const editor = await open({
      script: [call("write", { ...NOTE, content: "new\n" }), { text: "Done." }],
    });
    const path = join(editor.world.workspace, "note.txt");
    editor.buffers.set(path, "unsaved\n");
    await editor.prompt(await editor.session(), "Write it.");
    expect(readFileSync(path, "utf8")).toBe("saved\n");
    expect(editor.buffers.get(path)).toBe("unsaved\n");
    expect(JSON.stringify(editor.of("tool_call_update").at(-1))).toContain("not saved");
  });

  it("is read from the disk where the editor has it not, and nobody is told of what was saved", async () => {
    const editor = await open({
      script: [call("read", NOTE), call("write", { ...NOTE, content: "new\n" }), { text: "Done." }],
    });
    const path = join(editor.world.workspace, "note.txt");
    await editor.prompt(await editor.session(), "Write it.");
    expect(readFileSync(path, "utf8")).toBe("new\n");
    expect(editor.buffers.size).toBe(0);
  });

  it("is not asked for where a rule denies it, nor before the session is known", async () => {
    const editor = await open({ script: [call("read", { path: ".env" }), { text: "Done." }] });
    editor.world.write({ "AGENTS.md": "Say little.\n" });
    editor.buffers.set(join(editor.world.workspace, ".env"), "KEY=hunter3\n");
    const sessionId = await editor.session();
    expect(editor.wanted).toEqual([]);
    await editor.prompt(sessionId, "Read it.");
    expect(editor.wanted.filter((path) => path.endsWith(".env"))).toEqual([]);
    expect(JSON.stringify(editor.updates)).not.toContain("hunter");
  });

  it("that a person attaches is judged as any read, and what they wrote about it is their own words", async () => {
    const seen: string[] = [];
    const editor = await open({
      script: ({ messages }) => {
        seen.push(messages.map((message) => ("text" in message ? message.text : "")).join("\n"));
        return { text: "I see." };
      },
    });
    const uri = (name: string) => `file://${join(editor.world.workspace, name)}`;
    await editor.agent.request("session/prompt", {
      sessionId: await editor.session(),
      prompt: [
        { type: "text", text: "Look at both." },
        { type: "resource", resource: { uri: uri("note.txt"), text: "attached text" } },
        { type: "resource", resource: { uri: uri(".env"), text: "KEY=hunter2" } },
        { type: "resource_link", uri: uri("other.txt"), name: "other.txt" },
      ],
    });
    expect(seen[0]).toContain("Look at both.");
    expect(seen[0]).toContain("attached text");
    expect(seen[0]).toContain("untrusted");
    expect(seen[0]).toContain(".env was attached and left out");
    expect(seen[0]).toContain(join(editor.world.workspace, "other.txt"));
    expect(seen[0]).not.toContain("hunter2");
  });
});
