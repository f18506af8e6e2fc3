/** `npm run race -- --swaps N`: names swapped during read, write, edit and search; 0 leaks, and the naive way must leak. */

import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { runRace } from "./race/run-race.ts";

const { values } = readOptions("npm run race -- [--swaps N]", {
  options: { swaps: { type: "string", default: "100000" } },
});
const runs = Number(values.swaps);
if (!Number.isSafeInteger(runs) || runs < 1) refuseWords("--swaps takes a whole number");
const started = performance.now();
const { rows, naive, swaps } = await runRace(runs);
console.table([
  ...rows.map((row) => ({ way: "door", ...row })),
  ...naive.map((row) => ({ way: "by name", ...row })),
]);
console.log(
  `${swaps} swaps of every name in ${Math.round((performance.now() - started) / 1000)} s`,
);
const leaks = rows.reduce((sum, row) => sum + row.leaks, 0);
const exercised = naive.every((row) => row.leaks > 0);
if (!exercised) console.error("race not exercised: the naive way did not leak");
if (leaks > 0) console.error(`${leaks} leaks through the door`);
const naiveLeaks = naive.reduce((sum, row) => sum + row.leaks, 0);
console.log(JSON.stringify({ runs, swaps, leaks, naive_leaks: naiveLeaks }));
process.exitCode = leaks > 0 || !exercised ? 1 : 0;
