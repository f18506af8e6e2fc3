import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LineLayout } from "./line-layout.ts";
import { scanLines } from "./scan-lines.ts";

const PLAIN: LineLayout = { start: 0, width: 1, low: 0, end: 0x0a };
const WIDE: LineLayout = { start: 2, width: 2, low: 0, end: 0x0a };

interface Case {
  readonly bytes: Uint8Array;
  readonly layout: LineLayout;
  readonly piece: number;
  readonly first: number;
  readonly most: number;
}

async function scan({ bytes, layout, piece, first, most }: Case) {
  const read = async (offset: number) => bytes.subarray(offset, offset + piece);
  const request = { first, most, maxBytes: 1_000_000, maxLineBytes: 1_000_000 };
  return scanLines({ head: await read(0), read, layout }, request);
}

/** The lines, by splitting the whole text. */
function expected(text: string, first: number, most: number) {
  const all = text.split("\n");
  if (all.at(-1) === "") all.pop();
  const lines = all.slice(first - 1, first - 1 + most);
  return { lines, total: first - 1 + most >= all.length ? all.length : null };
}

const text = fc.string({ unit: fc.constantFrom("a", "b", "\n", "é", "\r"), maxLength: 60 });
const place = { first: fc.integer({ min: 1, max: 12 }), most: fc.integer({ min: 1, max: 6 }) };

describe("scanLines", () => {
  it("finds what splitting the whole text finds, whatever the pieces", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({ text, piece: fc.integer({ min: 1, max: 9 }), ...place }),
        async ({ text: whole, piece, first, most }) => {
          const bytes = new TextEncoder().encode(whole);
          const found = await scan({ bytes, layout: PLAIN, piece, first, most });
          const lines = found.lines.map((line) => new TextDecoder().decode(line.bytes));
          expect({ lines, total: found.total }).toEqual(expected(whole, first, most));
          for (const line of found.lines)
            expect(bytes.subarray(line.at, line.at + line.length)).toEqual(line.bytes);
        },
      ),
      { numRuns: 500 },
    );
  });

  it("finds lines of two bytes a unit, also where half a unit looks like a line end", async () => {
    const wide = fc.string({
      unit: fc.constantFrom("a", "\n", "\u0a0a", "\u0a00", "ਊ"),
      maxLength: 40,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.record({ wide, piece: fc.integer({ min: 2, max: 9 }), ...place }),
        async ({ wide: whole, piece, first, most }) => {
          const bytes = Uint8Array.from(Buffer.from(`\ufeff${whole}`, "utf16le"));
          const found = await scan({ bytes, layout: WIDE, piece: piece * 2, first, most });
          const lines = found.lines.map((line) => Buffer.from(line.bytes).toString("utf16le"));
          expect({ lines, total: found.total }).toEqual(expected(whole, first, most));
        },
      ),
      { numRuns: 300 },
    );
  });

  it("keeps a part of a long line and measures it whole, and stops at its bound", async () => {
    const bytes = new TextEncoder().encode(`${"x".repeat(100)}\nshort\nnever`);
    const read = async (offset: number) => bytes.subarray(offset, offset + 7);
    const found = await scanLines(
      { head: await read(0), read, layout: PLAIN },
      { first: 1, most: 10, maxBytes: 12, maxLineBytes: 10 },
    );
    expect(found.lines.map(({ bytes: kept, length }) => [kept.length, length])).toEqual([
      [10, 100],
      [5, 5],
    ]);
    expect(found.total).toBeNull();
  });
});
