/** The list: name, origin, posture, what each may touch, how often it was called; under a row what shadows what. */
import type { ToolRow } from "@toolplane/kernel";
import { formatCount, formatPlural } from "../../terminal/format-count.ts";
import { type Column, renderTable, type TableRow } from "../../terminal/render-table.ts";
import type { Terminal } from "../../terminal/terminal.ts";

/** One tool with its calls here. */
export interface ListedRow {
  readonly row: ToolRow;
  readonly calls: number;
}

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
  terminal.json({ tools: rows.map(toJson), total, query });
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

function toJson({ row, calls }: ListedRow) {
  const { registrationId: _, calls: here, ...facts } = row;
  return { ...facts, posture: postureOf(row), mayTouch: touchesOf(row), calls: calls + here.total };
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

/** How it is guarded: `gated` calls are judged and asked about, `ungated` ones answer a soft ask themselves. */
export function postureOf({ status, enabled, bound, gated, exposure }: ToolRow): string {
  if (status === "refused") return "quarantined";
  if (!enabled) return "off";
  if (!bound) return status === "active" ? "shadowed" : status;
  if (!gated) return "ungated";
  return exposure === "unlisted" ? "gated, unlisted" : "gated";
}

/** The kinds of things, without the patterns. */
function touchesOf({ requires }: ToolRow): string {
  const kinds = new Set(requires.map((text) => text.split(" ")[0] ?? ""));
  if (kinds.has("fs.write")) kinds.delete("fs.read");
  return kinds.size === 0 ? "-" : [...kinds].join(", ");
}
