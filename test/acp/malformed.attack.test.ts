/** A client that breaks the protocol gets errors, and the connection stays. */

import { type Editor, openEditor } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";

const editors: Editor[] = [];

afterEach(async () => {
  for (const editor of editors.splice(0)) await editor.close();
});

async function open(): Promise<Editor> {
  const editor = await openEditor({ script: [{ text: "Hello." }] });
  editors.push(editor);
  return editor;
}

const BROKEN: readonly (readonly [string, string, number])[] = [
  ["no JSON", "{", -32700],
  ["a list of messages", '[{"jsonrpc":"2.0","id":1,"method":"initialize"}]', -32600],
  ["another version", '{"jsonrpc":"1.0","id":90,"method":"initialize","params":{}}', -32600],
  ["a method that is none", '{"jsonrpc":"2.0","id":91,"method":7,"params":{}}', -32600],
  [
    "params that are a list",
    '{"jsonrpc":"2.0","id":92,"method":"session/new","params":[]}',
    -32600,
  ],
  ["an unknown method", '{"jsonrpc":"2.0","id":93,"method":"session/fly","params":{}}', -32601],
  [
    "params of another shape",
    '{"jsonrpc":"2.0","id":94,"method":"session/new","params":{"cwd":7}}',
    -32602,
  ],
  [
    "a folder that is not absolute",
    '{"jsonrpc":"2.0","id":95,"method":"session/new","params":{"cwd":"here","mcpServers":[]}}',
    -32602,
  ],
  [
    "a session that is none",
    '{"jsonrpc":"2.0","id":96,"method":"session/prompt","params":{"sessionId":"x","prompt":[{"type":"text","text":"a"}]}}',
    -32002,
  ],
  [
    "a session that never was",
    '{"jsonrpc":"2.0","id":97,"method":"session/load","params":{"sessionId":"x","cwd":"/","mcpServers":[]}}',
    -32002,
  ],
  [
    "a sign-in that there is not",
    '{"jsonrpc":"2.0","id":98,"method":"authenticate","params":{"methodId":"x"}}',
    -32602,
  ],
  ["an answer to nothing", '{"jsonrpc":"2.0","id":4711,"result":{}}', 0],
  [
    "a cancel of nothing",
    '{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"x"}}',
    0,
  ],
  ["a cancel that is broken", '{"jsonrpc":"2.0","method":"session/cancel","params":{}}', 0],
];

describe("a line that cannot be meant", () => {
  it.each(BROKEN)("%s is answered, and the next request is too", async (_, line, code) => {
    const editor = await open();
    editor.write(line);
    const sessionId = await editor.session();
    expect(await editor.prompt(sessionId, "Hello?")).toEqual({ stopReason: "end_turn" });
    const errors = editor.lines
      .filter((one) => one.includes('"error"'))
      .map((one) => JSON.parse(one));
    expect(errors.map((one) => one.error.code)).toEqual(code === 0 ? [] : [code]);
    expect(JSON.stringify(errors)).not.toMatch(/at \w+ \(|node_modules/);
  });

  it("that never ends is not kept, and does not end the connection", async () => {
    const editor = await open();
    editor.write(`{"jsonrpc":"2.0","id":1,"x":"${"y".repeat(17 * 1_048_576)}"}`);
    expect(await editor.prompt(await editor.session(), "Hello?")).toEqual({
      stopReason: "end_turn",
    });
  });
});

describe("too much", () => {
  it("of one prompt is refused to its own request, and the next is answered", async () => {
    const editor = await open();
    const sessionId = await editor.session();
    await expect(editor.prompt(sessionId, "y".repeat(17 * 1_048_576))).rejects.toMatchObject({
      code: -32_600,
    });
    expect(await editor.prompt(sessionId, "Hello?")).toEqual({ stopReason: "end_turn" });
  });

  it("of prompts at once is refused: one after the other", async () => {
    const editor = await openEditor({
      script: [{ calls: [{ name: "bash", arguments: { command: "sleep 600" } }] }],
    });
    editors.push(editor);
    const sessionId = await editor.session();
    const first = editor.prompt(sessionId, "One.");
    await expect(editor.prompt(sessionId, "Two.")).rejects.toMatchObject({ code: -32600 });
    await editor.agent.notify("session/cancel", { sessionId });
    await first;
  });
});
