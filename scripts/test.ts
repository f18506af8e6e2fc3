// `npm test`: the gates and every test at the same time, then what the gates said, the test files that cost the most processor
// time, and one closing line with the counts of the test run. The line is the last on stdout, and the exit code says failure
// whenever anything failed, the gates too. No cost fails it: one file took three times as much on a busy machine as on an idle one.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { KEPT_COSTS, readCosts } from "../test/setup/costs.ts";
import { runCommand } from "./run-command.ts";
import { temporaryInMemory } from "./temporary-in-memory.ts";
import {
  type ClosingCounts,
  countResults,
  formatCounts,
  type VitestReport,
} from "./test-counts.ts";

const root = join(import.meta.dirname, "..");
const report = join(root, "reports", "test.json");
const costs = join(root, KEPT_COSTS);
const MOST_TOLD = 5;

// The gates say little, so what they say waits until the tests have ended.
const checking = runCommand(["npm", "run", "--silent", "check"], { cwd: root });
rmSync(report, { force: true });
// Made before the workers start, or the first of them would make it at the same time.
await run("node", ["--disable-warning=ExperimentalWarning", "scripts/build-for-tests.ts"]);
const words = [...temporaryInMemory(), "vitest", "run", `--outputFile.json=${report}`];
const tested = await run(words[0] ?? "", words.slice(1));
const counts = readCounts();
const dearest = tested ? [...readCosts(readFileSync(costs, "utf8"))].slice(0, MOST_TOLD) : [];
const { code, output } = await checking;
const checked = code === 0;

console.log(`\n${output.trimEnd()}`);
if (!checked) console.log("\nThe checks failed; see above.");
for (const [path, seconds] of dearest)
  console.log(`cost: ${path} took ${seconds.toFixed(1)} s of processor time, its programs counted`);
if (counts.passed + counts.failed === 0) console.log("\nNo test ran.");
console.log(formatCounts(counts));
process.exitCode = checked && tested && counts.failed === 0 && counts.passed > 0 ? 0 : 1;

/** True when it ended well. Not waited for in the way that would stop the gates' output from being read. */
function run(program: string, args: readonly string[]): Promise<boolean> {
  const env = { ...process.env, TOOLPLANE_TEST_COST: costs };
  const child = spawn(program, args, { cwd: root, stdio: "inherit", env });
  return new Promise((resolve) => {
    child.on("error", () => resolve(false));
    child.on("close", (status) => resolve(status === 0));
  });
}

function readCounts(): ClosingCounts {
  try {
    return countResults(JSON.parse(readFileSync(report, "utf8")) as VitestReport);
  } catch {
    // No report: the runner did not even start.
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
