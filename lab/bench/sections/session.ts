/** A long session: ten thousand calls cost at the end what they cost at the beginning (goal 14). */
import type { Figures, Section } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { openLongSession } from "../session/long-session.ts";

const CALLS = 10_000;
const WARM_UP = 3_000;
const WINDOW = 100;

export const section: Section = {
  title: "a session of 10,000 calls",
  method: [
    "One session with default policy, a listener and a recorder over a store in memory that is flushed and dropped; heap after a full collection.",
    "Times are medians of windows of 100 calls; code is warmed up in another session first, so that compilation is not measured.",
  ],
  rows: [
    {
      name: "first",
      note: "calls 1 to 100 of the session",
      passes: [{ nodeFlags: ["--expose-gc"], measure: () => measure("first") }],
    },
    {
      name: "last",
      note: "calls 9,901 to 10,000 of the same length of session",
      passes: [{ nodeFlags: ["--expose-gc"], measure: () => measure("last") }],
    },
  ],
  lines: [
    {
      line: "14 p50 of the last 100 calls",
      row: "last",
      floor: "first",
      figure: "p50Ns",
      goal: { atMost: 1.1 },
    },
    {
      line: "14 heap at the end",
      row: "last",
      floor: "first",
      figure: "heapBytes",
      goal: { atMost: 1.2 },
    },
  ],
  columns: [
    { figure: "p50Ns", title: "p50", show: (ns) => `${(ns / 1000).toFixed(2)} us` },
    { figure: "heapBytes", title: "heap", show: (bytes) => `${(bytes / 1e6).toFixed(2)} MB` },
  ],
  peers: [],
};

async function measure(window: "first" | "last"): Promise<Figures> {
  const warm = openLongSession("warm");
  for (let index = 0; index < WARM_UP; index += 1) await warm.call(index);
  await warm.close();
  const session = openLongSession("long");
  const from = window === "first" ? 0 : CALLS - WINDOW;
  for (let index = 0; index < from; index += 1) {
    await session.call(index);
    if (index % WINDOW === 0) await session.settle();
  }
  const times: number[] = [];
  for (let index = from; index < from + WINDOW; index += 1) {
    const start = performance.now();
    await session.call(index);
    times.push((performance.now() - start) * 1e6);
  }
  await session.settle();
  (globalThis as { gc?: () => void }).gc?.();
  const heapBytes = process.memoryUsage().heapUsed;
  await session.close();
  return { p50Ns: median(times), heapBytes };
}
