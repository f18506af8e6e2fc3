import type { Message } from "@toolplane/agent";
import type { ShownChange, ToolResult } from "@toolplane/contract";
import type { AgentEvent } from "@toolplane/library/rooms/agent";
import { describe, expect, it } from "vitest";
import { createChatLog } from "./create-chat-log.ts";

const about = { sessionId: "s", callId: "c", tool: "create_event", origin: "bundled", atMs: 0 };
const settled = (result: object): AgentEvent =>
  ({
    ...about,
    type: "call-settle",
    result: { metadata: { duration_ms: 1 }, ...result } as ToolResult,
  }) as AgentEvent;

async function shown(events: readonly AgentEvent[], changes: readonly ShownChange[] = []) {
  const log = createChatLog({
    wallMs: () => 0,
    changesOf: async () => ({ changes, files: changes.length }),
    onNews: () => {},
    onQuestion: () => {},
  });
  for (const event of events) log.hear(event);
  await log.drained();
  return log.view().items;
}

describe("a chat in the console", () => {
  it("shows the message of a tool with its call, and with the error of one that failed", async () => {
    const flow = { message: "Event\u202e created." };
    expect(await shown([settled({ type: "output", data: {}, flow })])).toMatchObject([
      { kind: "call", mark: "allow", reason: "Event created." },
    ]);
    const error = { type: "error", code: "failed", error_text: "No.", flow };
    expect(await shown([settled(error)])).toMatchObject([
      { mark: "failed", reason: "No.\nEvent created." },
    ]);
  });

  it("shows what a call is about to change while it has not ended", async () => {
    const diff = "@@ -1 +1 @@\n-one\n+two\n";
    const change: ShownChange = { path: "a.txt", kind: "changed", added: 1, removed: 1, diff };
    const preview = { ...about, type: "call-preview", changes: [change] } as AgentEvent;
    expect(await shown([preview])).toMatchObject([{ mark: "running", changes: [change] }]);
  });

  it("shows what a command changed without a sandbox", async () => {
    const diff = "@@ -1 +1 @@\n-one\n+two\n";
    const change: ShownChange = { path: "a.txt", kind: "changed", added: 1, removed: 1, diff };
    const details = { report: { changed: ["a.txt"], undo: ["change_1"] } };
    const end = { ...settled({ type: "output", data: "", details }), tool: "bash" } as AgentEvent;
    expect(await shown([end], [change])).toMatchObject([{ changes: [change], files: 1 }]);
  });

  it("shows what was stopped before it began as stopped, and not as failed", () => {
    const log = createChatLog({
      wallMs: () => 0,
      changesOf: async () => ({ changes: [], files: 0 }),
      onNews: () => {},
      onQuestion: () => {},
    });
    const ended = (callId: string, text: string): Message => ({
      role: "tool",
      callId,
      tool: "bash",
      isError: true,
      content: [{ type: "text", text }],
    });
    log.begin([ended("a", "Error: Cancelled"), ended("b", "Error: No.")], "s");
    expect(log.view().items).toMatchObject([
      { mark: "off", words: "stopped", reason: "" },
      { mark: "failed", words: "failed", reason: "Error: No." },
      { kind: "note" },
    ]);
  });
});
