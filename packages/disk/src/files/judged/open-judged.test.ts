import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import type { FileMachine } from "../machine/file-machine.ts";
import type { DoorGate } from "./create-door-gate.ts";
import { openJudged, present } from "./open-judged.ts";

/** A machine whose system will not let us look at anything. */
const machine = {
  places: { roots: ["/ws"], adHoc: () => [], aliases: [], home: "/home" },
  path: (text: string) => ({ ok: true, value: { lexical: text, real: text, kind: "missing" } }),
  open: () => {
    throw Object.assign(new RangeError("denied"), { code: "EACCES" });
  },
} as unknown as FileMachine;

function gateThat(enter: () => void): DoorGate {
  return { goOn: () => undefined, enter } as unknown as DoorGate;
}

describe("something that cannot be looked at", () => {
  it("is told of only after the gate has answered", () => {
    const closed = gateThat(() => {
      throw new ToolError("permission_denied", "not this");
    });
    expect(() => openJudged(machine, closed, { text: "/ws/a" })).toThrow("not this");
    const judged = openJudged(
      machine,
      gateThat(() => undefined),
      { text: "/ws/a" },
    );
    expect(judged.handle).toBe(null);
    expect(() => present("/ws/a", judged)).toThrow(ToolError);
    expect(() => present("/ws/a", judged)).not.toThrow("does not exist");
  });
});
