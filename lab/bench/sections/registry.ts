/** Ten thousand tools: registered, called cold, listed again, searched (goals 3a to 3d). */
import { heapRow } from "../harness/row.ts";
import type { Figures, Line, Row, Section } from "../harness/section.ts";
import { median, quantile } from "../harness/statistics.ts";
import { openMiniSearch } from "../registry/open-mini-search.ts";
import {
  COUNT,
  kernelOf,
  REQUESTS,
  type ServedTool,
  servedTools,
} from "../registry/ten-thousand.ts";

const ROUNDS = 9;
const SEARCHES = 400;

const rows: readonly Row[] = [
  heapRow("Map", "names and definitions into a Map: no tool, no check", () =>
    rebuild((served) => new Map(served.map((one) => [one.name, { ...one }]))),
  ),
  heapRow(
    "register",
    "defineTool, admission, origin, posture; validators are made at the first call",
    () => rebuild(kernelOf),
  ),
  heapRow("stringify", "JSON.stringify of the definitions", async () => {
    const served = servedTools();
    return repeat(() => JSON.stringify(served).length);
  }),
  heapRow("list again", "session.listing(), after it was listed once", async () => {
    const session = kernelOf(servedTools()).session();
    session.listing();
    return repeat(() => session.listing().length);
  }),
  heapRow(
    "cold call",
    "first call of a tool: schema compiled, arguments validated, whole road",
    coldCalls,
  ),
  heapRow("minisearch", "fuzzy and prefix search over name and description", searchMini),
  heapRow(
    "search",
    "name, description and parameters; stems, related words, typing errors",
    searchOurs,
  ),
];

const lines: readonly Line[] = [
  {
    line: "3a register 10,000 tools, time",
    row: "register",
    floor: "Map",
    figure: "p50Ms",
    goal: { atMost: 3 },
  },
  {
    line: "3a register 10,000 tools, heap",
    row: "register",
    floor: "Map",
    figure: "heapBytes",
    goal: { atMost: 3 },
  },
  {
    line: "3c list 10,000 again",
    row: "list again",
    floor: "stringify",
    figure: "p50Ms",
    goal: { atMost: 0.1 },
  },
  {
    line: "3d search 10,000 tools",
    row: "search",
    floor: "minisearch",
    figure: "p50Ms",
    goal: { atMost: 1 },
  },
];

export const section: Section = {
  title: "ten thousand tools",
  method: [
    "Each row in its own child; medians of several rounds. 3b (a cold stranger's call, at most 0.25 ms) and 3d (at most 1 ms p50, 5 ms p99) are absolute goals: read them off the table.",
  ],
  rows,
  lines,
  columns: [
    { figure: "p50Ms", title: "p50", show: (ms) => `${ms.toFixed(3)} ms` },
    { figure: "p99Ms", title: "p99", show: (ms) => `${ms.toFixed(3)} ms` },
    { figure: "heapBytes", title: "heap", show: (bytes) => `${(bytes / 1e6).toFixed(2)} MB` },
  ],
  peers: ["minisearch"],
};

/** Builds the whole again and again; heap is what one of them keeps. */
async function rebuild(build: (served: readonly ServedTool[]) => unknown): Promise<Figures> {
  const served = servedTools();
  const times: number[] = [];
  let heapBytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    collect();
    const before = process.memoryUsage().heapUsed;
    const start = performance.now();
    const kept = build(served);
    times.push(performance.now() - start);
    collect();
    // The first only: later ones are measured while the one before may still be held by the loop's own frame.
    if (round === 0) heapBytes = process.memoryUsage().heapUsed - before;
    if (kept === null) throw new Error("nothing was built");
  }
  return { p50Ms: median(times), heapBytes };
}

async function repeat(work: () => unknown): Promise<Figures> {
  const times = Float64Array.from({ length: 60 }, () => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

async function coldCalls(): Promise<Figures> {
  const served = servedTools();
  const session = kernelOf(served).session();
  const times = new Float64Array(3_000);
  for (let index = 0; index < times.length; index += 1) {
    const { name } = served[(index * 3) % COUNT] as ServedTool;
    const start = performance.now();
    const result = await session.call({
      id: `c${index}`,
      name,
      arguments: { id: "x", limit: 1, fields: ["a"] },
    });
    times[index] = performance.now() - start;
    if (result.type === "error") throw new Error(result.error_text);
  }
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

async function searchMini(): Promise<Figures> {
  const index = await openMiniSearch();
  index.addAll([...servedTools()]);
  return timeSearches((request) => index.search(request).slice(0, 10));
}

async function searchOurs(): Promise<Figures> {
  const { createCatalogSearch } = await import("@toolplane/kernel/inside");
  const kernel = kernelOf(servedTools());
  const search = createCatalogSearch({ list: () => kernel.tools(), generation: () => 1 });
  return timeSearches((request) => search(request, { limit: 10, accepts: () => true }));
}

function timeSearches(search: (request: string) => unknown): Figures {
  for (const request of REQUESTS) search(request);
  const times = Float64Array.from({ length: SEARCHES }, (_, index) => {
    const start = performance.now();
    search(REQUESTS[index % REQUESTS.length] as string);
    return performance.now() - start;
  });
  return { p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
}

function collect(): void {
  (globalThis as { gc?: () => void }).gc?.();
}
