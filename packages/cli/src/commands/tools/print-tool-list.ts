/**
 * The list: name, origin, posture, what each may touch, how often it was called; under a row what shadows what. What cannot work
 * here stands below it, with what each would need.
 */
import type { ToolRow } from "@toolplane/kernel";
import { type ListedRow, postureOf, rowFacts, touchesOf } from "@toolplane/library/rooms/product";
import { formatCount, formatPlural } from "@toolplane/readings";
import { type Column, renderTable, type TableRow } from "../../terminal/lines/render-table.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { indentText, wrapText } from "../../terminal/text/wrap-text.ts";

const COLUMNS: readonly Column[] = [
  { title: "Tool", shrink: 16 },
  { title: "Origin", drop: 2, shrink: 10 },
  { title: "Posture" },
  { title: "May touch", drop: 3, shrink: 12 },
  { title: "Calls", align: "right", drop: 1 },
];

export function printToolList(
  terminal: Terminal,
  list: { readonly rows: readonly ListedRow[]; readonly total: number; readonly query: string },
): void {
  const { rows, total, query } = list;
  terminal.json({ tools: rows.map(rowFacts), total, query });
  const lines = renderTable({
    columns: COLUMNS,
    rows: rows.filter(({ needs }) => needs === null).map(toRow),
    width: terminal.columns(),
    paint: terminal.out,
  });
  for (const line of lines) terminal.print(line);
  printLacking(terminal, rows);
  const of =
    query === ""
      ? formatPlural(total, "tool")
      : `${formatCount(rows.length)} of ${total} for "${query}"`;
  terminal.note(`\n${of}.  toolplane tools NAME shows parameters and limits.`);
}

/** Tools that need the same thing share a line. */
function printLacking(terminal: Terminal, rows: readonly ListedRow[]): void {
  const byNeed = new Map<string, string[]>();
  for (const { row, needs } of rows)
    if (needs !== null) byNeed.set(needs, [...(byNeed.get(needs) ?? []), row.name]);
  if (byNeed.size === 0) return;
  const head = `${terminal.out.mark("off")} These cannot work here yet, and no model is told of them:`;
  terminal.print();
  for (const line of wrapText(head, terminal.columns())) terminal.print(line);
  const names = (ids: readonly string[]): string => ids.join(", ");
  const width = Math.max(...[...byNeed.values()].map((ids) => names(ids).length));
  for (const [need, ids] of byNeed)
    for (const line of indentText(`${names(ids).padEnd(width)}  ${need}`, "  ", terminal.columns()))
      terminal.print(line);
}

function toRow({ row, calls }: ListedRow): TableRow {
  return {
    cells: [
      row.name,
      row.origin.replace(":", " "),
      { text: postureOf(row), ...(row.status === "refused" ? { style: "deny" as const } : {}) },
      touchesOf(row),
      formatCount(calls),
    ],
    notes: notesOf(row),
  };
}

function notesOf({ shadows, bound, reason }: ToolRow): readonly string[] {
  if (!bound && reason !== null) return [reason];
  return shadows.length > 0 ? [`shadows ${shadows.join(", ")}`] : [];
}
