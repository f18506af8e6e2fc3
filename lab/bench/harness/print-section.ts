/** A measured section as text: rows with their figures, then lines with their goals. Readable without colour. */
import type { LineOutcome, SectionOutcome } from "./run-section.ts";
import type { Section } from "./section.ts";

/** The section as lines of Markdown, which also reads well in a terminal. */
export function printSection(section: Section, outcome: SectionOutcome): readonly string[] {
  return [
    `## ${outcome.section}: ${section.title}`,
    "",
    ...section.method,
    `Medians of ${outcome.rounds} processes a row, rows interleaved; ± is how far the processes lie apart, highest minus lowest, as a share of the median.`,
    "",
    ...table([
      ["row", ...section.columns.map(({ title }) => title), "note"],
      ...outcome.rows.map(({ row, figures, noise, note }) => [
        row,
        ...section.columns.map(({ figure, show }) => cell(figures[figure], noise[figure], show)),
        note,
      ]),
    ]),
    "",
    ...goalTable(outcome.lines),
  ];
}

export function goalTable(lines: readonly LineOutcome[]): readonly string[] {
  return table([
    ["line", "compares", "ratio", "noise", "goal", "result"],
    ...lines.map((line) => [
      line.line,
      `${line.figure} of ${line.row}`,
      times(line.ratio),
      `± ${percent(line.noise)}`,
      line.goal === null ? "-" : `${line.direction} ${times(line.goal)}`,
      verdict(line),
    ]),
  ]);
}

function verdict({ ratio, goal, met, direction }: LineOutcome): string {
  if (goal === null || met === null) return "-";
  if (met) return "met";
  const distance = direction === "at most" ? ratio / goal : goal / ratio;
  return `missed by a factor of ${distance.toFixed(2)}`;
}

function cell(
  value: number | undefined,
  noise: number | undefined,
  show: (value: number) => string,
): string {
  if (value === undefined || Number.isNaN(value)) return "-";
  return noise === undefined ? show(value) : `${show(value)} ± ${percent(noise)}`;
}

function times(ratio: number): string {
  return `${ratio < 10 ? ratio.toFixed(2) : ratio.toFixed(0)}x`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map(
    (row) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [lines[0] ?? "", rule, ...lines.slice(1)];
}
