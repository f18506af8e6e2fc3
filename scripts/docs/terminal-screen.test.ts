import { describe, expect, it } from "vitest";
import { screenSvg } from "./screen-svg.ts";
import { createTerminalScreen } from "./terminal-screen.ts";

const ESC = "\u001b";

function screenOf(...pieces: readonly string[]) {
  const screen = createTerminalScreen({ columns: 10, rows: 4 });
  for (const piece of pieces) screen.write(piece);
  return screen;
}

describe("createTerminalScreen", () => {
  it.each([
    ["lines", ["one\r\ntwo"], "one\ntwo"],
    ["a line that was drawn over", ["⠹ 1 s\r\u001b[2K✓ done"], "✓ done"],
    ["a sequence in two pieces", ["a\u001b[", "31mb"], "ab"],
    ["a line longer than the window", ["0123456789ab"], "0123456789\nab"],
    ["a tab", ["1\tx"], "1       x"],
    ["what was redrawn from above", [`one\r\ntwo${ESC}[1A\r${ESC}[Jnew`], "new"],
    ["a title and a mode, which show nothing", [`${ESC}]0;title\u0007${ESC}[?25la`], "a"],
    ["what scrolled away", ["1\r\n2\r\n3\r\n4\r\n5\r\n6"], "1\n2\n3\n4\n5\n6"],
  ])("shows %s", (_, pieces, text) => {
    expect(screenOf(...pieces).text()).toBe(text);
  });

  it("keeps how each character is drawn", () => {
    const [line = []] = screenOf(`${ESC}[1;31mx${ESC}[39my${ESC}[0mz`).lines();
    expect(line.map(({ style }) => [style.bold, style.colour])).toEqual([
      [true, 1],
      [true, null],
      [false, null],
    ]);
  });
});

describe("screenSvg", () => {
  it("holds the text, escaped, and puts words that stand apart at their columns", () => {
    const lines = screenOf("a<b    c").lines();
    const picture = screenSvg({ lines, columns: 10, title: "A & B" });
    expect(picture).toContain('<title id="t">A &amp; B</title>');
    expect(picture).toContain('<desc id="d">a&lt;b    c</desc>');
    expect(picture.match(/<text x="[\d.]+"/g)).toEqual(['<text x="20.0"', '<text x="74.8"']);
  });
});
