import type { SessionUpdate } from "@agentclientprotocol/sdk";
import type { ToolplaneEvent } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createCallUpdates } from "./call-updates.ts";

interface Timer {
  readonly run: () => void;
}

function open(showsTerminals = false) {
  const sent: SessionUpdate[] = [];
  const timers = new Set<Timer>();
  const updates = createCallUpdates({
    cwd: "/project",
    clock: {
      nowMs: () => 0,
      wallMs: () => 0,
      setTimer(_, run) {
        const timer = { run };
        timers.add(timer);
        return () => timers.delete(timer);
      },
    },
    kindOf: (tool) => (tool === "bash" ? "execute" : "read"),
    showsTerminals,
    send: (update) => void sent.push(update),
  });
  const pass = (): void => {
    for (const timer of [...timers]) {
      timers.delete(timer);
      timer.run();
    }
  };
  return { sent, updates, pass, timers };
}

const CALL = { sessionId: "s", callId: "c", tool: "bash", origin: "bundled", atMs: 0 };
const event = (fields: object): ToolplaneEvent => ({ ...CALL, ...fields }) as ToolplaneEvent;
const START = event({ type: "call-start", arguments: { command: "make" }, attempt: 1 });
const printed = (output: string) => event({ type: "call-update", partial: { output } });
const DONE = event({
  type: "call-settle",
  result: { type: "output", data: "all of it", metadata: { duration_ms: 1 } },
});

describe("what an editor is told of calls", () => {
  it("settles each announced call, also where the turn ended before it ran", () => {
    const { sent, updates } = open();
    updates.hear({
      type: "calls",
      calls: [
        { id: "a", name: "read", arguments: '{"path":"x"}' },
        { id: "b", name: "read", arguments: "{broken" },
      ],
    });
    updates.endTurn("It was over.");
    updates.endTurn("It was over.");
    expect(sent).toMatchObject([
      { sessionUpdate: "tool_call", toolCallId: "a", status: "pending", title: "read x" },
      { sessionUpdate: "tool_call", toolCallId: "b", rawInput: { text: "{broken" } },
      { sessionUpdate: "tool_call_update", toolCallId: "a", status: "failed" },
      { sessionUpdate: "tool_call_update", toolCallId: "b", status: "failed" },
    ]);
    expect(sent).toHaveLength(4);
  });

  it("gathers what a command prints, and sends none of it after the end", () => {
    const { sent, updates, pass, timers } = open();
    updates.hear(START);
    for (const text of ["a", "b", "c"]) updates.hear(printed(text));
    expect(sent).toHaveLength(2);
    pass();
    expect(sent.at(-1)).toMatchObject({ content: [{ content: { text: "abc" } }] });
    updates.hear(printed("d"));
    updates.hear(DONE);
    expect(timers.size).toBe(0);
    expect(sent.at(-1)).toMatchObject({
      status: "completed",
      content: [{ content: { text: "all of it" } }],
    });
    expect(sent).toHaveLength(4);
  });

  it("keeps only the end of what is printed without end", () => {
    const { sent, updates, pass } = open();
    updates.hear(START);
    for (let at = 0; at < 100; at += 1) updates.hear(printed("x".repeat(1_000)));
    pass();
    expect(JSON.stringify(sent.at(-1)).length).toBeLessThan(9_000);
  });

  it("starts a call once however often it is tried, and names no terminal that there is not", () => {
    const { sent, updates } = open(true);
    updates.hear(START);
    updates.hear(START);
    expect(sent).toHaveLength(2);
    const denied = open(true);
    const refused = {
      type: "error",
      code: "permission_denied",
      error_text: "No.",
      metadata: { duration_ms: 1 },
    };
    denied.updates.hear(event({ type: "call-settle", result: refused }));
    expect(denied.sent.at(-1)).toMatchObject({
      status: "failed",
      content: [{ type: "content", content: { text: "No." } }],
    });
  });

  it("shows what a command changed above what it printed, names first, and once", () => {
    const { sent, updates } = open();
    const details = { report: { landing: { state: "landed", changes: [], counts: { added: 0 } } } };
    const result = { type: "output", data: "done", details, metadata: { duration_ms: 1 } };
    const diff = "--- a\n+++ a\n@@ -1 +1 @@\n-one\n+two\n";
    const change = { path: "/project/a", kind: "changed", added: 1, removed: 1, diff } as const;
    const changed = { type: "call-changes", callId: "c", changes: [change], files: 3_000 } as const;
    updates.hear(START);
    updates.hear(event({ type: "call-settle", result }));
    updates.hear(changed);
    updates.hear(changed);
    expect(sent).toHaveLength(4);
    expect(sent.at(-1)).toMatchObject({
      toolCallId: "c",
      content: [
        { content: { text: "Changed 3,000 files:\n- a  +1 −1\n- and 2,999 more files" } },
        { type: "diff", path: "/project/a", oldText: "one\n", newText: "two\n" },
        { content: { text: "done" } },
      ],
    });
  });

  it("shortens a title and shows what is hidden in it", () => {
    const { updates } = open();
    const { title } = updates.describe({
      id: "c",
      tool: "bash",
      arguments: { command: `echo \u202e${"x".repeat(500)}` },
    });
    expect(title?.length).toBeLessThanOrEqual(200);
    expect(title).not.toContain("\u202e");
  });
});
