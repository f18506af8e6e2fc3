/** A host's clock that throws: a call never throws and never rejects, and nothing runs that could have no deadline. */
import { defineTool } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { createFakeClock, createMemoryHost, createMemoryRecorder } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf } from "./fixture.ts";

type Part = keyof Clock;

function open(options: { readonly recorded?: boolean } = {}) {
  const fake = createFakeClock();
  const broken = new Set<Part>();
  const checked = <T>(part: Part, read: () => T): T => {
    if (broken.has(part)) throw new Error("no time");
    return read();
  };
  const clock: Clock = {
    nowMs: () => checked("nowMs", fake.nowMs),
    wallMs: () => checked("wallMs", fake.wallMs),
    setTimer: (ms, run) => checked("setTimer", () => fake.setTimer(ms, run)),
  };
  let runs = 0;
  const tool = (id: string, execute: () => unknown) =>
    defineTool({
      id,
      description: "Runs.",
      parameters: { type: "object" } as const,
      requires: {},
      execute: () => {
        runs += 1;
        return execute() as never;
      },
    });
  const kernel = createKernel({
    host: createMemoryHost({ clock }),
    tools: [
      tool("quick", () => "done"),
      tool("slow", () => new Promise(() => {})),
      tool("breaks", () => {
        for (const part of ["nowMs", "wallMs", "setTimer"] as const) broken.add(part);
        return "done";
      }),
    ],
    ...(options.recorded ? { recorder: createMemoryRecorder(), onEvent: () => {} } : {}),
  });
  const session = kernel.session({ rules: [allowAll] });
  return {
    session,
    fail: (...parts: readonly Part[]): void => {
      for (const part of parts) broken.add(part);
    },
    runs: () => runs,
  };
}

const call = (name: string, id = name) => ({ id, name, arguments: {} });

describe("a clock that throws", () => {
  it("refuses calls, alone and in a batch", async () => {
    for (const recorded of [false, true]) {
      const { session, fail, runs } = open({ recorded });
      fail("nowMs", "wallMs", "setTimer");
      expect(await session.call(call("quick"))).toMatchObject({
        code: "internal",
        error_text: expect.stringContaining("clock"),
        metadata: { duration_ms: 0 },
      });
      const { results } = await session.callAll([call("quick", "a"), call("slow", "b")]);
      expect(results.map(codeOf)).toEqual(["internal", "internal"]);
      expect(runs()).toBe(0);
    }
  });

  it("stops a call that would wait without a deadline", async () => {
    const { session, fail } = open();
    fail("setTimer");
    expect(await session.call(call("slow"))).toMatchObject({ code: "cancelled" });
    expect(await session.call(call("quick"))).toEqual(
      expect.objectContaining({ type: "output", data: "done" }),
    );
  });

  it("does not take away what a call did before it broke", async () => {
    for (const recorded of [false, true]) {
      const { session } = open({ recorded });
      const result = await session.call(call("breaks"));
      expect(["output", "internal"]).toContain(codeOf(result));
      expect(await session.call(call("quick"))).toMatchObject({ code: "internal" });
    }
  });
});
