import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { describeCause } from "./describe-cause.ts";

describe("describeCause", () => {
  it("says an error's name, message, code, detail and stack, and its cause's", () => {
    const inner = Object.assign(new TypeError("no file"), { code: "ENOENT" });
    const error = new ToolError("failed", "It broke.", { cause: inner, detail: { path: "a" } });
    expect(describeCause(error)).toEqual({
      name: "ToolError",
      message: "It broke.",
      code: "failed",
      stack: error.stack,
      detail: { path: "a" },
      cause: { name: "TypeError", message: "no file", code: "ENOENT", stack: inner.stack },
    });
  });

  it("keeps what was described already, and plain values", () => {
    const described = describeCause(new TypeError("x"));
    expect(describeCause(described)).toEqual(described);
    expect([describeCause("text"), describeCause(3), describeCause(null)]).toEqual([
      "text",
      3,
      null,
    ]);
    expect([describeCause(undefined), describeCause(Symbol("s")), describeCause(9n)]).toEqual([
      null,
      "Symbol(s)",
      "9",
    ]);
  });

  it("stops at five errors within one another and at 8,192 characters", () => {
    let error: Error | undefined;
    for (let depth = 0; depth < 9; depth += 1)
      error = new TypeError("y".repeat(9_000), { cause: error });
    const text = JSON.stringify(describeCause(error));
    expect(text.match(/"name"/g)).toHaveLength(5);
    expect((describeCause("z".repeat(9_000)) as string).length).toBe(8_192);
  });

  it("never throws, whatever was thrown", () => {
    const hostile = {
      get message() {
        throw new TypeError("ha");
      },
    };
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect([describeCause(hostile), describeCause(cyclic)]).toEqual(
      Array(2).fill({ unreadable: "reading the cause failed" }),
    );
  });
});
