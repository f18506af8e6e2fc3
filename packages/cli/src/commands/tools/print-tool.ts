/** One tool in full: what it does, its parameters as a table, what it may touch, its bounds. */
import type { Tool } from "@toolplane/contract";
import { type ListedRow, postureOf, toolFacts } from "@toolplane/library/rooms/product";
import { formatBytes, formatDuration, formatPlural } from "@toolplane/readings";
import { type Parameter, readParameters, usageOf } from "../../calls/parameter.ts";
import { renderTable } from "../../terminal/lines/render-table.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText, wrapText } from "../../terminal/text/wrap-text.ts";

export function printTool(
  terminal: Terminal,
  { tool, rows }: { readonly tool: Tool; readonly rows: readonly ListedRow[] },
): void {
  const [first] = rows;
  if (!first) return;
  terminal.json(toolFacts(tool, rows));
  const width = Math.min(terminal.columns(), 100);
  const { row, calls } = first;
  const { out } = terminal;
  const facts = [
    row.origin,
    postureOf(row),
    `mode ${tool.mode}`,
    `${formatPlural(calls, "call")} here`,
  ];
  terminal.print(
    `${out.style("bold", escapeText(tool.id))}  ${out.style("dim", escapeText(facts.join(" · ")))}`,
  );
  for (const line of wrapText(escapeText(tool.description.replace(/\s+/g, " ")), width))
    terminal.print(line);
  printParameters(terminal, tool, width);
  printFacts(terminal, { tool, rows, width });
  terminal.note(`\n${usageOf(tool)}`);
}

function printParameters(terminal: Terminal, tool: Tool, width: number): void {
  const parameters = readParameters(tool.parameters);
  if (parameters.length === 0) return;
  terminal.print("\nParameters");
  const lines = renderTable({
    columns: [{ title: "Name" }, { title: "Type", shrink: 14 }, { title: "", shrink: 20 }],
    rows: parameters.map((parameter) => ({
      cells: [parameter.name, typeOf(parameter), parameter.isRequired ? "required" : ""],
      notes: parameter.summary === "" ? [] : [parameter.summary.replace(/\s+/g, " ")],
    })),
    width,
    paint: terminal.out,
    indent: 2,
    hasHead: false,
  });
  for (const line of lines) terminal.print(line);
}

function printFacts(
  terminal: Terminal,
  {
    tool,
    rows,
    width,
  }: { readonly tool: Tool; readonly rows: readonly ListedRow[]; readonly width: number },
): void {
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
        `${formatBytes(limits.maxOutput)} of output, the rest in a sidecar`,
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
  terminal.print();
  for (const [name, text] of facts) {
    const [head = "", ...more] = wrapText(escapeText(text), width - 12);
    terminal.print(`${name.padEnd(12)}${head}`);
    for (const line of more.flatMap((rest) => indentText(rest, " ".repeat(12), width)))
      terminal.print(line);
  }
}

function typeOf({ kind, items, choices, schema }: Parameter): string {
  const bounds = [
    typeof schema.minimum === "number" ? `from ${schema.minimum}` : "",
    typeof schema.maximum === "number" ? `to ${schema.maximum}` : "",
  ].filter((text) => text !== "");
  if (choices.length > 0) return choices.map(String).join(" | ");
  const base = kind === "list" ? `list of ${items}` : kind === "boolean" ? "true or false" : kind;
  return [base, ...bounds].join(" ");
}
