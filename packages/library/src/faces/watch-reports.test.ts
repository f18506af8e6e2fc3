import type { ToolplaneEvent } from "@toolplane/contract";
import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { watchReports } from "./watch-reports.ts";

function watched() {
  const clock = createFakeClock();
  const listeners = new Set<(event: ToolplaneEvent) => void>();
  const session = {
    on(listener: (event: ToolplaneEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const told: string[] = [];
  const stop = watchReports(
    { session: session as never, clock },
    { callId: "c1", onText: (text) => told.push(text) },
  );
  const say = (event: object): void => {
    for (const listener of listeners) listener({ callId: "c1", ...event } as ToolplaneEvent);
  };
  return { clock, listeners, told, stop, say };
}

describe("watchReports", () => {
  it("tells one text that grows, of its own call only", () => {
    const { told, say } = watched();
    say({ type: "call-update", partial: { output: "a" } });
    say({ type: "call-update", partial: { output: "other" }, callId: "c2" });
    say({ type: "call-end", isError: false });
    say({ type: "call-update", partial: { output: "b\n" } });
    say({ type: "call-progress", text: "half" });
    say({ type: "call-update", partial: { step: 1 } });
    say({ type: "call-update", partial: "text" });
    expect(told.at(0)).toBe("a");
    expect(told.at(-1)).toBe('ab\nhalf\n{"step":1}\ntext');
    expect(told).toHaveLength(5);
  });

  it("slows down after a burst, and loses nothing by it", async () => {
    const { clock, told, say } = watched();
    for (let index = 0; index < 100; index += 1)
      say({ type: "call-update", partial: { output: "." } });
    expect(told).toHaveLength(20);
    await clock.advance(99);
    expect(told).toHaveLength(20);
    await clock.advance(1);
    expect(told.slice(20)).toEqual([".".repeat(100)]);
  });

  it("keeps the end of a long text, and says that its beginning is gone", () => {
    const { told, say } = watched();
    const piece = (sign: string) => ({ type: "call-update", partial: sign.repeat(6_000) });
    say(piece("a"));
    say(piece("b"));
    expect(told.at(-1)).toBe(`[…]\n${"a".repeat(4_000)}${"b".repeat(6_000)}`);
    say(piece("c"));
    expect(told.at(-1)).toBe(`[…]\n${"b".repeat(4_000)}${"c".repeat(6_000)}`);
  });

  it("hears nothing any more once it is stopped", async () => {
    const { clock, listeners, told, stop, say } = watched();
    for (let index = 0; index < 30; index += 1) say({ type: "call-update", partial: "." });
    stop();
    await clock.advance(1_000);
    expect(told).toHaveLength(20);
    expect(listeners.size).toBe(0);
  });
});
