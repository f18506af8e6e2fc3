import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createStubCall } from "./stage/stub-call.fixture.ts";
import { walk, walkToEnd } from "./walk.ts";

const never = new Promise<never>(() => undefined);

describe("walk", () => {
  it("gives the result at once when nothing waits, and records it", () => {
    const { call, settled, events } = createStubCall();
    expect(walkToEnd(call)).toMatchObject({ type: "output", data: "done" });
    expect(settled.map(({ callId, stage }) => [callId, stage])).toEqual([["call_1", "execute"]]);
    expect(events.map(({ type }) => type)).toEqual(["call-start", "call-end", "call-settle"]);
  });

  it("stops at the given stage, with no result", () => {
    const { call, settled } = createStubCall();
    expect(walk(call, 0, 3)).toBe(null);
    expect([call.args, call.verdict, settled]).toEqual([{}, null, []]);
  });

  it.each([
    ["resolve", { session: { toolsEnabled: broken } }],
    ["validate", { entry: { schema: broken } }],
    ["before", { session: { hooks: [{ before: broken }] } }],
    ["before", { session: { hooks: [{ before: () => Promise.reject(new Error("no")) }] } }],
    ["execute", { session: { registry: { ...registry(), enter: broken } } }],
  ])(
    "settles a call whose %s breaks, runs nothing after it, and records it",
    async (stage, more) => {
      const ran: number[] = [];
      const { call, settled } = createStubCall({ ...more, execute: () => void ran.push(1) });
      const result = await walkToEnd(call);
      expect(result).toMatchObject({ type: "error", code: "internal" });
      expect(JSON.stringify(result)).not.toContain("secret cause");
      expect(ran).toEqual([]);
      expect(settled[0]).toMatchObject({ stage, result: { code: "internal" } });
    },
  );

  it("keeps the code of a ToolError that a stage throws", async () => {
    const enter = (): never => {
      throw new ToolError("unavailable", "Not now.");
    };
    const { call } = createStubCall({ session: { registry: { ...registry(), enter } } });
    expect(await walkToEnd(call)).toMatchObject({ code: "unavailable", error_text: "Not now." });
  });

  it("does not show a result that could not be bounded", async () => {
    const maxOutput = {
      get stub(): number {
        throw new Error("no limits");
      },
    };
    const { call } = createStubCall({ session: { maxOutput } });
    expect(await walkToEnd(call)).toMatchObject({
      code: "internal",
      error_text: "The result could not be bounded.",
    });
  });

  it("stops a call that waits at its deadline, and says which", async () => {
    const { call, clock, settled } = createStubCall({
      session: { hooks: [{ before: () => never }] },
    });
    const walked = walkToEnd(call);
    clock.advance(999);
    expect(settled).toEqual([]);
    clock.advance(1);
    expect(await walked).toMatchObject({ code: "timeout", metadata: { duration_ms: 1_000 } });
    expect(settled[0]).toMatchObject({ stage: "before" });
  });

  it("stops a call that waits by the caller's own signal", async () => {
    const own = new AbortController();
    const { call } = createStubCall({
      session: { hooks: [{ before: () => never }] },
      options: { signal: own.signal },
    });
    const walked = walkToEnd(call);
    own.abort();
    expect(await walked).toMatchObject({ code: "cancelled" });
  });

  it("gives the result of a tool that answers later, and records it once", async () => {
    const answer = Promise.withResolvers<string>();
    const { call, settled, events } = createStubCall({ execute: () => answer.promise });
    const walked = walkToEnd(call);
    expect(walked).toBeInstanceOf(Promise);
    expect([settled, events.map(({ type }) => type)]).toEqual([[], ["call-start"]]);
    answer.resolve("later");
    expect(await walked).toMatchObject({ type: "output", data: "later" });
    expect(settled.map(({ callId, stage }) => [callId, stage])).toEqual([["call_1", "execute"]]);
  });

  it("carries a call to its end from behind a hook, a retry and a tool that waits", async () => {
    let attempts = 0;
    const { call, clock, settled } = createStubCall({
      execute: async () => {
        attempts += 1;
        if (attempts === 1) throw new ToolError("unavailable", "Again.");
        return "done";
      },
      session: { hooks: [{ beforeAttempt: async () => undefined }], retry: () => 10 },
    });
    const walked = walkToEnd(call);
    await untilItWaits(() => call.attempt === 2);
    clock.advance(10);
    expect(await walked).toMatchObject({ data: "done", metadata: { attempts: 2 } });
    expect(settled).toHaveLength(1);
  });

  it("can be stopped while a tool runs that a hook was waited for", async () => {
    const own = new AbortController();
    const { call, clock } = createStubCall({
      execute: () => never,
      session: { hooks: [{ beforeAttempt: async () => undefined }] },
      options: { signal: own.signal },
    });
    const walked = walkToEnd(call);
    await untilItWaits(() => call.waiter !== null);
    await Promise.resolve();
    await Promise.resolve();
    own.abort();
    clock.advance(500);
    expect(await walked).toMatchObject({ code: "cancelled" });
  });
});

function broken(): never {
  throw new Error("secret cause");
}

function registry(): object {
  return {
    leave: () => undefined,
    starting: () => null,
    metrics: { record: () => undefined },
  };
}

async function untilItWaits(isThere: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100 && !isThere(); turn += 1) await Promise.resolve();
}
