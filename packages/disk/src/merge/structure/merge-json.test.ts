import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mergeJson } from "./merge-json.ts";

const merge = (base: string, ours: string, theirs: string): Promise<string | null> =>
  mergeJson({ base, ours, theirs });

/** An object with each of the members on a line. */
function lines(...members: readonly string[]): string {
  return `{\n${members.map((member) => `  ${member}`).join(",\n")}\n}\n`;
}

describe("JSON", () => {
  it("takes additions of both sides, each behind the member it follows", async () => {
    const base = lines('"a": 1', '"z": 1');
    const merged = await merge(
      base,
      lines('"a": 1', '"b": 1', '"z": 1'),
      lines('"a": 1', '"c": 1', '"z": 1', '"zz": 1'),
    );
    expect(merged).toBe(lines('"a": 1', '"c": 1', '"b": 1', '"z": 1', '"zz": 1'));
  });

  it("takes edits of different members, also further down", async () => {
    const text = (a: string, b: string): string =>
      `{ "d": { "a": "${a}",  "b": "${b}" }, "e": [1] }`;
    expect(await merge(text("1", "1"), text("2", "1"), text("1", "2"))).toBe(text("2", "2"));
  });

  it("does what both did once, and what only one of them did", async () => {
    const ours = lines('"a": 2', '"b": 1', '"c": 1');
    expect(await merge(lines('"a": 1'), ours, lines('"a": 2'))).toBe(ours);
    expect(await merge(lines('"a": 1'), lines('"a": 2'), ours)).toBe(ours);
  });

  it.each<readonly [string, string, string, string]>([
    ["two edits of a member", lines('"v": 1'), lines('"v": 2'), lines('"v": 3')],
    ["two edits of a list", lines('"v": [1]'), lines('"v": [1, 2]'), lines('"v": [1, 3]')],
    [
      "an edit and a removal",
      lines('"v": 1', '"w": 1'),
      lines('"w": 1'),
      lines('"v": 2', '"w": 1'),
    ],
    ["a name added twice", lines('"w": 1'), lines('"w": 1', '"v": 1'), lines('"w": 1', '"v": 2')],
    ["two renames of one", lines('"v": 1'), lines('"a": 1'), lines('"b": 1')],
    ["removals on both sides", lines('"v": 1', '"w": 1'), lines('"v": 1'), lines('"w": 1')],
    [
      "a removal beside an edit",
      lines('"v": 1', '"w": 1'),
      lines('"v": 1'),
      lines('"v": 2', '"w": 1'),
    ],
    ["an addition beside an edit", lines('"v": 1'), lines('"v": 1', '"w": 1'), lines('"v": 2')],
    [
      "an edit of what was moved",
      lines('"v": 1', '"w": 1', '"x": 1'),
      lines('"w": 1', '"x": 1', '"v": 1'),
      lines('"v": 2', '"w": 1', '"x": 1'),
    ],
    ["a name that occurs twice", lines('"v": 1', '"v": 1'), lines('"v": 1'), lines('"v": 2')],
    ["what is no JSON", lines('"v": 1'), lines('"v": 2', '"w": 1'), lines('"v": 1', '"x" 1')],
    [
      "comments that differ",
      lines('"v": 1', '"w": 1'),
      lines('"v": 2 // why', '"w": 1'),
      lines('"v": 1', '"w": 2'),
    ],
  ])("leaves %s to a person", async (_name, base, ours, theirs) => {
    expect(await merge(base, ours, theirs)).toBe(null);
    expect(await merge(base, theirs, ours)).toBe(null);
  });

  it("keeps comments that nobody changed, and long numbers", async () => {
    const text = (a: string, b: string): string =>
      `// top\n{\n  "a": ${a}, // a\n  /* b */\n  "b": ${b},\n}\n`;
    const merged = await merge(
      text("9007199254740993", "1"),
      text("9007199254740992", "1"),
      text("9007199254740993", "1e999"),
    );
    expect(merged).toBe(text("9007199254740992", "1e999"));
  });

  it("leaves texts that are very deep to a person", async () => {
    const deep = (value: string): string =>
      `${'{"a":'.repeat(100_000)}${value}${"}".repeat(100_000)}`;
    expect(await merge(deep("1"), deep("2"), deep("3"))).toBe(null);
    const deeper = (value: string): string => `${"[".repeat(200)}${value}${"]".repeat(200)}`;
    expect(await merge(deeper("1"), deeper("2"), deeper("1"))).toBe(null);
  });

  it("treats odd names as any other", async () => {
    const base = lines('"__proto__": 1', '"constructor": 1');
    const ours = base.replace('o__": 1', 'o__": 2');
    const theirs = base.replace('r": 1', 'r": 2');
    expect(await merge(base, ours, theirs)).toBe(lines('"__proto__": 2', '"constructor": 2'));
  });

  it("is merged alike whichever side is ours, and has what each side alone changed", async () => {
    const value = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e"), fc.nat({ max: 2 }));
    await fc.assert(
      fc.asyncProperty(value, value, value, async (base, ours, theirs) => {
        const write = (members: object): string => JSON.stringify(members, null, 2);
        const one = await merge(write(base), write(ours), write(theirs));
        const other = await merge(write(base), write(theirs), write(ours));
        if (one === null || other === null) {
          expect([one, other]).toEqual([null, null]);
          return;
        }
        expect(JSON.parse(one)).toEqual(JSON.parse(other));
        const merged = JSON.parse(one) as Record<string, number>;
        for (const key of new Set([base, ours, theirs].flatMap(Object.keys)))
          expect(merged[key]).toBe(ours[key] === base[key] ? theirs[key] : ours[key]);
      }),
      { numRuns: 500 },
    );
  });
});
