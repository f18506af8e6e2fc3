/** A large page fetched and made Markdown (goal 10). */
import { heapRow } from "../harness/row.ts";
import type { Line, Section } from "../harness/section.ts";
import {
  converted,
  fetched,
  fetchedPeak,
  pageAllowance,
  parsed,
  tokens,
} from "../tools/page-rows.ts";

export const section: Section = {
  title: "5 MB of HTML to Markdown",
  method: [
    "A generated page of 4.99 MB, the most that web_fetch takes: headings, paragraphs, links, lists, tables, code, scripts; nearly all of it is content. Each run timed alone after a warm-up.",
    "The server is a process of its own on loopback; resolver and connector are the host's options, everything else is the product's own road.",
    "peak: the most memory of the whole Node process with the product in it and the worker that reads the page, in the first call; rise: above where it stood before that call.",
  ],
  rows: [
    heapRow(
      "tokens",
      "htmlparser2's Tokenizer over a text in memory: positions, no strings",
      tokens,
    ),
    heapRow(
      "parser",
      "htmlparser2's Parser: names and attributes as strings; keeps nothing",
      parsed,
    ),
    heapRow(
      "converter",
      "content found and written as Markdown, in this thread; no call",
      converted,
    ),
    heapRow(
      "web_fetch",
      "a whole call: judged, address checked, 5 MB over loopback, decoded, to a worker and back, content found, Markdown, cut to 200 kB with the rest in a file; no recorder",
      fetched,
      fetchedPeak,
    ),
    heapRow("allowance", "no measurement: the 130 MiB that goal 10 allows", pageAllowance),
  ],
  lines: [
    line("10 time", { row: "web_fetch", floor: "tokens", figure: "p50Ms", atMost: 2.5 }),
    line("10 peak memory", {
      row: "web_fetch",
      floor: "allowance",
      figure: "peakBytes",
      atMost: 1,
    }),
    line("for comparison: the first call of a process", {
      row: "web_fetch",
      floor: "tokens",
      figure: "firstMs",
      atMost: null,
    }),
    line("for comparison: against the parser", {
      row: "web_fetch",
      floor: "parser",
      figure: "p50Ms",
      atMost: null,
    }),
    line("for comparison: the converter alone", {
      row: "converter",
      floor: "tokens",
      figure: "p50Ms",
      atMost: null,
    }),
    line("for comparison: the converter against the parser", {
      row: "converter",
      floor: "parser",
      figure: "p50Ms",
      atMost: null,
    }),
  ],
  columns: [
    { figure: "p50Ms", title: "p50", show: (ms) => `${ms.toFixed(0)} ms` },
    { figure: "bestMs", title: "best", show: (ms) => `${ms.toFixed(0)} ms` },
    { figure: "firstMs", title: "first, cold", show: (ms) => `${ms.toFixed(0)} ms` },
    { figure: "peakBytes", title: "peak", show: mebibytes },
    { figure: "riseBytes", title: "rise", show: (bytes) => `+${mebibytes(bytes)}` },
  ],
  peers: [],
};

function line(
  text: string,
  compared: Pick<Line, "row" | "floor" | "figure"> & { readonly atMost: number | null },
): Line {
  const { atMost, ...rest } = compared;
  return { line: text, ...rest, goal: atMost === null ? null : { atMost } };
}

function mebibytes(bytes: number): string {
  return `${(bytes / (1024 * 1024)).toFixed(1)} MiB`;
}
