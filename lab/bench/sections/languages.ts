/** Language servers: what the first answer costs beside the server itself, and what a later one does. */
import { row } from "../harness/row.ts";
import type { Section } from "../harness/section.ts";
import { firstAnswer, laterAnswer, serverAlone } from "../tools/language-rows.ts";

export const section: Section = {
  title: "language servers",
  method: [
    "TypeScript's own server over a project of one file, asked what a name is. Started anew for each run but the last row's.",
  ],
  rows: [
    row("the server alone", "no sandbox, no rules: greeting, the file, one question", serverAlone),
    row("lsp, first answer", "a whole call, with the server started in its sandbox", firstAnswer),
    row("lsp, later answer", "a whole call of a server that runs", laterAnswer),
  ],
  lines: [
    {
      line: "for comparison: first answer",
      row: "lsp, first answer",
      floor: "the server alone",
      figure: "p50Ms",
      goal: null,
    },
  ],
  columns: [
    { figure: "p50Ms", title: "p50", show: milliseconds },
    { figure: "bestMs", title: "best", show: milliseconds },
    { figure: "firstMs", title: "first, cold", show: milliseconds },
  ],
  peers: [],
};

function milliseconds(ms: number): string {
  return `${ms.toFixed(2)} ms`;
}
