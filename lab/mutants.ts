/**
 * `npm run mutants [-- --only AREA …] [--minutes N]`: lets Stryker change the code that decides, one expression at a time, and
 * lists the changes that no test beside it notices. Each area has a page in `reports/mutants`. No further area begins after
 * `--minutes`, and one that runs is ended then. A mutant that survives is a hint, so the exit code tells only whether areas ran.
 */
import { spawn } from "node:child_process";
import { readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { readOptions, refuseWords } from "../scripts/read-options.ts";

interface MutantArea {
  readonly name: string;
  readonly sources: string;
  /** Tests that can notice: those beside the code, and those of the package that call it. */
  readonly tests: string;
}

interface StrykerReport {
  readonly files: Readonly<
    Record<string, { readonly mutants: readonly { readonly status: string }[] }>
  >;
}

const KERNEL = "packages/kernel/src/**/*.test.ts";
const AREAS: readonly MutantArea[] = [
  {
    name: "readings",
    sources: "packages/readings/src",
    tests: "packages/readings/src/**/*.test.ts",
  },
  { name: "judge", sources: "packages/kernel/src/judge", tests: KERNEL },
  { name: "approval", sources: "packages/kernel/src/approval", tests: KERNEL },
  { name: "policy", sources: "packages/kernel/src/policy", tests: KERNEL },
];

const root = join(import.meta.dirname, "..");
const USAGE = `npm run mutants -- [--only ${AREAS.map(({ name }) => name).join("|")} …] [--minutes N]`;
const { values } = readOptions(USAGE, {
  options: {
    only: { type: "string", multiple: true, default: [] },
    minutes: { type: "string", default: "240" },
  },
});
const chosen = AREAS.filter(({ name }) => values.only.length === 0 || values.only.includes(name));
if (chosen.length === 0) refuseWords(`no area is called ${values.only.join(" or ")}`);

const over = AbortSignal.timeout(Number(values.minutes) * 60_000);
const areas: object[] = [];
const unfinished: string[] = [];
for (const area of chosen) {
  const isDone = !over.aborted && (await mutate(area));
  if (isDone) areas.push({ name: area.name, ...countMutants(keepReport(area)) });
  else unfinished.push(area.name);
}
console.log(JSON.stringify({ areas, unfinished }));
process.exitCode = unfinished.length === 0 ? 0 : 1;

/** Names what Stryker wrote last after the area, and says where its figures are. */
function keepReport({ name }: MutantArea): string {
  const place = (file: string): string => join(root, "reports/mutants", file);
  renameSync(place("last.html"), place(`${name}.html`));
  renameSync(place("last.json"), place(`${name}.json`));
  return place(`${name}.json`);
}

/** Runs Stryker on an area; false when it was ended or failed. */
function mutate(area: MutantArea): Promise<boolean> {
  const words = ["run", "lab/mutants/stryker.json", "--mutate"];
  words.push(`${area.sources}/**/*.ts,!**/*.test.ts,!**/*.fixture.ts`);
  const env = { ...process.env, TOOLPLANE_MUTANTS_TESTS: area.tests };
  return new Promise((resolve) => {
    const child = spawn("stryker", words, {
      cwd: root,
      env,
      signal: over,
      stdio: ["ignore", "inherit", "inherit"],
    });
    child.on("error", () => resolve(false));
    child.on("close", (code) => resolve(code === 0));
  });
}

/** How many mutants there were, and the share that a test noticed: an endless loop counts, as it would be noticed too. */
function countMutants(path: string): object {
  const report = JSON.parse(readFileSync(path, "utf8")) as StrykerReport;
  const statuses = Object.values(report.files).flatMap(({ mutants }) =>
    mutants.map(({ status }) => status),
  );
  const count = (...wanted: readonly string[]): number =>
    statuses.filter((status) => wanted.includes(status)).length;
  const caught = count("Killed", "Timeout");
  const survived = count("Survived", "NoCoverage");
  return { mutants: caught + survived, caught, survived, score: share(caught, caught + survived) };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 1 : Number((part / whole).toFixed(3));
}
