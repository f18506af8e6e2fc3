import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecords } from "./read-records.ts";

describe("readRecords", () => {
  it("gives the same records whatever the chunks are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z]{0,9}$/)),
        fc.integer({ min: 1, max: 7 }),
        (records, size) => {
          const bytes = Buffer.from(records.map((record) => `${record}\n`).join(""));
          const seen: string[] = [];
          let skipped = 0;
          const reader = readRecords({
            end: 10,
            maxBytes: 5,
            take: (record) => seen.push(record.toString()) > 0,
            skip: () => {
              skipped += 1;
            },
          });
          for (let at = 0; at < bytes.length; at += size)
            reader.push(bytes.subarray(at, at + size));
          expect(seen).toEqual(records.filter((record) => record.length <= 5));
          expect(skipped).toBe(records.length - seen.length);
        },
      ),
    );
  });

  it("goes on after what was too long, and stops when that was enough", () => {
    const reader = readRecords({ end: 0, maxBytes: 2, take: () => false, skip: () => {} });
    expect(reader.push(Buffer.from("long\0"))).toBe(true);
    expect(reader.push(Buffer.from("a\0b\0"))).toBe(false);
  });
});
