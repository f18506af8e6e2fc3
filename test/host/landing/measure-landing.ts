/**
 * How long a landing takes beside writing the same files directly: `node --conditions=@toolplane/source measure-landing.ts`.
 * Medians of an odd number of rounds, directly and landed in turn.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LAND_ALL, openWorld, runInView } from "./landing-world.ts";

const ROUNDS = Number(process.argv[2] ?? 3);
const TEXT = "x".repeat(200);

const CASES = [
  { name: "10,000 new in a new folder", seed: 0, count: 10_000, folder: "new" },
  { name: "10,000 new in a folder that is there", seed: 0, count: 10_000, folder: "." },
  { name: "1,000 modified", seed: 1_000, count: 1_000, folder: "." },
];

for (const { name, seed, count, folder } of CASES) {
  const direct: number[] = [];
  const landed: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    direct.push(await measure({ seed, count, folder, lands: false }));
    landed.push(await measure({ seed, count, folder, lands: true }));
  }
  const one = median(direct);
  const other = median(landed);
  process.stdout.write(
    `${name}: directly ${one} ms, landing ${other} ms, ${(other / one).toFixed(2)}x\n`,
  );
}

async function measure(how: {
  readonly seed: number;
  readonly count: number;
  readonly folder: string;
  readonly lands: boolean;
}): Promise<number> {
  const made = openWorld();
  try {
    fill(made.workspace, how.seed);
    if (!how.lands) {
      const start = performance.now();
      const target = join(made.workspace, how.folder);
      mkdirSync(target, { recursive: true });
      fill(target, how.count);
      return Math.round(performance.now() - start);
    }
    const call = { sessionId: "s", callId: "c", command: "", roots: [made.workspace] };
    const view = await made.landings.begin(call);
    const script = `mkdir -p ${how.folder}; cd ${how.folder}; for n in $(seq 0 ${how.count - 1}); do echo ${TEXT} > f$n; done`;
    runInView(view, script);
    spawnSync("sync", ["-f", made.userData]);
    const start = performance.now();
    const { landing } = await made.landings.settle(view, {
      stopped: false,
      dryRun: false,
      judge: LAND_ALL,
      signal: new AbortController().signal,
    });
    if (landing?.state !== "landed") throw new TypeError(JSON.stringify(landing?.refused));
    return Math.round(performance.now() - start);
  } finally {
    made.close();
  }
}

function fill(folder: string, count: number): void {
  for (let n = 0; n < count; n += 1) writeFileSync(join(folder, `f${n}`), TEXT);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
