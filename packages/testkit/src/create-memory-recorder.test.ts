import type { IntentEntry, SettleEntry } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { createMemoryRecorder } from "./create-memory-recorder.ts";

const intent = (callId: string) => ({ callId }) as IntentEntry;
const settle = (callId: string) => ({ callId }) as SettleEntry;

describe("createMemoryRecorder", () => {
  it("keeps intents and settlements in order", () => {
    const recorder = createMemoryRecorder();
    expect(recorder.intent(intent("a"))).toBeUndefined();
    recorder.settle(settle("a"));
    recorder.settle(settle("b"));
    expect(recorder.entries().map(({ kind, entry }) => `${kind} ${entry.callId}`)).toEqual([
      "intent a",
      "settle a",
      "settle b",
    ]);
    expect([recorder.intents().length, recorder.settled().length]).toEqual([1, 2]);
  });

  it("makes an intent durable only when it is released", async () => {
    const recorder = createMemoryRecorder();
    recorder.hold();
    let durable = false;
    const waiting = recorder.intent(intent("a"))?.then(() => {
      durable = true;
    });
    await Promise.resolve();
    expect(durable).toBe(false);
    recorder.release();
    await waiting;
    expect(durable).toBe(true);
    expect(recorder.intent(intent("b"))).toBeUndefined();
  });

  it("fails waiting and later intents", async () => {
    const recorder = createMemoryRecorder();
    recorder.hold();
    const waiting = recorder.intent(intent("a"));
    recorder.fail(new TypeError("disk full"));
    await expect(waiting).rejects.toThrow("disk full");
    await expect(recorder.intent(intent("b"))).rejects.toThrow("disk full");
  });
});
