// `npm run long -- [part …]`: everything that is too long for `npm test`, one part after the other, with a dated report in
// docs/reports. A part that fails does not keep the others from running; the exit code says whether all were well.
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, platform, release } from "node:os";
import { join } from "node:path";
import { longParts } from "./long/long-parts.ts";
import { isWell, type PartOutcome, renderReport } from "./long/render-report.ts";
import { runPart } from "./long/run-part.ts";
import { runCommand } from "./run-command.ts";

const root = join(import.meta.dirname, "..");
const date = new Date().toISOString().slice(0, 10);
const wanted = process.argv.slice(2);
const all = longParts(date);
const unknown = wanted.filter((name) => !all.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(
    `no part is called ${unknown.join(", ")}: ${all.map(({ name }) => name).join(" ")}`,
  );
  process.exit(2);
}
// The bench compares with peers from a registry and says nothing about right and wrong: it runs when it is named.
const parts = all.filter(({ name }) =>
  wanted.length > 0 ? wanted.includes(name) : name !== "bench",
);

const { output } = await runCommand(["git", "rev-parse", "--short", "HEAD"], { cwd: root });
const machine = `${platform()} ${release()}, ${availableParallelism()} cores, Node ${process.versions.node}`;
const path = join("docs", "reports", `long-${date}.md`);
const outcomes: PartOutcome[] = [];
for (const part of parts) {
  outcomes.push(await runPart(part, { root }));
  // Written after each part: a run that is cut off leaves what it found.
  mkdirSync(join(root, "docs", "reports"), { recursive: true });
  writeFileSync(join(root, path), renderReport({ date, commit: output.trim(), machine, outcomes }));
}
const failed = outcomes.filter((outcome) => !isWell(outcome)).map(({ name }) => name);
console.log(JSON.stringify({ report: path, parts: outcomes.length, failed }));
process.exitCode = failed.length === 0 ? 0 : 1;
