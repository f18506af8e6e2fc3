import type { RecordedCall } from "@toolplane/kernel/record";
import { describe, expect, it } from "vitest";
import { ranMs, waitedBeforeMs, waitedMs } from "./waited-ms.ts";

function call(more: object = {}): RecordedCall {
  return {
    atMs: 20_000,
    span: { durationMs: 12_000, attrs: {} },
    verdict: { action: "ask" },
    answers: [{ questionId: "q", choice: "once" }],
    rows: [
      { type: "call-intent", atMs: 19_000 },
      { type: "approval", atMs: 20_000 },
    ],
    ...more,
  } as unknown as RecordedCall;
}

describe("waitedMs", () => {
  it("is the time from the start to the intent", () => {
    expect(waitedMs(call())).toBe(11_000);
  });

  it.each([
    ["that was allowed", { verdict: { action: "allow" } }],
    ["that nobody answered", { answers: [] }],
    ["that only read", { rows: [{ type: "approval", atMs: 20_000 }] }],
  ])("is zero for a call %s", (_, more) => {
    expect(waitedMs(call(more))).toBe(0);
  });

  it("is never more than the whole, whatever the clocks say", () => {
    expect(waitedMs(call({ rows: [{ type: "call-intent", atMs: 99_000 }] }))).toBe(12_000);
    expect(waitedMs(call({ rows: [{ type: "call-intent", atMs: 1 }] }))).toBe(0);
  });

  it("is what the span says, where it says it", () => {
    const landed = call({
      verdict: { action: "allow" },
      span: { durationMs: 12_000, attrs: { waited_ms: 9_000 } },
    });
    expect([waitedMs(landed), waitedBeforeMs(landed), ranMs(landed)]).toEqual([9_000, 0, 3_000]);
    const twice = call({ span: { durationMs: 12_000, attrs: { waited_ms: 11_500 } } });
    expect([waitedMs(twice), waitedBeforeMs(twice), ranMs(twice)]).toEqual([11_500, 11_000, 500]);
    const read = call({
      rows: [{ type: "approval", atMs: 20_000 }],
      span: { durationMs: 12_000, attrs: { waited_ms: 11_990 } },
    });
    expect([waitedMs(read), waitedBeforeMs(read), ranMs(read)]).toEqual([11_990, 11_990, 10]);
  });
});
