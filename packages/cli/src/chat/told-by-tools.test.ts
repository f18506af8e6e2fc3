import type { ShownChange, ToolResult } from "@toolplane/contract";
import type { AgentEvent } from "@toolplane/library/inside";
import { describe, expect, it } from "vitest";
import { createPaint } from "../terminal/paint.ts";
import { itemLines } from "./render/item-lines.ts";
import { advanceChat } from "./state/advance-chat.ts";
import { createEventReader } from "./state/agent-events.ts";
import { type ChatState, newChat } from "./state/chat-state.ts";

const noChanges = async () => ({ changes: [], files: 0 });

const view = {
  paint: createPaint({ hasColour: false, isAscii: false }),
  width: 79,
  workspace: null,
};
const about = { sessionId: "s", callId: "c", tool: "create_event", origin: "bundled", atMs: 0 };
const settled = (result: object): AgentEvent =>
  ({
    ...about,
    type: "call-settle",
    result: { metadata: { duration_ms: 1 }, ...result } as ToolResult,
  }) as AgentEvent;

/** The lines that a person sees of these events. */
async function shown(events: readonly AgentEvent[]): Promise<string> {
  const { read } = createEventReader({ changesOf: noChanges, nowMs: () => 0 });
  let state: ChatState = newChat({ title: "", history: [], commands: [], nowMs: 0 });
  const lines: string[] = [];
  for (const event of [...events.map(read), Promise.resolve([{ type: "flush" } as const])])
    for (const one of await event) {
      const step = advanceChat(state, one);
      state = step.state;
      lines.push(...step.print.flatMap((item) => itemLines(item, view)));
    }
  return lines.join("\n");
}

describe("a chat", () => {
  it("shows the message of a tool below its call, without what cannot be seen", async () => {
    const flow = { message: "Event\u202e created." };
    const text = await shown([settled({ type: "output", data: {}, flow })]);
    expect(text).toMatch(/✓ create_event[^\n]*\n {4}Event created\.$/);
  });

  it("shows the error of a tool and then its message", async () => {
    const flow = { message: "Please retry with ISO-8601." };
    const error = { type: "error", code: "failed", error_text: "Invalid date format", flow };
    expect(await shown([settled(error)])).toMatch(
      /create_event +failed[^\n]*\n {4}Invalid date format\n {4}Please retry with ISO-8601\.$/,
    );
  });

  it("shows what a call is about to change, before its call is shown", async () => {
    const diff = "--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-one\n+two\n";
    const change: ShownChange = { path: "a.txt", kind: "changed", added: 1, removed: 1, diff };
    const preview = { ...about, type: "call-preview", changes: [change] } as AgentEvent;
    expect(await shown([preview, settled({ type: "output", data: {} })])).toMatch(
      /^create_event is about to change:\n {2}a\.txt {2}\+1 −1\n[\s\S]*\+ two\n[\s\S]*✓ create_event/,
    );
  });
});
