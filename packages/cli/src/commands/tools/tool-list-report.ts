/**
 * The list: name, origin, posture, what each may touch, how often it was called; under a row what shadows what. Tools that cannot
 * work here are listed below it, with what each would need.
 */

import type { ToolRow } from "@toolplane/kernel";
import { type ListedRow, postureOf, rowFacts, touchesOf } from "@toolplane/library/rooms/product";
import { formatCount, formatPlural } from "@toolplane/readings";
import type { Report } from "../../command/report.ts";
import type { Column, TableRow } from "../../terminal/lines/render-table.ts";
import { drawing, line, note, type Shown, table } from "../../terminal/shown/shown.ts";
import { wrapText } from "../../terminal/text/wrap-text.ts";

const COLUMNS: readonly Column[] = [
  { title: "Tool", shrink: 16 },
  { title: "Origin", drop: 2, shrink: 10 },
  { title: "Checked" },
  { title: "May touch", drop: 3, shrink: 12 },
  { title: "Calls", align: "right", drop: 1 },
];

export function toolListReport(list: {
  readonly rows: readonly ListedRow[];
  readonly total: number;
  readonly query: string;
}): Report {
  const { rows, total, query } = list;
  const count =
    query === ""
      ? formatPlural(total, "tool")
      : `${formatCount(rows.length)} of ${total} for "${query}"`;
  return {
    json: { tools: rows.map(rowFacts), total, query },
    shown: [
      table({ columns: COLUMNS, rows: rows.filter(({ needs }) => needs === null).map(toRow) }),
      ...lackingLines(rows),
      note(),
      note(`${count}.  toolplane tools NAME shows parameters and limits.`),
    ],
  };
}

/** Tools that need the same thing share a line. */
function lackingLines(rows: readonly ListedRow[]): readonly Shown[] {
  const byNeed = new Map<string, string[]>();
  for (const { row, needs } of rows)
    if (needs !== null) byNeed.set(needs, [...(byNeed.get(needs) ?? []), row.name]);
  if (byNeed.size === 0) return [];
  const names = (ids: readonly string[]): string => ids.join(", ");
  const longest = Math.max(...[...byNeed.values()].map((ids) => names(ids).length));
  return [
    line(),
    drawing(({ paint, width }) => wrapText(`${paint.mark("off")} ${LACKING}`, width)),
    ...[...byNeed].map(([need, ids]) =>
      line(`${names(ids).padEnd(longest)}  ${need}`, { indent: 2, wraps: true }),
    ),
  ];
}

const LACKING = "These cannot work here yet, and no model is told of them:";

function toRow({ row, calls }: ListedRow): TableRow {
  return {
    cells: [
      row.name,
      row.origin.replace(":", " "),
      { text: postureOf(row), ...(row.status === "refused" ? { style: "deny" as const } : {}) },
      touchesOf(row),
      formatCount(calls),
    ],
    notes: rowNotes(row),
  };
}

function rowNotes({ shadows, bound, reason }: ToolRow): readonly string[] {
  if (!bound && reason !== null) return [reason];
  return shadows.length > 0 ? [`shadows ${shadows.join(", ")}`] : [];
}
