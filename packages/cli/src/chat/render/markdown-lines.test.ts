import { describe, expect, it } from "vitest";
import { createPaint } from "../../terminal/paint.ts";
import { markdownLines } from "./markdown-lines.ts";

const plain = { paint: createPaint({ hasColour: false, isAscii: false }), width: 40 };
const shown = (text: string): string => markdownLines(text, plain).join("\n");

describe("what a model writes, on a terminal", () => {
  it("shows headings, lists, quotes, code and tables", () => {
    expect(
      shown(
        "# Result\n\n- one\n- two\n  1. inner\n\n> said\n\n```js\nlet a;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |",
      ),
    ).toBe(
      [
        "Result",
        "",
        "- one",
        "- two",
        "  1. inner",
        "",
        "│ said",
        "",
        "    let a;",
        "",
        "a  b",
        "1  2",
      ].join("\n"),
    );
  });

  it("says where a link leads", () => {
    expect(shown("see [here](https://evil.example)")).toBe("see here (https://evil.example)");
  });

  it("breaks long lines and keeps every word", () => {
    const lines = markdownLines("word ".repeat(30), plain);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
    expect(lines.join(" ").trim().split(" ")).toHaveLength(30);
  });

  it("marks where a line of code goes on that does not fit", () => {
    const text = "```\n  const first = second + third + fourth;\nlet a;\n```";
    expect(shown(text)).toBe("      const first = second + third +\n  ↩   fourth;\n    let a;");
    const ascii = { paint: createPaint({ hasColour: false, isAscii: true }), width: 40 };
    expect(markdownLines(text, ascii)[1]).toBe("  \\   fourth;");
  });

  it("lets no sign of the text speak to the terminal", () => {
    const text = shown("a\u001b[2Jb `\u001b]0;x\u0007` **\u202ec**\n\n```\n\u001b[31mred\n```");
    expect(text.replaceAll("\n", "")).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text).toContain("\\u{1b}[2Jb");
  });

  it("styles word by word, so that a broken line stays styled", () => {
    const paint = createPaint({ hasColour: true, isAscii: false });
    const [first = ""] = markdownLines("**two words**", { paint, width: 40 });
    expect(first).toBe("\u001b[1mtwo\u001b[22m \u001b[1mwords\u001b[22m");
    const [code = ""] = markdownLines("```js\nconst a = 1;\n```", { paint, width: 40 });
    expect(code).toContain("\u001b[1mconst\u001b[22m");
  });

  it("shows a text that is too long to be read as it is", () => {
    const long = `# ${"x ".repeat(30_000)}`;
    expect(markdownLines(long, plain)[0]).toMatch(/^# x x/);
  });
});
