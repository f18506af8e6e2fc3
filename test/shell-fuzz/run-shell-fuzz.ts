/**
 * Compares what the analysis of a command line names with what bash really starts: `npm run shell-fuzz -- [lines] [--seed S]`.
 * Exits 1 when an allowed line spawned what no unit named, or a planted fault was not caught. The last line is JSON.
 */
import { readOptions } from "../../scripts/read-options.ts";
import { hasSandbox } from "../has-sandbox.ts";
import { formatConstructs } from "./count-constructs.ts";
import { formatFailure, fuzzFaults } from "./fuzz-faults.ts";
import { openFuzz } from "./open-fuzz.ts";

const USAGE = "npm run shell-fuzz -- [LINES] [--seed S] [--shown N] [--workers N]";
const { values, positionals } = readOptions(USAGE, {
  allowPositionals: true,
  options: { seed: { type: "string" }, shown: { type: "string" }, workers: { type: "string" } },
});
const lines = Number(positionals[0] ?? 2_000);
const seed = Number(values.seed ?? 1);

if (hasSandbox) await fuzz();
else console.log(JSON.stringify({ skipped: "bubblewrap is not installed" }));

async function fuzz(): Promise<void> {
  const report = await openFuzz({
    lines,
    seed,
    workers: Number(values.workers ?? 2),
    maxShown: Number(values.shown ?? 10),
    onProgress: (done) => {
      if (done % 5_000 === 0) console.error(`${done} lines …`);
    },
  });
  const faults = fuzzFaults(report);
  console.log(formatConstructs(report.constructs));
  for (const failure of report.failures) console.log(`\nunforeseen: ${formatFailure(failure)}`);
  for (const line of report.unshownLines)
    console.log(`\nasked, but not shown: ${formatFailure(line)}`);
  for (const fault of faults) console.log(`\n${fault}`);
  const { parsed, spawning, spawns, stuck, actions, failed, unshown, caught } = report;
  const shares = { ...actions, allowedShare: Number((actions.allow / report.lines).toFixed(3)) };
  console.log(
    JSON.stringify({
      lines,
      seed,
      parsed,
      spawning,
      spawns,
      stuck,
      ...shares,
      failed,
      unshown,
      caught,
      ok: faults.length === 0,
    }),
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}
