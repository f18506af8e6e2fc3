/** One tool in full: what it does, its parameters as a table, what it may touch, its bounds. */
import type { Tool } from "@toolplane/contract";
import { type ListedRow, postureOf, toolFacts } from "@toolplane/library/rooms/product";
import { formatBytes, formatDuration, formatPlural } from "@toolplane/readings";
import { type Parameter, readParameters, usageOf } from "../../calls/parameter.ts";
import type { Report } from "../../command/report.ts";
import { drawing, line, note, type Shown, table } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText, wrapText } from "../../terminal/text/wrap-text.ts";

/** A wider paragraph is hard to read. */
const MAX_WIDTH = 100;

export function toolReport(tool: Tool, rows: readonly [ListedRow, ...ListedRow[]]): Report {
  const [{ row, calls }] = rows;
  const facts = [
    row.origin,
    postureOf(row),
    `mode ${tool.mode}`,
    `${formatPlural(calls, "call")} here`,
  ];
  return {
    json: toolFacts(tool, rows),
    shown: [
      line([{ text: tool.id, style: "bold" }, "  ", { text: facts.join(" · "), style: "dim" }]),
      drawing(({ width }) =>
        wrapText(escapeText(tool.description.replace(/\s+/g, " ")), Math.min(width, MAX_WIDTH)),
      ),
      ...parameterLines(tool),
      line(),
      drawing(({ width }) => factLines(tool, rows, Math.min(width, MAX_WIDTH))),
      note(),
      note(usageOf(tool)),
    ],
  };
}

function parameterLines(tool: Tool): readonly Shown[] {
  const parameters = readParameters(tool.parameters);
  if (parameters.length === 0) return [];
  return [
    line(),
    line("Parameters"),
    table({
      columns: [{ title: "Name" }, { title: "Type", shrink: 14 }, { title: "", shrink: 20 }],
      rows: parameters.map((parameter) => ({
        cells: [parameter.name, typeText(parameter), parameter.isRequired ? "required" : ""],
        notes: parameter.summary === "" ? [] : [parameter.summary.replace(/\s+/g, " ")],
      })),
      maxWidth: MAX_WIDTH,
      indent: 2,
      hasHead: false,
    }),
  ];
}

function factLines(tool: Tool, rows: readonly ListedRow[], width: number): readonly string[] {
  const { limits } = tool;
  const [first] = rows;
  const touches = first?.row.requires ?? [];
  const facts: readonly (readonly [string, string])[] = [
    ...(first?.needs ? [["Not yet", `It cannot work here yet: ${first.needs}.`] as const] : []),
    ["May touch", touches.length === 0 ? "nothing of its own" : touches.join(", ")],
    [
      "Limits",
      [
        `${formatDuration(limits.timeoutMs)} a call`,
        `${formatBytes(limits.maxOutput)} of output, the rest in a file`,
        ...(limits.callsPerSession === null ? [] : [`${limits.callsPerSession} calls a session`]),
        ...(limits.retry.attempts > 1 ? [`${limits.retry.attempts} attempts`] : []),
      ].join(", "),
    ],
    [
      "Approval",
      tool.approvalKey || tool.laterKey
        ? "by a key of the tool's own"
        : "by its footprint: what each call touches",
    ],
    ...rows.flatMap(({ row }) =>
      row.bound && row.shadows.length > 0 ? [["Shadows", row.shadows.join(", ")] as const] : [],
    ),
    ...rows.flatMap(({ row }) =>
      row.reason === null ? [] : [["Refused", `${row.origin}: ${row.reason}`] as const],
    ),
  ];
  return facts.flatMap(([name, text]) => {
    const [head = "", ...more] = wrapText(escapeText(text), width - 12);
    const under = more.flatMap((rest) => indentText(rest, " ".repeat(12), width));
    return [`${name.padEnd(12)}${head}`, ...under];
  });
}

function typeText({ kind, items, choices, schema }: Parameter): string {
  const bounds = [
    typeof schema.minimum === "number" ? `from ${schema.minimum}` : "",
    typeof schema.maximum === "number" ? `to ${schema.maximum}` : "",
  ].filter((text) => text !== "");
  if (choices.length > 0) return choices.map(String).join(" | ");
  const base = kind === "list" ? `list of ${items}` : kind === "boolean" ? "true or false" : kind;
  return [base, ...bounds].join(" ");
}
