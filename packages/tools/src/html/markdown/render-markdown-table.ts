/** A table of data as GitHub writes it. Cells are one line each; spans become empty cells, so that columns stay columns. */

import { attributeOf, NONE, nodeAfter } from "../page/page-tree.ts";
import { type InlineContext, renderLine } from "./render-inline.ts";

const MAX_COLUMNS = 100;
const MAX_SPAN = 100;

interface Cell {
  readonly text: string;
  readonly isHeader: boolean;
  readonly align: string;
}

/** The table; "" for an empty one. */
export function renderMarkdownTable(context: InlineContext, table: number): string {
  const rows = readRows(context, table).filter((row) => row.some(({ text }) => text !== ""));
  const columns = rows.reduce((most, row) => Math.max(most, row.length), 0);
  if (columns === 0) return "";
  const [head, body] = rows[0]?.every(({ isHeader }) => isHeader)
    ? [rows[0], rows.slice(1)]
    : [[], rows];
  let text = writeRow(head, columns, textIn);
  text += `\n${writeRow(rows[0] ?? [], columns, ruleFor)}`;
  for (const row of body) text += `\n${writeRow(row, columns, textIn)}`;
  return text;
}

type WriteCell = (cell: Cell | undefined) => string;

// Put together by hand: a page may be tables and nothing else, and a list for each row is dearer than the row.
function writeRow(row: readonly Cell[], columns: number, write: WriteCell): string {
  let line = "|";
  for (let at = 0; at < columns; at += 1) line += ` ${write(row[at])} |`;
  return line;
}

function textIn(cell: Cell | undefined): string {
  return cell?.text ?? "";
}

function ruleFor(cell: Cell | undefined): string {
  if (cell?.align === "center") return ":---:";
  return cell?.align === "right" ? "---:" : "---";
}

function readRows(context: InlineContext, table: number): Cell[][] {
  const { tree } = context;
  const rows: Cell[][] = [];
  /** Rows that a cell above still covers, by column. */
  const covered: number[] = [];
  let node = nodeAfter(tree, table, { within: table });
  while (node !== NONE) {
    const isRow = tree.tag[node] === "tr";
    if (isRow) rows.push(readRow(context, node, covered));
    node = nodeAfter(tree, node, { within: table, skipChildren: isRow });
  }
  return rows;
}

function readRow(context: InlineContext, row: number, covered: number[]): Cell[] {
  const { tree } = context;
  const cells: Cell[] = [];
  const fill = (): void => {
    while ((covered[cells.length] ?? 0) > 0 && cells.length < MAX_COLUMNS) {
      covered[cells.length] = (covered[cells.length] as number) - 1;
      cells.push({ text: "", isHeader: true, align: "" });
    }
  };
  for (let node = tree.first[row] as number; node !== NONE; node = tree.next[node] as number) {
    const tag = tree.tag[node];
    if (tag !== "td" && tag !== "th") continue;
    fill();
    const across = spanOf(context, node, "colspan");
    const down = spanOf(context, node, "rowspan");
    const text = renderLine(context, node).replace(/(?<!\\)\|/g, "\\|");
    const isHeader = tag === "th" || tree.tag[tree.parent[row] as number] === "thead";
    const align = (attributeOf(tree, node, "align") ?? "").toLowerCase();
    for (let at = 0; at < across && cells.length < MAX_COLUMNS; at += 1) {
      covered[cells.length] = down - 1;
      cells.push({ text: at === 0 ? text : "", isHeader, align });
    }
  }
  fill();
  return cells;
}

function spanOf({ tree }: InlineContext, node: number, name: string): number {
  const span = Number.parseInt(attributeOf(tree, node, name) ?? "", 10);
  return span > 0 ? Math.min(span, MAX_SPAN) : 1;
}
