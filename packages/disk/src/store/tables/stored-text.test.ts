import { DatabaseSync } from "node:sqlite";
import { givenText, storedText } from "@toolplane/readings";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

describe("storedText", () => {
  it("brings every text through SQLite as it was, and no two texts to the same", () => {
    const database = new DatabaseSync(":memory:");
    const through = database.prepare("SELECT ? AS text");
    // Units of UTF-16 as they come, lone halves of pairs and NUL among them.
    const units = fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 });
    const text = units.map((codes) => String.fromCharCode(...codes));
    const marked = text.map((rest) => `\u0001json:${rest}`);
    fc.assert(
      fc.property(fc.oneof(text, marked, fc.string()), (given) => {
        const row = through.get(storedText(given)) as { text: string };
        expect(givenText(row.text)).toBe(given);
      }),
    );
    database.close();
  });
});
