// `npm test`: the gates and every test at the same time, then what the gates said, then one closing line with the counts of the
// test run. The line is the last on stdout, and the exit code says failure whenever anything failed, the gates too.
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
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

// The gates need one core for half a minute, and say little: beside the tests they cost no time.
const checking = runCommand(["npm", "run", "--silent", "check"], { cwd: root });
rmSync(report, { force: true });
// Made before the workers start, or the first of them would make it at the same time.
await run("node", ["--disable-warning=ExperimentalWarning", "scripts/build-for-tests.ts"]);
const words = [...temporaryInMemory(), "vitest", "run", `--outputFile.json=${report}`];
const tested = await run(words[0] ?? "", words.slice(1));
const counts = readCounts();
const { code, output } = await checking;
const checked = code === 0;

console.log(`\n${output.trimEnd()}`);
if (!checked) console.log("\nThe checks failed; see above.");
if (counts.passed + counts.failed === 0) console.log("\nNo test ran.");
console.log(formatCounts(counts));
process.exitCode = checked && tested && counts.failed === 0 && counts.passed > 0 ? 0 : 1;

/** True when it ended well. Not waited for in the way that would stop the gates' output from being read. */
function run(program: string, args: readonly string[]): Promise<boolean> {
  const child = spawn(program, args, { cwd: root, stdio: "inherit" });
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
