// `npm run requirements`: what is not proven, and last one JSON line with the counts. A proof counts when its test ran, by the
// report of the last `npm test`; where there is none, the tests that carry an id run first, which takes some minutes.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { REQUIREMENTS } from "../test/requirements.ts";
import { type Citation, collectCitations } from "./requirements/collect-citations.ts";
import { judgeLedger } from "./requirements/judge-ledger.ts";
import { readRuns } from "./requirements/read-runs.ts";
import { runCommand } from "./run-command.ts";
import type { VitestReport } from "./test-counts.ts";

const root = join(import.meta.dirname, "..");
const citations = collectCitations(root);
const ledger = judgeLedger(REQUIREMENTS, { citations, runs: readRuns(await readReport()) });

for (const { id, path, line } of ledger.unknown) {
  console.log(`unknown   ${id} is cited in ${path}:${line}`);
}
for (const { id, waitsFor } of ledger.stale) {
  console.log(`stale     ${id} is proven; take away its mark (waits for ${waitsFor})`);
}
for (const { id, behaviour } of ledger.unproven) console.log(`unproven  ${id} ${behaviour}`);
for (const { id, behaviour } of ledger.notRunHere) console.log(`not run here  ${id} ${behaviour}`);
for (const [part, ids] of waitingByPart()) console.log(`waiting   ${part}: ${ids.join(" ")}`);

const { total, proven, waiting, unproven, notRunHere } = ledger;
console.log(
  JSON.stringify({
    total,
    proven,
    waiting,
    unproven: unproven.length,
    not_run_here: notRunHere.length,
  }),
);
if (unproven.length + ledger.stale.length + ledger.unknown.length > 0) process.exitCode = 1;

async function readReport(): Promise<VitestReport> {
  const whole = join(root, "reports", "test.json");
  if (existsSync(whole)) return JSON.parse(readFileSync(whole, "utf8")) as VitestReport;
  const own = join(root, "reports", "requirements.json");
  const files = [...new Set(citations.filter(isTest).map(({ path }) => path))];
  console.error(`No report of a test run here: ${files.length} test files with ids run now …`);
  await runCommand(["vitest", "run", `--outputFile.json=${own}`, ...files], { cwd: root });
  return JSON.parse(readFileSync(own, "utf8")) as VitestReport;
}

/** Suites that testkit publishes carry ids too; the tests that call them are found by running everything. */
function isTest({ path }: Citation): boolean {
  return path.endsWith(".test.ts");
}

function waitingByPart(): ReadonlyMap<string, readonly string[]> {
  const parts = new Map<string, string[]>();
  for (const { id, waitsFor } of REQUIREMENTS) {
    if (waitsFor === undefined) continue;
    parts.set(waitsFor, [...(parts.get(waitsFor) ?? []), id]);
  }
  return parts;
}
