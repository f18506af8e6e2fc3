/** The list: name, origin, posture, what each may touch, how often it was called; under a row what shadows what. */
import type { ToolRow } from "@toolplane/kernel";
import { type ListedRow, postureOf, rowFacts, touchesOf } from "../../../product/list-tools.ts";
import { formatCount, formatPlural } from "../../terminal/format-count.ts";
import { type Column, renderTable, type TableRow } from "../../terminal/render-table.ts";
import type { Terminal } from "../../terminal/terminal.ts";

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
    rows: rows.map(toRow),
    width: terminal.columns(),
    paint: terminal.out,
  });
  for (const line of lines) terminal.print(line);
  const of =
    query === ""
      ? formatPlural(total, "tool")
      : `${formatCount(rows.length)} of ${total} for "${query}"`;
  terminal.note(`\n${of}.  toolplane tools NAME shows parameters and limits.`);
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
