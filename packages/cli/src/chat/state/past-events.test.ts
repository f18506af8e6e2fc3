import type { Message } from "@toolplane/agent";
import { describe, expect, it } from "vitest";
import { pastEvents } from "./past-events.ts";

const call = (id: string): Message => ({
  role: "assistant",
  text: "",
  calls: [{ id, name: "bash", arguments: '{"command":"sleep 9"}' }],
});
const result = (callId: string, text: string): Message => ({
  role: "tool",
  callId,
  tool: "bash",
  content: [{ type: "text", text }],
  isError: true,
});

describe("a conversation that was kept", () => {
  it("shows calls that a person stopped as they were shown then, and failed ones as failed", () => {
    const events = pastEvents([
      ...[call("1"), result("1", "Error: Cancelled")],
      ...[call("2"), result("2", "Error: Not run. You stopped it.")],
      ...[call("3"), result("3", "Error: exit 1")],
    ]);
    const ends = events.flatMap((event) => (event.type === "call-settle" ? [event.call] : []));
    expect(ends.map(({ mark, note, reason }) => ({ mark, note, reason }))).toEqual([
      { mark: "off", note: "stopped", reason: "" },
      { mark: "off", note: "stopped", reason: "" },
      { mark: "failed", note: "failed", reason: "Error: exit 1" },
    ]);
  });
});
