import type { ContentPart, ToolResult } from "@toolplane/contract";
import type { Redactor } from "@toolplane/contract/ports";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boundResult, MAX_DETAILS_BYTES } from "./bound-result.ts";

/** Masks one word, so that these tests need no other part of the kernel. */
const redactor: Redactor = {
  text: (text) => text.replaceAll("SECRET", "[redacted:s]"),
  stream: () => ({ push: (chunk) => chunk, end: () => "" }),
  value: (value) => {
    const json = JSON.stringify(value);
    return json?.includes("SECRET") ? JSON.parse(json.replaceAll("SECRET", "[redacted:s]")) : value;
  },
};
const harmless: Redactor = { ...redactor, text: (text) => text, value: (value) => value };

interface Bounded {
  readonly result: ToolResult;
  readonly written: readonly string[];
  readonly failures: readonly unknown[];
}

async function bound(
  result: ToolResult,
  options: { readonly maxBytes: number; readonly redactor?: Redactor; readonly fails?: unknown },
): Promise<Bounded> {
  const written: string[] = [];
  const failures: unknown[] = [];
  const bounded = await boundResult(result, {
    maxBytes: options.maxBytes,
    redactor: options.redactor ?? redactor,
    writeSidecar: async (text) => {
      if (options.fails !== undefined) throw options.fails;
      written.push(text);
      return `/scratch/${written.length}.txt`;
    },
    onSidecarFailure: (cause) => failures.push(cause),
  });
  return { result: bounded, written, failures };
}

const outputOf = (data: unknown, content?: readonly ContentPart[]): ToolResult => ({
  type: "output",
  data,
  ...(content ? { content } : {}),
  metadata: { duration_ms: 3 },
});

describe("boundResult: what fits", () => {
  it("returns the very same result, and no promise, when nothing is masked or cut", () => {
    const results = [
      outputOf("short"),
      outputOf({ a: [1, true, null, "x"] }),
      outputOf(null),
      outputOf(undefined),
      outputOf(["x"], [{ type: "text", text: "x" }]),
      outputOf({ when: new Date(0) }),
      { type: "error", code: "failed", error_text: "no", metadata: { duration_ms: 1 } } as const,
    ];
    for (const result of results) {
      const bounded = boundResult(result, {
        maxBytes: 200,
        redactor,
        writeSidecar: () => Promise.resolve("never"),
      });
      expect(bounded).toBe(result);
    }
  });

  it("masks data, errors, content, details, flow and source", async () => {
    const { result } = await bound(
      {
        ...outputOf({ a: "SECRET" }, [{ type: "text", text: "a SECRET" }]),
        details: { b: "SECRET" },
        flow: { message: "SECRET" },
        metadata: { duration_ms: 3, untrusted: { source: "https://h/?SECRET" } },
      },
      { maxBytes: 500 },
    );
    expect(result).toEqual({
      type: "output",
      data: { a: "[redacted:s]" },
      content: [{ type: "text", text: "a [redacted:s]" }],
      details: { b: "[redacted:s]" },
      flow: { message: "[redacted:s]" },
      metadata: { duration_ms: 3, untrusted: { source: "https://h/?[redacted:s]" } },
    });
    const error = await bound(
      {
        type: "error",
        code: "failed",
        error_text: "no SECRET",
        input_required: { message: "SECRET?" },
        metadata: { duration_ms: 1 },
      },
      { maxBytes: 500 },
    );
    expect(error.result).toEqual({
      type: "error",
      code: "failed",
      error_text: "no [redacted:s]",
      input_required: { message: "[redacted:s]?" },
      metadata: { duration_ms: 1 },
    });
  });
});

describe("boundResult: what is too long", () => {
  it("puts overflow into a sidecar and leaves head, truncated and output_path [R205] [R206]", async () => {
    const { result, written } = await bound(outputOf("0123456789"), { maxBytes: 4 });
    expect(result).toEqual({
      type: "output",
      data: { head: "0123" },
      metadata: { duration_ms: 3, truncated: true, output_path: "/scratch/1.txt" },
    });
    expect(written).toEqual(["0123456789"]);
  });

  it("keeps the shape at any cap, and cuts nothing at exactly the cap [R214]", async () => {
    const text = "x".repeat(1_000);
    for (const maxBytes of [0, 1, 10, 999]) {
      const { result } = await bound(outputOf(text), { maxBytes });
      expect(result).toEqual({
        type: "output",
        data: { head: text.slice(0, maxBytes) },
        metadata: { duration_ms: 3, truncated: true, output_path: "/scratch/1.txt" },
      });
    }
    const whole = outputOf(text);
    expect((await bound(whole, { maxBytes: 1_000 })).result).toBe(whole);
  });

  it("measures other data as JSON, and writes JSON", async () => {
    const data = { list: ["aaaa", "bbbb"] };
    const { result, written } = await bound(outputOf(data), { maxBytes: 12 });
    expect(result).toMatchObject({ data: { head: '{"list":["aa' } });
    expect(written).toEqual([JSON.stringify(data)]);
    const fits = outputOf(data);
    expect((await bound(fits, { maxBytes: JSON.stringify(data).length })).result).toBe(fits);
  });

  it("masks before it measures, cuts and writes", async () => {
    const { result, written } = await bound(outputOf(`${"x".repeat(20)}SECRET`), { maxBytes: 24 });
    expect(result).toMatchObject({ data: { head: `${"x".repeat(20)}[red` } });
    expect(written).toEqual([`${"x".repeat(20)}[redacted:s]`]);
  });

  it("cuts text parts of content to the cap together, and keeps pictures", async () => {
    const picture = { type: "image", data: "QUJD".repeat(100), mime_type: "image/png" } as const;
    const { result, written } = await bound(
      outputOf("small", [
        { type: "text", text: "12345" },
        picture,
        { type: "text", text: "67890" },
        { type: "text", text: "more" },
      ]),
      { maxBytes: 8 },
    );
    expect(result).toEqual({
      type: "output",
      data: { head: "12345\n67" },
      content: [{ type: "text", text: "12345" }, picture, { type: "text", text: "678" }],
      metadata: { duration_ms: 3, truncated: true, output_path: "/scratch/1.txt" },
    });
    expect(written).toEqual(["small\n\n12345\n67890\nmore"]);
  });

  it("writes an output once that data and content both hold", async () => {
    const text = "x".repeat(50);
    const { written } = await bound(outputOf(text, [{ type: "text", text }]), { maxBytes: 10 });
    expect(written).toEqual([text]);
  });

  it("cuts an error text of more than 8 KB, with the whole in a sidecar", async () => {
    const error_text = "é".repeat(5_000);
    const { result, written } = await bound(
      { type: "error", code: "failed", error_text, metadata: { duration_ms: 1 } },
      { maxBytes: 200_000 },
    );
    expect(result).toEqual({
      type: "error",
      code: "failed",
      error_text: "é".repeat(4_096),
      metadata: { duration_ms: 1, truncated: true, output_path: "/scratch/1.txt" },
    });
    expect(written).toEqual([error_text]);
  });

  it("keeps the path at which the tool itself left the whole", async () => {
    const cut = {
      ...outputOf("x".repeat(50)),
      metadata: { duration_ms: 1, truncated: true, output_path: "/scratch/own.txt" },
    };
    const { result, written } = await bound(cut, { maxBytes: 10 });
    expect(result).toEqual({ ...cut, data: { head: "x".repeat(10) } });
    expect(written).toEqual([]);
  });

  it("cuts the beginning that a tool kept as text, and not as the JSON around it", async () => {
    const kept = (head: string): ToolResult => ({
      ...outputOf({ head }),
      metadata: { duration_ms: 1, truncated: true, output_path: "/scratch/own.txt" },
    });
    const lines = '"a"\n'.repeat(10);
    const fits = kept(lines);
    expect((await bound(fits, { maxBytes: lines.length })).result).toBe(fits);
    const { result, written } = await bound(fits, { maxBytes: 6 });
    expect(result).toEqual({ ...fits, data: { head: '"a"\n"a' } });
    expect(written).toEqual([]);
  });

  it("puts what a tool kept for the sidecar there, masked, and shows the beginning", async () => {
    const cut: ToolResult = {
      ...outputOf({ head: "one SECRET", whole: "one SECRET\ntwo SECRET" }),
      metadata: { duration_ms: 1, truncated: true },
    };
    const { result, written } = await bound(cut, { maxBytes: 500 });
    expect(result).toEqual({
      type: "output",
      data: { head: "one [redacted:s]" },
      metadata: { duration_ms: 1, truncated: true, output_path: "/scratch/1.txt" },
    });
    expect(written).toEqual(["one [redacted:s]\ntwo [redacted:s]"]);
  });

  it("cuts the result all the same when the sidecar cannot be written, and says so", async () => {
    const { result, failures } = await bound(outputOf("0123456789"), {
      maxBytes: 4,
      fails: "disk full",
    });
    expect(result).toEqual({
      type: "output",
      data: { head: "0123" },
      metadata: { duration_ms: 3, truncated: true },
    });
    expect(failures).toEqual(["disk full"]);
    const throws = boundResult(outputOf("0123456789"), {
      maxBytes: 4,
      redactor,
      writeSidecar: () => {
        throw new TypeError("broken");
      },
    });
    expect(await throws).toMatchObject({ metadata: { truncated: true } });
  });

  it("gives at most the cap, well-formed, and a beginning of the whole, for any text", async () => {
    const text = fc.string({
      unit: fc.oneof(
        fc.string({ unit: "grapheme", minLength: 1, maxLength: 2 }),
        fc.constantFrom("\ud83d", "e\u0301", "👩‍👩‍👧‍👦", "x"),
      ),
      maxLength: 60,
    });
    await fc.assert(
      fc.asyncProperty(text, fc.nat(60), async (whole, maxBytes) => {
        const { result, written } = await bound(outputOf(whole), { maxBytes, redactor: harmless });
        if (Buffer.byteLength(whole) <= maxBytes) {
          expect(result).toEqual(outputOf(whole));
          return;
        }
        const { head } = (result as { readonly data: { readonly head: string } }).data;
        expect(Buffer.byteLength(head)).toBeLessThanOrEqual(maxBytes);
        expect(head.isWellFormed()).toBe(true);
        expect(whole.toWellFormed().startsWith(head)).toBe(true);
        expect(written).toEqual([whole]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("boundResult: what cannot be JSON", () => {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  const cases: readonly (readonly [string, unknown, string])[] = [
    ["a value that contains itself", loop, "it contains itself or is nested too deeply"],
    ["a BigInt", { n: 1n }, "it holds a BigInt"],
    ["a function", [() => 1], "it holds a function"],
    ["a symbol", { s: Symbol("s") }, "it holds a symbol"],
    ["a bare function", () => 1, "it holds a function"],
  ];
  it.each(cases)("turns %s into an error that says why", async (_, data, fault) => {
    const { result } = await bound(outputOf(data), { maxBytes: 100, redactor: harmless });
    expect(result).toEqual({
      type: "error",
      code: "internal",
      error_text: `The tool gave back a value that cannot be written as JSON: ${fault}.`,
      metadata: { duration_ms: 3 },
    });
  });

  it("never throws, whatever throws when it is read", async () => {
    const trap = {
      get x(): string {
        throw new TypeError("no");
      },
    };
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    for (const data of [trap, revoked.proxy, { toJSON: () => trap.x }]) {
      const { result } = await bound(outputOf(data), { maxBytes: 100, redactor: harmless });
      expect(result).toMatchObject({ type: "error", code: "internal" });
    }
    const { result } = await bound(outputOf(1), {
      maxBytes: 100,
      redactor: {
        ...harmless,
        value: () => {
          throw new TypeError("no");
        },
      },
    });
    expect(result).toMatchObject({ type: "error", code: "internal" });
  });

  it("agrees with JSON.stringify on what fits, for any JSON value", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), fc.nat(200), async (data, maxBytes) => {
        fc.pre(typeof data !== "string");
        const { result } = await bound(outputOf(data), { maxBytes, redactor: harmless });
        const over = Buffer.byteLength(JSON.stringify(data)) > maxBytes;
        expect(result.metadata.truncated === true).toBe(over);
      }),
      { numRuns: 500 },
    );
  });
});

describe("boundResult: details", () => {
  const withDetails = (details: unknown): ToolResult =>
    ({ ...outputOf("ok"), details }) as ToolResult;

  it("keeps details that fit", async () => {
    const fits = { diff: "x".repeat(1_000) };
    const { result } = await bound(withDetails(fits), { maxBytes: 100 });
    expect(result.details).toEqual(fits);
  });

  it("leaves out details that are too long or cannot be written, and says so; the output stays", async () => {
    const ring: Record<string, unknown> = {};
    ring.self = ring;
    const long = await bound(withDetails({ diff: "x".repeat(MAX_DETAILS_BYTES) }), {
      maxBytes: 100,
    });
    expect(long.result).toEqual(withDetails({ omitted: "they are longer than 1048576 bytes" }));
    const odd = await bound(withDetails(ring), { maxBytes: 100, redactor: harmless });
    expect(odd.result).toEqual(withDetails({ omitted: expect.any(String) }));
  });
});
