/** Many calls at once (goals 2a and 2b). */
import {
  floorNoOps,
  floorTimers,
  ourBatch,
  ourNoOps,
  ourTimers,
  type Round,
} from "../concurrency/rounds.ts";
import type { Line, Row, Section } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";

const NOTE =
  "one allow-all rule, no recorder, no listener; envelope, ids, frozen arguments, cancel, deadlines";

const rows: readonly Row[] = [
  row("floor, 1,000 no-ops", "JSON.parse + compiled ajv + await, together", floorNoOps, 60),
  row("1,000 no-ops", `single calls awaited together; ${NOTE}`, ourNoOps, 60),
  row("1,000 no-ops, one batch", `callAll: judged in call order first; ${NOTE}`, ourBatch, 60),
  row("floor, 100 of 10 ms", "timers alone", floorTimers, 30),
  row("100 of 10 ms", `callAll; ${NOTE}`, ourTimers, 30),
];

const lines: readonly Line[] = [
  line("2a 1,000 calls at once", "1,000 no-ops", "floor, 1,000 no-ops", 2),
  line("2a 1,000 calls in one batch", "1,000 no-ops, one batch", "floor, 1,000 no-ops", 2),
  line("2b 100 calls of 10 ms at once", "100 of 10 ms", "floor, 100 of 10 ms", 1.2),
];

export const section: Section = {
  title: "many calls at once",
  method: [
    "Median of many rounds in one child after a warm-up; a round is all calls from the first to the last answer.",
  ],
  rows,
  lines,
  columns: [
    { figure: "p50Ms", title: "p50 of a round", show: (ms) => `${ms.toFixed(2)} ms` },
    { figure: "bestMs", title: "best round", show: (ms) => `${ms.toFixed(2)} ms` },
  ],
  peers: ["ajv"],
};

function row(name: string, note: string, setUp: () => Promise<Round>, rounds: number): Row {
  return {
    name,
    note,
    passes: [{ nodeFlags: [], measure: async () => measure(await setUp(), rounds) }],
  };
}

async function measure(round: Round, rounds: number): Promise<Record<string, number>> {
  const times: number[] = [];
  for (let index = 0; index < rounds + 20; index += 1) {
    const start = performance.now();
    await round(index);
    if (index >= 20) times.push(performance.now() - start);
  }
  return { p50Ms: median(times), bestMs: Math.min(...times) };
}

function line(text: string, name: string, floor: string, atMost: number): Line {
  return { line: text, row: name, floor, figure: "p50Ms", goal: { atMost } };
}
