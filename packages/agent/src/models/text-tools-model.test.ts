import type { ModelTool } from "@toolplane/kernel/projection";
import { describe, expect, it } from "vitest";
import type { Message } from "../loop/message.ts";
import type { ModelRequest } from "./model.ts";
import { readTextCalls } from "./read-text-calls.ts";
import { scriptedModel } from "./scripted-model.ts";
import { textToolsModel } from "./text-tools-model.ts";

const callsIn = (answer: string) =>
  readTextCalls(answer, 0).calls.map(({ name, arguments: text }) => [name, JSON.parse(text)]);

describe("calls in the text of an answer", () => {
  it.each([
    ['{"tool": "read", "params": {"path": "a"}}', [["read", { path: "a" }]]],
    ['I look.\n```json\n{"tool": "read", "params": {"path": "a"}}\n```', [["read", { path: "a" }]]],
    [
      '{"tool": "file_manager", "action": "read", "params": {"path": "a"}}',
      [["file_manager", { action: "read", path: "a" }]],
    ],
    [
      '{"actions": [{"tool": "a", "params": {}}, {"tool": "b", "action": "log"}]}',
      [
        ["a", {}],
        ["b", { action: "log" }],
      ],
    ],
    [
      '{"tool": "a"}\n{"tool": "b"}',
      [
        ["a", {}],
        ["b", {}],
      ],
    ],
    ['{\n  "name": "a",\n  "arguments": {"text": "} {"}\n}', [["a", { text: "} {" }]]],
  ])("finds calls in %s", (answer, calls) => {
    expect(callsIn(answer)).toEqual(calls);
  });

  it.each([
    'Write {"tool": "rm"} to remove it.',
    '```js\n{"tool": "rm"}\n```',
    "{ not: json }",
    '> {"tool": "rm"}',
    '{"name": 5}',
  ])("finds no calls in %s", (answer) => {
    expect(readTextCalls(answer, 0)).toEqual({ text: answer.trim(), calls: [], repaired: {} });
  });

  it("mends calls where the meaning is plain, and says so; others are handed on as they are", () => {
    const { calls, repaired, text } = readTextCalls(
      'Now.\n{"tool": "read", "params": {"path": "a",}}',
      2,
    );
    expect(calls).toEqual([{ id: "text_3_1", name: "read", arguments: '{"path":"a"}' }]);
    expect(repaired).toEqual({ text_3_1: "a comma too many" });
    expect(text).toBe("Now.");
    expect(readTextCalls('{"tool": "read", params: 1}', 0).calls).toEqual([
      { id: "text_1_1", name: "read", arguments: '{"tool": "read", params: 1}' },
    ]);
  });
});

describe("a model without function calling", () => {
  it("a model without function calling gets tools and results as text, and its calls are calls", async () => {
    const seen: ModelRequest[] = [];
    const model = textToolsModel(
      scriptedModel((request, turn) => {
        seen.push(request);
        return { text: turn === 0 ? '{"tool": "read", "params": {"path": "a"}}' : "Done." };
      }),
    );
    const tools = [
      { name: "read", description: "Reads.", parameters: { type: "object" } },
    ] as unknown as readonly ModelTool[];
    const options = { signal: new AbortController().signal, onText: () => undefined };
    const first: Message = { role: "user", from: "person", text: "Go." };
    const answer = await model.answer({ system: "You.", tools, messages: [first] }, options);
    expect(answer).toMatchObject({ finish: "calls", calls: [{ name: "read" }] });
    const messages: readonly Message[] = [
      first,
      { role: "assistant", text: answer.text, calls: answer.calls },
      {
        role: "tool",
        callId: "text_1_1",
        tool: "read",
        content: [{ type: "text", text: "alpha" }],
        isError: false,
      },
    ];
    const last = await model.answer({ system: "You.", tools, messages }, options);
    expect(last).toMatchObject({ finish: "stop", text: "Done.", calls: [] });
    expect(seen[0]?.tools).toEqual([]);
    expect(seen[0]?.system).toMatch(/^You\.\n\n# Tools\n[\s\S]*## read\nReads\./);
    expect(seen[1]?.system).toBe(seen[0]?.system);
    expect(seen[1]?.messages.slice(1)).toEqual([
      { role: "assistant", text: '{"tool": "read", "params": {"path":"a"}}', calls: [] },
      { role: "user", from: "host", text: "Result of read:\nalpha" },
    ]);
  });
});
