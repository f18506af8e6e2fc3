/** A terminal screen as a picture that scales, can be read aloud and holds the text itself. */
import type { Cell, CellStyle } from "./terminal-screen.ts";

const FONT_SIZE = 13;
const ADVANCE = 7.83;
const LINE = 19;
const MARGIN = 20;
const BAR = 30;
/** Ink on a dark panel; every text has a contrast of 5 and more. The eight colours in the order of a terminal. */
const PAPER = "#181918";
const EDGE = "#414441";
const INK = "#EBECE8";
const DIM = "#8F928B";
const COLOURS = [
  ...["#8F928B", "#F3928A", "#74CC9C", "#E4B455"],
  ...["#8FB2FF", "#BCA6F0", "#7CC5D0", "#EBECE8"],
] as const;

export interface Picture {
  readonly lines: readonly (readonly Cell[])[];
  readonly columns: number;
  /** The subject of the picture, in one sentence. */
  readonly title: string;
}

export function screenSvg({ lines, columns, title }: Picture): string {
  const width = Math.ceil(columns * ADVANCE + 2 * MARGIN);
  const height = BAR + lines.length * LINE + MARGIN;
  const rows = lines.map((line, index) => lineSvg(line, BAR + (index + 0.75) * LINE)).join("");
  const dots = [0, 1, 2]
    .map((at) => `<circle cx="${MARGIN + at * 16}" cy="16" r="4.5" fill="${EDGE}"/>`)
    .join("");
  const text = lines.map((line) => line.map((cell) => cell.text).join("")).join("\n");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="t d">`,
    `<title id="t">${escaped(title)}</title>`,
    `<desc id="d">${escaped(text)}</desc>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6" fill="${PAPER}" stroke="${EDGE}"/>`,
    dots,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="${FONT_SIZE}" fill="${INK}" xml:space="preserve">`,
    `${rows}</g>`,
    "</svg>\n",
  ].join("\n");
}

/** Each run of one style begins at its own column, so that a font with other widths moves nothing. */
function lineSvg(line: readonly Cell[], y: number): string {
  return runsOf(line)
    .filter(({ text }) => text.trim() !== "")
    .map(({ text, column, style }) => {
      const x = (MARGIN + column * ADVANCE).toFixed(1);
      const length = (text.length * ADVANCE).toFixed(1);
      return `<text x="${x}" y="${y.toFixed(1)}" textLength="${length}" lengthAdjust="spacingAndGlyphs"${attributes(style)}>${escaped(text)}</text>\n`;
    })
    .join("");
}

interface Run {
  readonly text: string;
  readonly column: number;
  readonly style: CellStyle;
}

/** Words that stand far apart are runs of their own. */
function runsOf(line: readonly Cell[]): readonly Run[] {
  const runs: Run[] = [];
  for (const [column, { text, style }] of line.entries()) {
    const last = runs.at(-1);
    const isSame = last !== undefined && attributes(last.style) === attributes(style);
    const isApart = last?.text.endsWith("  ") && text !== " ";
    if (isSame && !isApart) runs[runs.length - 1] = { ...last, text: last.text + text };
    else runs.push({ text, column, style });
  }
  return runs.map((run) => trimmed(run));
}

function trimmed(run: Run): Run {
  const start = run.text.length - run.text.trimStart().length;
  return { ...run, text: run.text.trim(), column: run.column + start };
}

function attributes({ bold, dim, colour }: CellStyle): string {
  const fill = colour === null ? (dim ? DIM : null) : (COLOURS[colour] ?? null);
  const weight = bold ? ' font-weight="600"' : "";
  return fill === null ? weight : `${weight} fill="${fill}"`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
