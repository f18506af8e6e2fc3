import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import type { StageOutcome } from "../call/stage-outcome.ts";
import { stopCall } from "../session/running-calls.ts";
import type { ReadyCall } from "./running/ready-call.ts";
import { type Conclude, runOnce } from "./running/run-once.ts";
import { createStubCall, type StubCall, type StubOptions } from "./stage/stub-call.fixture.ts";
import { walk } from "./walk.ts";

const EXECUTE_AT = 8;
const CANCELLED = { kind: "cancelled", text: "Cancelled" } as const;

interface Attempted extends StubCall {
  readonly outcome: StageOutcome | Promise<StageOutcome>;
  readonly walkedOn: unknown[];
  readonly thrown: unknown[];
}

/** One attempt at a call that came as far as `execute`. */
function attempt(execute: NonNullable<StubOptions["execute"]>): Attempted {
  const stub = createStubCall({ execute });
  walk(stub.call, 0, EXECUTE_AT);
  const walkedOn: unknown[] = [];
  const thrown: unknown[] = [];
  const conclude: Conclude = (_, result, threw) => {
    thrown.push(threw?.error ?? null);
    return result;
  };
  const outcome = runOnce(stub.call as ReadyCall, conclude, (_, given) => {
    walkedOn.push(given);
    return null;
  });
  return { ...stub, outcome, walkedOn, thrown };
}

const carries = (outcome: unknown): Promise<unknown> =>
  (outcome as { carries: Promise<unknown> }).carries;

describe("runOnce", () => {
  it("settles at once what a tool returned or threw, and walks nothing on", () => {
    const returned = attempt(() => 7);
    expect(returned.outcome).toMatchObject({ type: "output", data: 7 });
    const error = new ToolError("not_found", "Gone.");
    const threw = attempt(() => {
      throw error;
    });
    expect(threw.outcome).toMatchObject({ code: "not_found" });
    expect([returned.walkedOn, threw.walkedOn, threw.thrown]).toEqual([[], [], [error]]);
  });

  it("carries a call whose tool is waited for, and walks it on when it came back", async () => {
    const { outcome, walkedOn } = attempt(async () => "late");
    expect(walkedOn).toEqual([]);
    expect(await carries(outcome)).toBe(null);
    expect(walkedOn).toMatchObject([{ type: "output", data: "late" }]);
  });

  it("carries on from a rejection, and from a thenable that throws", async () => {
    const rejected = attempt(() => Promise.reject(new ToolError("conflict", "Twice.")));
    await carries(rejected.outcome);
    expect(rejected.walkedOn).toMatchObject([{ code: "conflict" }]);
    const odd = attempt(() => oddThenable());
    await carries(odd.outcome);
    expect(odd.walkedOn).toMatchObject([{ code: "internal" }]);
  });

  it("leaves a tool behind that ignores its signal, and drops its later answer", async () => {
    let comeBack: (value: string) => void = () => undefined;
    const { call, clock, outcome, walkedOn } = attempt(
      () =>
        new Promise<string>((resolve) => {
          comeBack = resolve;
        }),
    );
    stopCall(call, CANCELLED);
    clock.advance(499);
    expect(walkedOn).toEqual([]);
    clock.advance(1);
    await carries(outcome);
    comeBack("too late");
    await Promise.resolve();
    expect(walkedOn).toMatchObject([{ code: "cancelled" }]);
  });

  it("keeps what a stopped tool came back with for people", async () => {
    const { call, outcome, walkedOn } = attempt(
      (_, { signal }) =>
        new Promise((resolve) => signal.addEventListener("abort", () => resolve("half"))),
    );
    stopCall(call, { kind: "timeout", text: "Too slow." });
    await carries(outcome);
    expect(walkedOn).toMatchObject([{ code: "timeout", details: { partial: "half" } }]);
  });
});

/** A tool may return anything that has a `then`. */
function oddThenable(): object {
  const name = "then";
  return {
    [name]: () => {
      throw new Error("odd");
    },
  };
}
