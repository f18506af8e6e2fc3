/**
 * What a test file costs in processor time, its programs' with it: `TOOLPLANE_TEST_COST=FILE npm test` adds a line for each.
 * Time on a clock says little where other work runs beside the tests.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

/** The kernel counts in ticks of a hundredth of a second. */
const TICKS_A_SECOND = 100;
/** Starting a program copies the page tables of whoever starts it: the system's share of the worker itself says how dear that was. */
const PARTS = ["own", "own system", "programs", "programs' system"] as const;

const told = process.env.TOOLPLANE_TEST_COST;
if (told !== undefined && told !== "") {
  const before = usedSeconds();
  afterAll(() => {
    const used = usedSeconds().map((seconds, index) => seconds - (before[index] ?? 0));
    const whole = used.reduce((sum, seconds) => sum + seconds, 0);
    const file = relative(process.cwd(), expect.getState().testPath ?? "");
    const parts = used.map((seconds, index) => `${PARTS[index]} ${seconds.toFixed(2)}`);
    const size = `worker ${Math.round(process.memoryUsage.rss() / 1_024 ** 2)} MiB`;
    appendFileSync(told, `${whole.toFixed(2)}\t${file}\t${[...parts, size].join(", ")}\n`);
  });
}

/** Of this process and of every program that it started and waited for. */
function usedSeconds(): readonly number[] {
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The name of the program stands in brackets and may hold anything; the numbers follow the last of them.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return fields.slice(11, 15).map((field) => Number(field) / TICKS_A_SECOND);
}
