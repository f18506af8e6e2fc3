import { describe, expect, it } from "vitest";
import { createCancelScope } from "./cancel-scope.ts";

const REASON = { kind: "cancelled", text: "Cancelled" } as const;

describe("a cancel scope", () => {
  it("cancels descendants in the order they were made, and nothing upward", () => {
    const root = createCancelScope();
    const order: string[] = [];
    const first = root.child();
    root.onCancel(() => order.push("root listener"));
    const second = root.child();
    first.onCancel(() => order.push("first"));
    first.child().onCancel(() => order.push("first's child"));
    second.onCancel(() => order.push("second"));
    second.cancel(REASON);
    expect(root.reason).toBeNull();
    expect(first.reason).toBeNull();
    root.cancel(REASON);
    expect(order).toEqual(["second", "first", "first's child", "root listener"]);
  });

  it("makes its signal on first touch and aborts it with the reason", () => {
    const scope = createCancelScope();
    const signal = scope.signal();
    expect(scope.signal()).toBe(signal);
    scope.cancel({ kind: "timeout", text: "late" });
    scope.cancel(REASON);
    expect(signal.aborted).toBe(true);
    expect(signal.reason).toEqual({ kind: "timeout", text: "late" });
    expect(scope.reason).toEqual({ kind: "timeout", text: "late" });
  });

  it("calls a late listener and cancels a late child at once", () => {
    const scope = createCancelScope();
    scope.cancel(REASON);
    const heard: unknown[] = [];
    scope.onCancel((reason) => heard.push(reason))();
    expect(heard).toEqual([REASON]);
    expect(scope.child().reason).toEqual(REASON);
    expect(scope.signal().aborted).toBe(true);
  });

  it("lets go of a released child and of a listener that left", () => {
    const root = createCancelScope();
    const child = root.child();
    child.release();
    const heard: unknown[] = [];
    root.onCancel((reason) => heard.push(reason))();
    root.cancel(REASON);
    expect(child.reason).toBeNull();
    expect(heard).toEqual([]);
  });
});
