/**
 * `npm run plant`: changes the code in ways that matter, one at a time, and lists what no test notices. `--only NAME` takes one
 * fault or the faults of one area, `--sample N --seed S` takes some of them, `--minutes N` begins no further one then. Exits 1
 * when one survived or could not be planted.
 */
import { join } from "node:path";
import { readOptions, refuseWords } from "../scripts/read-options.ts";
import { AREAS } from "../test/plant/areas.ts";
import { chooseFaults } from "../test/plant/choose-faults.ts";
import { plantFaults } from "../test/plant/plant-faults.ts";

const USAGE =
  "npm run plant -- [--only FAULT|AREA …] [--sample N] [--seed S] [--jobs N] [--minutes N]";
const { values } = readOptions(USAGE, {
  options: {
    only: { type: "string", multiple: true, default: [] },
    sample: { type: "string" },
    seed: { type: "string" },
    jobs: { type: "string", default: "2" },
    minutes: { type: "string" },
  },
});
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const faults = chooseFaults(AREAS, {
  only: values.only,
  sample: values.sample === undefined ? null : Number(values.sample),
  seed,
});
if (faults.length === 0) refuseWords(`no fault and no area is called ${values.only.join(" or ")}`);
if (values.sample !== undefined) console.log(`${faults.length} faults, seed ${seed}`);
const ending = new AbortController();
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => ending.abort());
const over = values.minutes ? AbortSignal.timeout(Number(values.minutes) * 60_000) : null;
const { caught, survived, unplanted } = await plantFaults({
  root: join(import.meta.dirname, ".."),
  faults,
  jobs: Number(values.jobs),
  tell: (line) => console.log(line),
  signal: ending.signal,
  ...(over ? { over } : {}),
});
if (over?.aborted) console.log(`ended after ${values.minutes} minutes`);
for (const name of survived) console.log(`survived: ${name}`);
for (const name of unplanted) console.log(`could not be planted: ${name}`);
console.log(
  JSON.stringify({ planted: caught.length + survived.length, caught: caught.length, survived }),
);
// A run that came to nothing in its minutes proved nothing.
const isWell = caught.length > 0 && survived.length + unplanted.length === 0;
process.exitCode = isWell && !ending.signal.aborted ? 0 : 1;
