import { describe, expect, it } from "vitest";
import { decideToolMode } from "./decide-tool-mode.ts";
import { MODE_TREATMENTS } from "./mode-treatments.ts";
import { toolCallStatus } from "./tool-call-status.ts";

describe("toolCallStatus", () => {
  it("gives the state of a call, and error when success is false [R229] [R084]", () => {
    const statusOf = (view: Parameters<typeof toolCallStatus>[0]) => toolCallStatus(view).status;
    expect(statusOf({ name: "get_x" })).toBe("pending");
    expect(statusOf({ name: "get_x", result: null, runningHint: false })).toBe("pending");
    expect(statusOf({ name: "get_x", runningHint: true })).toBe("running");
    expect(statusOf({ name: "get_x", result: { success: true }, runningHint: true })).toBe("done");
    expect(statusOf({ name: "get_x", result: {} })).toBe("done");
    expect(statusOf({ name: "get_x", result: { success: false } })).toBe("error");
  });

  it("infers the mode from the same patterns as the registry, and an explicit mode wins [R229]", () => {
    for (const name of ["get_x", "create_x", "delete_x", "local_x", "send_x"]) {
      const { mode, requiresApproval, isDestructive } = toolCallStatus({ name });
      expect(mode).toBe(decideToolMode(name));
      expect(requiresApproval).toBe(mode === "local");
      expect(isDestructive).toBe(mode === "destructive");
    }
    expect(toolCallStatus({ name: "get_x", mode: "local", result: { success: true } })).toEqual({
      status: "done",
      mode: "local",
      requiresApproval: true,
      isDestructive: false,
    });
  });
});

describe("MODE_TREATMENTS", () => {
  it("lets every mode run by itself but local", () => {
    const waiting = Object.entries(MODE_TREATMENTS).filter(([, { autoRun }]) => !autoRun);
    expect(waiting.map(([mode]) => mode)).toEqual(["local"]);
    for (const { autoRun, consent } of Object.values(MODE_TREATMENTS))
      expect(consent).toBe(!autoRun);
  });
});
