import { describe, expect, it } from "vitest";
import { createSessionMode } from "./session-mode.ts";

describe("the mode of a session", () => {
  it("the mode of a session is what a person chose last", () => {
    const mode = createSessionMode("ask", null);
    mode.set("yolo");
    expect(mode.now()).toBe("yolo");
    mode.set("ask");
    expect(mode.now()).toBe("ask");
    expect(() => mode.set("god" as never)).toThrow(/there is no mode/);
    expect(mode.now()).toBe("ask");
  });

  it("the mode of a child is never looser than its parent's, also when that is changed later", () => {
    const parent = createSessionMode("yolo", null);
    const child = createSessionMode("yolo", parent);
    const strict = createSessionMode("ask", parent);
    expect([child.now(), strict.now()]).toEqual(["yolo", "ask"]);
    parent.set("allowlist");
    expect([child.now(), strict.now()]).toEqual(["allowlist", "ask"]);
    expect(() => child.set("yolo")).toThrow(/parent/);
  });
});
