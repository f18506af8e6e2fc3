import type { Clock } from "@toolplane/contract/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runWatchdog } from "./run-watchdog.ts";

const view = { tool: "t", arguments: {}, manifest: null, sessionId: "s" };

function handClock(): { readonly clock: Clock; readonly fire: () => void } {
  const timers: (() => void)[] = [];
  return {
    clock: {
      nowMs: () => 0,
      wallMs: () => 0,
      setTimer: (_ms, callback) => {
        timers.push(callback);
        return () => undefined;
      },
    },
    fire: () => {
      for (const timer of timers) timer();
    },
  };
}

const options = () => ({ clock: handClock().clock, timeoutMs: 10 });

describe("runWatchdog", () => {
  it("passes on allow, ask and deny with their reasons", () => {
    expect(runWatchdog(() => ({ action: "allow" }), view, options())).toMatchObject({
      action: "allow",
    });
    expect(runWatchdog(() => ({ action: "ask", reason: "odd" }), view, options())).toMatchObject({
      action: "ask",
      hard: true,
      reason: "odd",
    });
    expect(runWatchdog(() => ({ action: "deny", reason: "no" }), view, options())).toMatchObject({
      action: "deny",
      reason: "no",
    });
  });

  it("refuses when it throws, rejects, or answers something else", async () => {
    const broken = [
      () => {
        throw new TypeError("x");
      },
      () => Promise.reject(new TypeError("x")),
      () => null,
      () => "allow",
      () => ({ action: "ALLOW" }),
      () => ({}),
    ];
    for (const watchdog of broken) {
      expect(await runWatchdog(watchdog as never, view, options())).toMatchObject({
        judge: "watchdog",
        action: "deny",
      });
    }
  });

  it("refuses when it is late", async () => {
    const { clock, fire } = handClock();
    const opinion = runWatchdog(() => new Promise(() => undefined), view, { clock, timeoutMs: 10 });
    fire();
    expect(await opinion).toMatchObject({
      action: "deny",
      reason: expect.stringContaining("10 ms"),
    });
  });

  it("never permits on an answer that is not exactly one of the three", async () => {
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (answer) => {
        const opinion = await runWatchdog((() => answer) as never, view, options());
        const said = (answer as { action?: unknown } | null)?.action;
        expect(opinion.action === "allow").toBe(typeof answer === "object" && said === "allow");
      }),
    );
  });
});
