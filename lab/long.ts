// `npm run long -- [--only part,part]`: everything that is too long for `npm test`, one part after the other, with a dated report in
// `reports`, which git ignores. A part that fails does not keep the others from running; the exit code says whether all were well.
// Parts of one day share a report, whether they ran together or one by one.
import { availableParallelism, platform, release } from "node:os";
import { join } from "node:path";
import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { runCommand } from "../scripts/run-command.ts";
import { chosenParts } from "./long/chosen-parts.ts";
import { longParts } from "./long/long-parts.ts";
import { isWell } from "./long/render-report.ts";
import { runLong } from "./long/run-long.ts";

const root = join(import.meta.dirname, "..");
const date = new Date().toISOString().slice(0, 10);
const all = longParts(date);
const { values, positionals } = readOptions(
  `npm run long -- [[--only] PART,PART]\nparts: ${all.map(({ name }) => name).join(", ")}`,
  { allowPositionals: true, options: { only: { type: "string", multiple: true, default: [] } } },
);
const { parts: chosen, unknown } = chosenParts(all, [...values.only, ...positionals]);
if (unknown.length > 0 || chosen.length === 0) {
  const names = all.map(({ name }) => name).join(" ");
  refuseWords(`no part is called ${unknown.join(", ") || "nothing"}: ${names}`);
}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => stop.abort());
const { output } = await runCommand(["git", "rev-parse", "--short", "HEAD"], { cwd: root });
const path = join("reports", `long-${date}.md`);
const outcomes = await runLong({
  root,
  date,
  all,
  chosen,
  signal: stop.signal,
  commit: output.trim(),
  machine: `${platform()} ${release()}, ${availableParallelism()} cores, Node ${process.versions.node}`,
  report: join(root, path),
  kept: join(root, "reports", `long-${date}.json`),
});
const failed = outcomes.filter((outcome) => !isWell(outcome)).map(({ name }) => name);
const notRun = chosen.slice(outcomes.length).map(({ name }) => name);
console.log(JSON.stringify({ report: path, parts: outcomes.length, failed, notRun }));
process.exitCode = failed.length === 0 && notRun.length === 0 ? 0 : 1;
