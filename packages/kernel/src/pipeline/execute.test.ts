import type { Resource } from "@toolplane/contract";
import type { IntentEntry } from "@toolplane/contract/ports";
import { describe, expect, it } from "vitest";
import { createLocks } from "../schedule/create-locks.ts";
import { createStubCall, type StubCall, type StubOptions } from "./stage/stub-call.fixture.ts";
import { walk, walkToEnd } from "./walk.ts";

const EXECUTE_AT = 8;

const written: Resource = {
  capability: "fs.write",
  path: "/ws/a",
  real: "/ws/a",
  origin: "direct",
  via: "argument",
};

/** A call that writes a file, come as far as `execute`. */
function writing(options: StubOptions): StubCall {
  const stub = createStubCall(options);
  walk(stub.call, 0, EXECUTE_AT);
  stub.call.footprint = { resources: [written] };
  stub.call.shared = null;
  return stub;
}

describe("execute", () => {
  it("waits until what conflicts with it is over, and holds its own lock while it runs", async () => {
    const locks = createLocks();
    const order: string[] = [];
    const writer = (name: string) =>
      writing({
        session: { locks },
        execute: async () => {
          order.push(`${name} begins`);
          await Promise.resolve();
          order.push(`${name} ends`);
        },
      });
    const first = writer("first");
    const second = writer("second");
    await Promise.all([walk(first.call, EXECUTE_AT), walk(second.call, EXECUTE_AT)]);
    expect(order).toEqual(["first begins", "first ends", "second begins", "second ends"]);
  });

  it("gives up its place in the queue when it is stopped there", async () => {
    const locks = createLocks();
    const holder = writing({ session: { locks }, execute: () => new Promise(() => undefined) });
    walk(holder.call, EXECUTE_AT);
    const own = new AbortController();
    const ran: number[] = [];
    const waiting = writing({
      session: { locks },
      options: { signal: own.signal },
      execute: () => void ran.push(1),
    });
    const walked = walk(waiting.call, EXECUTE_AT);
    own.abort();
    expect(await walked).toMatchObject({ code: "cancelled" });
    expect(ran).toEqual([]);
  });

  it("writes down what it is about to do before it does it", async () => {
    const order: string[] = [];
    const intent = async (entry: IntentEntry): Promise<void> => {
      order.push(`intent ${entry.callId}`);
      await Promise.resolve();
      order.push("kept");
    };
    const recorder = { intent, settle: () => undefined };
    const session = { recorder, locks: createLocks() };
    const { call } = writing({ session, execute: () => void order.push("runs") });
    expect(await walk(call, EXECUTE_AT)).toMatchObject({ type: "output" });
    expect(order).toEqual(["intent call_1", "kept", "runs"]);
  });

  it("runs nothing when its intent cannot be kept", async () => {
    const ran: number[] = [];
    const recorder = { intent: () => Promise.reject(new Error("full")), settle: () => undefined };
    const session = { recorder, locks: createLocks() };
    const { call } = writing({ session, execute: () => void ran.push(1) });
    expect(await walk(call, EXECUTE_AT)).toMatchObject({ type: "error", code: "internal" });
    expect(ran).toEqual([]);
  });

  it("writes no intent for what only reads", () => {
    const intent = (): never => {
      throw new Error("an intent");
    };
    const { call } = createStubCall({ session: { recorder: { intent, settle: () => undefined } } });
    expect(walkToEnd(call)).toMatchObject({ type: "output" });
  });
});
