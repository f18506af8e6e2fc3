/** A large API description becomes tools (goal 9). */
import type { Tool } from "@toolplane/contract";
import { fromOpenApi } from "@toolplane/openapi";
import type { Figures, Line, Row, Section } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { largeDescription, OPERATIONS } from "../openapi/large-description.ts";

const ROUNDS = 7;

const rows: readonly Row[] = [
  row("JSON.parse", "the text as an object, and nothing else", (text) => JSON.parse(text)),
  row(
    "to tools",
    "parsed, 10,000 tools with their names, texts, reach and footprints; a schema and a request are made when somebody looks at them or calls",
    async (text) => {
      await readTools(text);
    },
  ),
  row("to tools, all looked at", "the same, and every schema made", async (text) => {
    for (const tool of await readTools(text)) if (!tool.parameters) throw new Error(tool.id);
  }),
];

const lines: readonly Line[] = [
  {
    line: "9 OpenAPI to tools, 10,000 operations",
    row: "to tools",
    floor: "JSON.parse",
    figure: "p50Ms",
    goal: { atMost: 1.3 },
  },
];

export const section: Section = {
  title: "an API description becomes tools",
  method: [
    "A made description of 10,000 operations; each row in its own child, median of several rounds. Nothing is validated as a whole, and nothing is written out: libraries that do so are no equal work and are not measured here.",
  ],
  rows,
  lines,
  columns: [{ figure: "p50Ms", title: "p50", show: (ms) => `${ms.toFixed(0)} ms` }],
  peers: [],
};

async function readTools(text: string): Promise<readonly Tool[]> {
  const { tools } = await fromOpenApi(text);
  if (tools.length !== OPERATIONS) throw new Error(`${tools.length} tools`);
  return tools;
}

function row(name: string, note: string, work: (text: string) => unknown): Row {
  return { name, note, passes: [{ nodeFlags: [], measure: () => measure(work) }] };
}

async function measure(work: (text: string) => unknown): Promise<Figures> {
  const text = largeDescription();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = performance.now();
    await work(text);
    times.push(performance.now() - start);
  }
  return { p50Ms: median(times) };
}
