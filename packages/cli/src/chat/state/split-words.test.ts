import { describe, expect, it } from "vitest";
import { splitWords } from "./split-words.ts";

/** Everything that a text of many pieces becomes, and the longest rest that had to be read again. */
function playPieces(text: string, size: number) {
  const wholes: string[] = [];
  let rest = "";
  let longest = 0;
  for (let at = 0; at < text.length; at += size) {
    const split = splitWords(`${rest}${text.slice(at, at + size)}`);
    if (split.whole !== "") wholes.push(split.whole);
    ({ rest } = split);
    longest = Math.max(longest, rest.length);
  }
  return { wholes: [...wholes, rest], longest };
}

describe("the words of a model", () => {
  it("stay short to read, however long a line is, and none is lost", () => {
    const text = "word ".repeat(40_000);
    const { wholes, longest } = playPieces(text, 50);
    expect(wholes.join("")).toBe(text);
    expect(longest).toBeLessThanOrEqual(8_100);
    expect(wholes.every((whole) => whole.endsWith(" ") || whole === "")).toBe(true);
    const solid = "\u{1f600}".repeat(20_000);
    expect(playPieces(solid, 50).wholes.join("")).toBe(solid);
  });

  it("stay short where a megabyte comes in one piece, also with a block of code that ends in it", () => {
    const line = "x".repeat(1_000_000);
    const { wholes, longest } = playPieces(line, line.length);
    expect(wholes.join("")).toBe(line);
    expect(longest).toBeLessThanOrEqual(12_000);
    const code = `\`\`\`js\n${"let a = 1;\n".repeat(90_000)}\`\`\`\nand ${"after ".repeat(800)}`;
    const played = playPieces(code, code.length);
    expect(played.longest).toBeLessThanOrEqual(12_000);
    for (const whole of played.wholes)
      expect((whole.match(/^```/gm) ?? []).length % 2, whole.slice(-200)).toBe(0);
  });

  it("keep a long block of code in its fence", () => {
    const lines = Array.from({ length: 2_000 }, (_, at) => `const a${at} = ${at};`);
    const { wholes, longest } = playPieces(`\`\`\`js\n${lines.join("\n")}\n\`\`\`\n`, 40);
    expect(longest).toBeLessThanOrEqual(8_100);
    for (const whole of wholes.slice(0, -1)) expect(whole).toMatch(/^```js\n[\s\S]*\n```\n$/);
    const kept = wholes
      .join("")
      .split("\n")
      .filter((line) => line.startsWith("const"));
    expect(kept).toEqual(lines);
  });
});
