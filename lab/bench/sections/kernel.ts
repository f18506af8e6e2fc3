/** One call down the road against its floor and its peers (goals 1a and 1b). */
import { type BenchCall, type CallCounts, callPasses } from "../harness/measure-calls.ts";
import type { Line, Row, Section } from "../harness/section.ts";
import type { OurRow } from "../kernel/ours.ts";

const FAST: CallCounts = { warmup: 100_000, slices: 32 };
const SLOW: CallCounts = { warmup: 12_000, slices: 32 };

const ENVELOPE = "envelope, ids, frozen arguments, limits, cancel";

const rows: readonly Row[] = [
  {
    name: "floor",
    note: "JSON.parse + compiled ajv + await fn; no ids, envelope, limits, policy, cancel or strictness",
    passes: callPasses(async () => (await import("../kernel/floor.ts")).setUpFloor(), FAST),
  },
  ours("object", `no JSON.parse; ${ENVELOPE}; one allow-all rule, no recorder, no listener`, {
    input: "object",
    road: "bare",
    annotated: false,
  }),
  ours("text", "as object, from strict text (duplicate names, depth and numbers checked)", {
    input: "text",
    road: "bare",
    annotated: false,
  }),
  ours(
    "everything",
    "text; path resolved by the memory host and judged by default policy + 50 rules, events, rows written as JSON once a tick, 5 secrets, doors",
    { input: "text", road: "everything", annotated: true },
  ),
  ours("everything, new path", "as everything, with 4,096 paths in turn instead of 16", {
    input: "text",
    road: "everything",
    annotated: true,
    newPaths: true,
  }),
  ours("everything, object", "as everything, no JSON.parse", {
    input: "object",
    road: "everything",
    annotated: true,
  }),
  ours(
    "everything, no path",
    "as everything, for a tool that annotates no argument and has no doors",
    { input: "text", road: "everything", annotated: false },
  ),
  ours("object, sync tool", "as object, for a tool that returns a value instead of a promise", {
    input: "object",
    road: "bare",
    annotated: false,
    synchronous: true,
  }),
  peer(
    "AI SDK direct",
    FAST,
    "parseToolCall + executeTool with the floor's validator; no policy, callbacks, telemetry or timeout",
    async () => (await import("../kernel/peers.ts")).setUpAiSdkDirect(),
  ),
  peer(
    "AI SDK generateText",
    SLOW,
    "one step with a model in memory: also builds prompt, messages and step results",
    async () => (await import("../kernel/peers.ts")).setUpGenerateText(),
  ),
  peer(
    "MCP SDK in memory",
    SLOW,
    "client and server, JSON-RPC messages passed as objects: nothing is serialised; no policy",
    async () => (await import("../kernel/peers.ts")).setUpMcp(),
  ),
];

const lines: readonly Line[] = [
  line("1a arguments as object", "object", "p50Ns", 1.2),
  line("1a strict text", "text", "p50Ns", 2),
  line("1a everything on", "everything", "p50Ns", 2.5),
  line("1a everything on, mean", "everything", "meanNs", 6),
  line("1a everything on, no path", "everything, no path", "p50Ns", 2.5),
  line("1a everything on, no path, mean", "everything, no path", "meanNs", 6),
  line("1b heap, arguments as object", "object", "heapBytes", 2),
  line("1b heap, strict text", "text", "heapBytes", 2),
  line("1b heap, everything on", "everything", "heapBytes", 2),
  ...[
    "everything, new path",
    "everything, object",
    "object, sync tool",
    "AI SDK direct",
    "AI SDK generateText",
    "MCP SDK in memory",
  ].map((row) => line(`for comparison: ${row}`, row, "p50Ns", null)),
];

export const section: Section = {
  title: "one call, validated, result envelope",
  method: [
    "Seven-property schema, sixteen argument texts, an asynchronous tool that does nothing, the same in every row.",
    "Times are of short slices while the machine is calm, told by a fixed piece of arithmetic timed around each, not by the row.",
    "p50 and p99: each call timed alone, the timer's price taken off. mean: the whole loop, flushes and collections included.",
    "heap: bytes allocated a call, read as growth of used_heap_size in a young generation large enough that nothing is collected.",
  ],
  rows,
  lines,
  columns: [
    { figure: "p50Ns", title: "p50", show: microseconds },
    { figure: "meanNs", title: "mean", show: microseconds },
    { figure: "p99Ns", title: "p99", show: microseconds },
    { figure: "heapBytes", title: "heap a call", show: bytes },
    { figure: "retainedBytes", title: "retained", show: bytes },
  ],
  peers: ["ai", "@modelcontextprotocol/client", "@modelcontextprotocol/server", "ajv"],
};

function ours(name: string, note: string, row: OurRow): Row {
  const setUp = async (): Promise<BenchCall> => (await import("../kernel/ours.ts")).setUpOurs(row);
  return { name, note, passes: callPasses(setUp, FAST) };
}

function peer(
  name: string,
  counts: CallCounts,
  note: string,
  setUp: () => Promise<BenchCall>,
): Row {
  return { name, note, passes: callPasses(setUp, counts) };
}

function line(text: string, row: string, figure: string, atMost: number | null): Line {
  return { line: text, row, floor: "floor", figure, goal: atMost === null ? null : { atMost } };
}

function microseconds(ns: number): string {
  const us = ns / 1000;
  return `${us < 100 ? us.toFixed(2) : us.toFixed(0)} us`;
}

function bytes(count: number): string {
  return Math.abs(count) < 1000 ? `${count.toFixed(0)} B` : `${(count / 1000).toFixed(1)} kB`;
}
