import { describe, expect, it } from "vitest";
import { applyChunks } from "./apply-chunks.ts";
import { parsePatch } from "./parse-patch.ts";

function apply(text: string, chunks: string, path = "x.ts"): string {
  const [file] = parsePatch(`*** Begin Patch\n*** Update File: ${path}\n${chunks}*** End Patch`);
  if (file?.kind !== "update" || file.body.form !== "chunks") throw new TypeError("no update");
  return applyChunks(text, file.body.chunks, path);
}

describe("applyChunks", () => {
  it("refuses more parts than can be looked for in a long file", () => {
    const text = `${"a\n".repeat(200_000)}b\n`;
    expect(apply(text, "@@ a\n-b\n+c\n")).toMatch(/a\nc\n$/);
    expect(() => apply(text, `${"@@ a\n".repeat(600)}-b\n+c\n`)).toThrow(/too many parts/);
  });

  it.each([
    ["by its lines", "a\nb\nc\n", "@@\n a\n-b\n+B\n", "a\nB\nc\n"],
    ["after an anchor", "f\nx\ng\nx\n", "@@ g\n-x\n+y\n", "f\nx\ng\ny\n"],
    [
      "after anchors inside one another",
      "A\nf\nx\nB\nf\nx\n",
      "@@ B\n@@ f\n-x\n+y\n",
      "A\nf\nx\nB\nf\ny\n",
    ],
    ["in order", "x\nx\nx\n", "@@\n-x\n+1\n@@\n-x\n+2\n", "1\n2\nx\n"],
    ["at the end of the file", "x\na\nx\n", "@@\n-x\n+y\n*** End of File\n", "x\na\ny\n"],
    ["by appending", "a\n", "@@\n+b\n", "a\nb\n"],
    ["with a last line break", "a", "@@\n-a\n+b\n", "b\n"],
    ["past an empty line at its end", "a\nb\n", "@@\n-a\n+A\n b\n\n", "A\nb\n"],
    ["keeping CRLF", "a\r\nb\r\n", "@@\n-a\n+A\n+B\n b\n", "A\r\nB\r\nb\r\n"],
    [
      "keeping the endings of lines that stay",
      "a\r\nb\nc\r\n",
      "@@\n a\n b\n-c\n+C\n",
      "a\r\nb\nC\r\n",
    ],
    ["ignoring trailing whitespace", "a  \nb\n", "@@\n a\n-b\n+B\n", "a  \nB\n"],
    ["ignoring punctuation", "it’s\nb\n", "@@\n it's\n-b\n+B\n", "it’s\nB\n"],
    ["ignoring indentation", "  a();\n  b();\n", "@@\n a();\n-b();\n+c();\n", "  a();\n  c();\n"],
  ])("changes a file %s", (_, text, chunks, expected) => {
    expect(apply(text, chunks)).toBe(expected);
  });

  it.each([
    ["whose lines are not there", "a\n", "@@\n-b\n+c\n", "not there"],
    ["whose anchor is not there", "a\n", "@@ f\n-a\n+c\n", "after @@ is not there"],
    ["that is not at the end", "a\nb\n", "@@\n-a\n+c\n*** End of File\n", "not at the end"],
    ["that only adds after an anchor", "f\n", "@@ f\n+c\n", "show an unchanged line"],
    ["that fits twice without its whitespace", "a \nx\na \n", "@@\n-a\n+b\n", "several places"],
    [
      "whose new indentation is not clear",
      "  a: 1\n  b: 2\n",
      "@@\n a: 1\n-b: 2\n+b: 2\n+c: 3\n",
      "cannot be told",
    ],
  ])("refuses a chunk %s", (_, text, chunks, words) => {
    expect(() => apply(text, chunks, "x.yaml")).toThrow(words);
  });
});
