import type { OutputResult, ToolResult } from "@toolplane/contract";
import type { Redactor } from "@toolplane/contract/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundResult } from "./bound-result.ts";
import { isPlainlyFine } from "./is-plainly-fine.ts";

const SECRET = "hunter22";

/** Masks one word, also inside values; enough to distinguish a look from none. */
const redactor: Redactor = {
  text: (text) => text.replaceAll(SECRET, "[redacted:word]"),
  value: (value) =>
    (JSON.stringify(value) ?? "").includes(SECRET)
      ? (JSON.parse(JSON.stringify(value).replaceAll(SECRET, "[redacted:word]")) as typeof value)
      : value,
  stream: () => ({ push: (text) => text, end: () => "" }),
};

function outputOf(data: unknown): OutputResult {
  return { type: "output", data, metadata: { duration_ms: 0 } };
}

function isFine(result: ToolResult, maxBytes = 1_000): boolean {
  return isPlainlyFine(result, redactor, maxBytes);
}

describe("isPlainlyFine", () => {
  it("says yes to small plain results", () => {
    const errorOf = (error_text: string): ToolResult => ({
      type: "error",
      code: "failed",
      error_text,
      metadata: { duration_ms: 0 },
    });
    const fine = [null, undefined, "text", 1, true, [], {}, { a: [1, "b", { c: null }] }];
    expect(fine.map((data) => isFine(outputOf(data)))).toEqual(fine.map(() => true));
    expect(isFine(errorOf("The kettle is empty."))).toBe(true);
    expect(isFine(errorOf(`It is ${SECRET}.`))).toBe(false);
    expect(isFine(errorOf("x".repeat(8_192)))).toBe(false);
  });

  it("says yes only where the careful way changes nothing", async () => {
    const text = fc.oneof(fc.string(), fc.constant(SECRET), fc.constant(`a ${SECRET}`));
    const value = fc.object({ key: text, values: [text, fc.integer(), fc.boolean()] });
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, value), fc.nat(400), async (data, maxBytes) => {
        const result = outputOf(data);
        const writeSidecar = async (): Promise<string> => "path";
        const bounded = await boundResult(result, { maxBytes, redactor, writeSidecar });
        if (isFine(result, maxBytes)) expect(bounded).toBe(result);
        if (JSON.stringify(data).includes(SECRET)) expect(isFine(result, maxBytes)).toBe(false);
      }),
    );
  });

  it("leaves everything odd to the careful way", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 40; level += 1) deep = [deep];
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const throwing = {
      get a(): string {
        throw new TypeError("no");
      },
    };
    const speaking = Object.defineProperty({ a: 1 }, "toJSON", { value: () => SECRET });
    const odd = [
      deep,
      cyclic,
      throwing,
      speaking,
      new Date(0),
      new Map(),
      1n,
      () => 1,
      Symbol("s"),
      { [SECRET]: 1 },
      { a: [SECRET] },
      "x".repeat(400),
      new Array(20_000).fill(0),
    ];
    expect(odd.map((data) => isFine(outputOf(data)))).toEqual(odd.map(() => false));
  });

  it("leaves results with more than data to the careful way", () => {
    const base = outputOf(1);
    const more: readonly ToolResult[] = [
      { ...base, content: [] },
      { ...base, details: 1 },
      { ...base, flow: {} },
      { ...base, metadata: { duration_ms: 0, untrusted: { source: "web" } } },
    ];
    expect(more.map((result) => isFine(result))).toEqual([false, false, false, false]);
  });
});
