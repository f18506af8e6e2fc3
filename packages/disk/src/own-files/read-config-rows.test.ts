import { describe, expect, it } from "vitest";
import { readConfigRows } from "./read-config-rows.ts";

const rows = (text: string) => readConfigRows(Buffer.from(text), "f.jsonc");

describe("readConfigRows", () => {
  it("gives each row as plain JSON with its line", async () => {
    expect(await rows('{ "$schema": "x", "rules": [\n  {"a": 1,}, // one\n\n  2,\n] }')).toEqual({
      rows: [
        { text: '{"a": 1 }', line: 2 },
        { text: "2", line: 4 },
      ],
      strangers: [],
    });
  });

  it("takes a bare list, and both of a list that is written twice", async () => {
    expect((await rows("[\n1]")).rows).toEqual([{ text: "1", line: 2 }]);
    expect((await rows('{"rules":[1],\n"rules":[2]}')).rows.map(({ text }) => text)).toEqual([
      "1",
      "2",
    ]);
  });

  it("names what is no list of rules", async () => {
    expect(await rows('{"rules": {},\n"mode": "yolo"}')).toEqual({
      rows: [],
      strangers: [
        { text: '"rules"', line: 1 },
        { text: '"mode"', line: 2 },
      ],
    });
    expect((await rows("7")).strangers).toEqual([{ text: "7", line: 1 }]);
  });

  it("reads twenty thousand rows at once", async () => {
    const many = await rows(`[${"{},\n".repeat(20_000)}]`);
    expect(many.rows.at(-1)).toEqual({ text: "{}", line: 20_000 });
  });

  it("refuses what is not JSON, with its place", async () => {
    await expect(rows('[\n{"a" 1}]')).rejects.toThrow("f.jsonc:2:6: a colon is expected here");
  });
});
