/** Lines at the bottom of a terminal that are drawn again in place; what is above them is never touched. */
import { textWidth } from "./text/text-width.ts";

export interface RedrawRegion {
  /** Draws these lines instead of the last ones. The same lines again cost nothing. */
  draw(lines: readonly string[]): void;
  /** Leaves these lines above the region, which stays below them as it was. */
  print(lines: readonly string[]): void;
  /** Takes the region away and leaves these lines in its place. */
  close(lines: readonly string[]): void;
}

const ESC = "\u001b[";
const ERASE_BELOW = `${ESC}J`;
const ERASE_LINE = `${ESC}2K`;

/** Opens one; nothing is written before the first drawing. More lines than the window has must not be drawn. */
export function openRegion(stream: NodeJS.WriteStream): RedrawRegion {
  let drawn: readonly string[] = [];
  let columns = 0;
  return {
    draw(lines) {
      const same = stream.columns === columns && lines.join("\n") === drawn.join("\n");
      if (same) return;
      stream.write(`${goBack(drawn, stream.columns)}${lines.join("\r\n")}`);
      drawn = lines;
      columns = stream.columns;
    },
    print(lines) {
      const above = lines.map((line) => `${line}\r\n`).join("");
      stream.write(`${goBack(drawn, stream.columns)}${above}${drawn.join("\r\n")}`);
      columns = stream.columns;
    },
    close(lines) {
      stream.write(
        `${goBack(drawn, stream.columns)}${lines.map((line) => `${line}\r\n`).join("")}`,
      );
      drawn = [];
    },
  };
}

/** To the start of what was drawn. A window that became narrower has broken its lines, so they are counted as they stand now. */
function goBack(drawn: readonly string[], columns: number): string {
  if (drawn.length === 0) return "";
  const width = Math.max(1, columns || 80);
  const rows = drawn.reduce(
    (sum, line) => sum + Math.max(1, Math.ceil(textWidth(line) / width)),
    0,
  );
  // Row by row: tmux takes an erasure of the whole window for a page to keep, and where the region begins in the first row, each
  // drawing would go into the scrollback. What is below is erased when nothing is left to be kept.
  return `\r${`${ERASE_LINE}${ESC}1A`.repeat(rows - 1)}${ERASE_LINE}${ERASE_BELOW}`;
}
