/**
 * What a test file costs in processor time, its programs' with it: `TOOLPLANE_TEST_COST=FILE npm test` adds a line for each.
 * Time on a clock says little where other work runs beside the tests.
 */
import { appendFileSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { afterAll, expect } from "vitest";

/** The kernel counts in ticks of a hundredth of a second. */
const TICKS_A_SECOND = 100;

const told = process.env.TOOLPLANE_TEST_COST;
if (told !== undefined && told !== "") {
  const before = usedSeconds();
  afterAll(() => {
    const used = (usedSeconds() - before).toFixed(2);
    const file = relative(process.cwd(), expect.getState().testPath ?? "");
    appendFileSync(told, `${used}\t${file}\n`);
  });
}

/** Of this process and of every program that it started and waited for. */
function usedSeconds(): number {
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The name of the program stands in brackets and may hold anything; the numbers follow the last of them.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_A_SECOND;
}
