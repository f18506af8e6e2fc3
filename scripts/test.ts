// `npm test`: the gates, then every test, then one closing line with the counts of the test run. The
// line is the last on stdout, and the exit code says failure whenever anything failed, the gates too.
import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { temporaryInMemory } from "./temporary-in-memory.ts";
import {
  type ClosingCounts,
  countResults,
  formatCounts,
  type VitestReport,
} from "./test-counts.ts";

const root = join(import.meta.dirname, "..");
const report = join(root, "reports", "test.json");

const checked = run("npm", ["run", "--silent", "check"]);
rmSync(report, { force: true });
// Made before the workers start, or the first of them would make it at the same time.
run("node", ["--disable-warning=ExperimentalWarning", "scripts/build-for-tests.ts"]);
const words = [...temporaryInMemory(), "vitest", "run", `--outputFile.json=${report}`];
const tested = run(words[0] ?? "", words.slice(1));
const counts = readCounts();

if (!checked) console.log("\nThe checks failed; see above.");
if (counts.passed + counts.failed === 0) console.log("\nNo test ran.");
console.log(formatCounts(counts));
process.exitCode = checked && tested && counts.failed === 0 && counts.passed > 0 ? 0 : 1;

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: root, stdio: "inherit" }).status === 0;
}

function readCounts(): ClosingCounts {
  try {
    return countResults(JSON.parse(readFileSync(report, "utf8")) as VitestReport);
  } catch {
    // No report: the runner did not even start.
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
