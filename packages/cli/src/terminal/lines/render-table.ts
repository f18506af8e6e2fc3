/**
 * A table without borders: columns two blanks apart, heads in capitals. When the window is too narrow, columns that may go are
 * dropped, least important first; then those that may shrink are cut. A line is never longer than the window. Cells are escaped here.
 */

import type { Mark, Paint, Style } from "../paint.ts";
import { escapeText } from "../text/escape-text.ts";
import { fitText, type Keep } from "../text/fit-text.ts";
import { padLeft, padRight, textWidth } from "../text/text-width.ts";
import { indentText } from "../text/wrap-text.ts";

export interface Column {
  readonly title: string;
  readonly align?: "right";
  /** May be dropped; the lowest number goes first. Absent: always shown. */
  readonly drop?: number;
  /** May be cut down to this many columns. Absent: never cut, except when nothing else helps. */
  readonly shrink?: number;
  readonly keep?: Keep;
}

/** One cell: text, or text with how it is set. */
export type Cell = string | { readonly text: string; readonly mark?: Mark; readonly style?: Style };

/** One row; notes stand under it, wrapped. */
export interface TableRow {
  readonly cells: readonly Cell[];
  readonly notes?: readonly string[];
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly TableRow[];
  /** Blanks before every line. */
  readonly indent?: number;
  /** False leaves the heads out. */
  readonly hasHead?: boolean;
  /** At most so wide, however wide the window is. */
  readonly maxWidth?: number;
}

export interface TableOptions extends Table {
  readonly width: number;
  readonly paint: Paint;
}

const GAP = 2;

interface Shown extends Column {
  readonly at: number;
  readonly size: number;
}

export function renderTable(options: TableOptions): readonly string[] {
  const { rows, paint, indent = 0, hasHead = true, maxWidth = options.width } = options;
  const room = Math.min(options.width, maxWidth);
  const width = room - indent;
  const columns = chooseColumns(options, width);
  const margin = " ".repeat(indent);
  const line = (cells: readonly string[]): string =>
    `${margin}${cells.join(" ".repeat(GAP))}`.trimEnd();
  const head = hasHead
    ? [line(columns.map((column) => paint.style("dim", place(column.title.toUpperCase(), column))))]
    : [];
  return [
    ...head,
    ...rows.flatMap(({ cells, notes = [] }) => [
      line(columns.map((column) => drawCell(cells[column.at] ?? "", column, paint))),
      ...notes.flatMap((note) =>
        indentText(escapeText(note), `${margin}  `, room).map((text) => paint.style("dim", text)),
      ),
    ]),
  ];
}

function drawCell(cell: Cell, column: Shown, paint: Paint): string {
  if (typeof cell === "string") return place(escapeText(cell), column);
  const mark = cell.mark ? `${paint.mark(cell.mark)} ` : "";
  const text = place(
    escapeText(cell.text),
    cell.mark ? { ...column, size: column.size - 2 } : column,
  );
  return mark + (cell.style ? paint.style(cell.style, text) : text);
}

function place(
  text: string,
  { size, align, keep }: Pick<Shown, "size" | "align" | "keep">,
): string {
  const cut = fitText(text, size, keep);
  return align === "right" ? padLeft(cut, size) : padRight(cut, size);
}

function chooseColumns({ columns, rows }: TableOptions, width: number): readonly Shown[] {
  let shown: Shown[] = columns.map((column, at) => ({
    ...column,
    at,
    size: Math.max(textWidth(column.title), ...rows.map(({ cells }) => cellWidth(cells[at] ?? ""))),
  }));
  shown = shrink(shown, width);
  while (total(shown) > width) {
    const next = shown.filter(({ drop }) => drop !== undefined).sort(byDrop)[0];
    if (!next) break;
    // Columns that were cut to make room for it get their room back.
    const left = new Set(shown.filter((column) => column !== next).map(({ at }) => at));
    shown = shrink(
      shown
        .filter(({ at }) => left.has(at))
        .map((column) => ({ ...column, size: fullSize(column, rows) })),
      width,
    );
  }
  return squeeze(shown, width);
}

function fullSize({ at, title }: Shown, rows: readonly TableRow[]): number {
  return Math.max(textWidth(title), ...rows.map(({ cells }) => cellWidth(cells[at] ?? "")));
}

function byDrop(left: Shown, right: Shown): number {
  return (left.drop ?? 0) - (right.drop ?? 0);
}

/** Takes what is too much from the columns that may shrink, the widest first. */
function shrink(columns: readonly Shown[], width: number): Shown[] {
  const shown = [...columns];
  let over = total(shown) - width;
  while (over > 0) {
    const widest = shown
      .filter(({ size, shrink: least }) => least !== undefined && size > least)
      .sort((left, right) => right.size - left.size)[0];
    if (!widest) break;
    const size = Math.max(widest.shrink ?? 0, widest.size - over);
    over -= widest.size - size;
    shown[shown.indexOf(widest)] = { ...widest, size };
  }
  return shown;
}

/** A window too narrow for what must be shown: the widest columns give way, so that no line is too long. */
function squeeze(columns: readonly Shown[], width: number): readonly Shown[] {
  return shrink(
    columns.map((column) => ({ ...column, shrink: Math.min(column.shrink ?? 6, 6) })),
    width,
  );
}

function total(columns: readonly Shown[]): number {
  return columns.reduce((sum, { size }) => sum + size, 0) + GAP * Math.max(0, columns.length - 1);
}

function cellWidth(cell: Cell): number {
  if (typeof cell === "string") return textWidth(escapeText(cell));
  return textWidth(escapeText(cell.text)) + (cell.mark ? 2 : 0);
}
