/** The price of judging a command line (goal 11). */
import { type CallCounts, callPasses } from "../harness/measure-calls.ts";
import type { Line, Section } from "../harness/section.ts";
import {
  allowance,
  parseLong,
  setUpParse,
  setUpVerdict,
  setUpWalk,
  verdictLong,
} from "../host/verdict-rows.ts";

const COUNTS: CallCounts = { warmup: 8_000, slices: 24 };
const NOTE = "whole calls: validated, parsed, footprint, 50 rules and the default policy, envelope";

export const section: Section = {
  title: "the verdict on a command line",
  method: [
    "Eight everyday lines of about 200 characters in turn; thirty-two lines of just under 64 KiB, each heavy on another construct, of which the slowest counts.",
    "The tool does nothing, nobody can be asked, nothing listens and nothing explains; paths are looked up on the real disk.",
  ],
  rows: [
    {
      name: "parse alone",
      note: "unbash; no units, footprint or rules",
      passes: [...callPasses(setUpParse, COUNTS), { nodeFlags: [], measure: parseLong }],
    },
    {
      name: "parse and walk",
      note: "unbash and its child iterator, which takes words apart; no units, footprint or rules",
      passes: callPasses(setUpWalk, COUNTS),
    },
    {
      name: "verdict",
      note: NOTE,
      passes: [...callPasses(setUpVerdict, COUNTS), { nodeFlags: [], measure: verdictLong }],
    },
    {
      name: "allowance",
      note: "no measurement: what goal 11 allows",
      passes: [{ nodeFlags: [], measure: allowance }],
    },
  ],
  lines: [
    line("11 verdict, p50", { floor: "parse alone", figure: "p50Ns", atMost: 15 }),
    line("11 verdict, p99 in 1 ms", { floor: "allowance", figure: "p99Ns", atMost: 1 }),
    line("11 64 KiB in 50 ms", { floor: "allowance", figure: "worstMs", atMost: 1 }),
    line("for comparison: verdict to parse and walk", {
      floor: "parse and walk",
      figure: "p50Ns",
      atMost: null,
    }),
  ],
  columns: [
    { figure: "p50Ns", title: "p50", show: microseconds },
    { figure: "meanNs", title: "mean", show: microseconds },
    { figure: "p99Ns", title: "p99", show: microseconds },
    {
      figure: "heapBytes",
      title: "heap a line",
      show: (count) => `${(count / 1000).toFixed(1)} kB`,
    },
    { figure: "worstMs", title: "slowest of 64 KiB", show: (ms) => `${ms.toFixed(1)} ms` },
  ],
  peers: [],
};

function line(
  text: string,
  compared: { readonly floor: string; readonly figure: string; readonly atMost: number | null },
): Line {
  const { floor, figure, atMost } = compared;
  return { line: text, row: "verdict", floor, figure, goal: atMost === null ? null : { atMost } };
}

function microseconds(ns: number): string {
  return `${(ns / 1000).toFixed(ns < 100_000 ? 1 : 0)} us`;
}
