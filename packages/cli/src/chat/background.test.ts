import type { AgentEvent } from "@toolplane/library/inside";
import { describe, expect, it } from "vitest";
import { createPaint } from "../terminal/paint.ts";
import { textWidth } from "../terminal/text/text-width.ts";
import { createTaskTeller } from "./chat-in-lines.ts";
import { backgroundLines } from "./render/background-lines.ts";
import { renderChat } from "./render/render-chat.ts";
import { advanceChat } from "./state/advance-chat.ts";
import { createEventReader } from "./state/agent-events.ts";
import { type BackgroundTask, type ChatState, newChat } from "./state/chat-state.ts";
import { partOf } from "./state/progress-bar.ts";

const noChanges = async () => ({ changes: [], files: 0 });

const paint = createPaint({ hasColour: false, isAscii: false });
const view = { paint, width: 79, rows: 24, workspace: null };
const task: BackgroundTask = {
  id: "ses_1",
  name: "api-docs",
  prompt: "Write the docs.",
  startedMs: 0,
  calls: 7,
  progress: "reading openapi.yaml, 118 operations",
  part: 0.64,
};
const chat = (more: Partial<ChatState>): ChatState => ({
  ...newChat({ title: "shop", history: [], commands: [], nowMs: 62_000 }),
  ...more,
});
const ctrlB = { type: "key", atMs: 62_000, key: { name: "background" } } as const;

describe("who works in the background", () => {
  it("is one line, and on ctrl-b what each does with a bar of how far it is", () => {
    const before = chat({ background: [task], phase: "working" });
    expect(backgroundLines(before, view).join("\n")).toMatch(
      /^ {2}1 task in the background: api-docs, 64 %, 1 m 02 s: Write the docs\. +ctrl-b$/,
    );
    const looking = advanceChat(before, ctrlB);
    expect(looking.acts).toEqual([]);
    const lines = backgroundLines(looking.state, view);
    expect(lines).toEqual([
      expect.stringMatching(/^ {2}\S task api-docs {2}in the background: .* 7 calls +1 m 02 s$/),
      `    reading openapi.yaml, 118 operations: ${"▂".repeat(16)}${"·".repeat(9)}  64 %`,
      "    ctrl-b: fold   /stop api-docs   it may ask; you will be asked here",
    ]);
    expect(renderChat(looking.state, view).join("\n")).toContain(lines[1]);
    expect(advanceChat(looking.state, ctrlB).state.looks).toBe(false);
  });

  it("has what it runs shown once where somebody looks", () => {
    const call = { what: "", startedMs: 0, progress: "", part: null, output: "" };
    const running = [
      { ...call, callId: "ses_1 call_1", tool: "api-docs > sleep" },
      { ...call, callId: "call_2", tool: "bash" },
    ];
    const folded = chat({ background: [task], phase: "working", running });
    expect(renderChat(folded, view).join("\n")).toMatch(/api-docs > sleep[\s\S]*bash/);
    const looking = renderChat({ ...folded, looks: true }, view).join("\n");
    expect(looking).not.toContain("api-docs > sleep");
    expect(looking).toMatch(/bash[\s\S]*task api-docs/);
  });

  it("is listed by ctrl-b when nobody does", () => {
    expect(advanceChat(chat({}), ctrlB).acts).toEqual([{ do: "command", line: "tasks" }]);
  });

  it.each([40, 80, 120, 200])("fits %i columns, in ASCII too", (width) => {
    for (const isAscii of [false, true]) {
      const own = { ...view, width, paint: createPaint({ hasColour: false, isAscii }) };
      const tasks = [1, 2, 3, 4, 5].map((at) => ({ ...task, id: `ses_${at}` }));
      for (const looks of [false, true]) {
        const lines = backgroundLines(chat({ background: tasks, looks }), own);
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(width);
        if (isAscii) expect(lines.join("")).toMatch(/^[\p{ASCII}…]*$/u);
      }
    }
  });

  it("never shows more than all of it, or anything of figures that mean nothing", () => {
    expect(partOf({ progress: 7, total: 5 })).toBe(1);
    expect(partOf({ progress: -7, total: 5 })).toBe(0);
    for (const wrong of [undefined, { progress: 3 }, { progress: 1, total: 0 }])
      expect(partOf(wrong)).toBeNull();
    expect(partOf({ progress: Number.NaN, total: 5 })).toBeNull();
  });

  it("is told by what its session says, and forgets it with the call", async () => {
    const { read, below } = createEventReader({ changesOf: noChanges, nowMs: () => 0 });
    const stamp = { sessionId: "ses_1", callId: "call_1", tool: "fetch", origin: "mcp:a", atMs: 0 };
    const inner = (event: object): AgentEvent =>
      ({ type: "subagent-event", sessionId: "ses_1", agents: ["a"], event }) as never;
    await read(inner({ type: "call-start", ...stamp, arguments: {} }));
    const figures = { progress: 1, total: 4 };
    await read(inner({ type: "call-progress", ...stamp, text: "one of four", figures }));
    expect(below.doing("ses_1")).toEqual({ calls: 0, progress: "one of four", part: 0.25 });
    const result = { type: "output", data: null, metadata: { duration_ms: 1 } };
    await read(inner({ type: "call-settle", ...stamp, result }));
    expect(below.doing("ses_1")).toEqual({ calls: 1, progress: "", part: null });
  });

  it("is told in plain lines when it begins, and at most every ten seconds", () => {
    const teller = createTaskTeller();
    const tell = (tasks: readonly BackgroundTask[], nowMs: number) =>
      teller({ type: "background", tasks }, nowMs);
    expect(tell([{ ...task, calls: 0, part: null }], 0)).toEqual(["task api-docs started"]);
    expect(tell([task], 9_000)).toEqual([]);
    expect(tell([task], 10_000)).toEqual(["task api-docs 64 %, 7 calls"]);
    expect(tell([{ ...task, calls: 8 }], 11_000)).toEqual([]);
    expect(tell([task], 30_000)).toEqual([]);
  });

  it("is a bar below a running call as well", () => {
    const call = { callId: "c", tool: "fetch", what: "all", startedMs: 0 };
    let state = chat({ phase: "working" });
    state = advanceChat(state, { type: "call-start", call }).state;
    const said = { type: "call-progress", callId: "c", text: "half", part: 0.5 } as const;
    state = advanceChat(state, said).state;
    expect(renderChat(state, view).join("\n")).toMatch(/fetch {2}all[\s\S]*half: ▂+·+ {2}50 %/);
  });
});
