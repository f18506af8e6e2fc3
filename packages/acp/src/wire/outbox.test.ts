import type { SessionNotification } from "@agentclientprotocol/sdk";
import { describe, expect, it } from "vitest";
import { createOutbox } from "./outbox.ts";

const said = (text: string) =>
  ({ sessionUpdate: "agent_message_chunk", content: { type: "text", text } }) as const;
const plan = { sessionUpdate: "plan", entries: [] } as const;

describe("what goes to a client", () => {
  it("messages to a client go in order, and text that waits goes together", async () => {
    const sent: SessionNotification[] = [];
    const outbox = createOutbox({
      notify: async (one) => void sent.push(one),
      onOverflow: () => undefined,
    });
    for (const update of [said("a"), said("b"), said("c"), plan, said("d")])
      outbox.send("one", { ...update } as never);
    outbox.send("two", said("e"));
    await outbox.flush();
    expect(sent.map(({ sessionId, update }) => [sessionId, update])).toEqual([
      ["one", said("a")],
      ["one", said("bc")],
      ["one", plan],
      ["one", said("d")],
      ["two", said("e")],
    ]);
  });

  it("the outbox is bounded where the client does not read", async () => {
    let over = 0;
    const outbox = createOutbox({
      notify: () => new Promise(() => undefined),
      onOverflow: () => {
        over += 1;
      },
      maxWaiting: 10,
    });
    for (let at = 0; at < 20; at += 1) outbox.send("one", { ...plan, entries: [] });
    expect(over).toBeGreaterThan(0);
  });
});
