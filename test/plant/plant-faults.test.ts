import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { PlacedFault } from "./fault.ts";
import { type PlantOutcome, type PlantRequest, plantFaults } from "./plant-faults.ts";
import type { TestRequest, TestRun } from "./run-tests.ts";

const SOURCE = `export function sum(a: number, b: number): number {
  if (a > 1e9) return Infinity;
  return a +
    b;
}

export function twice(a: number): number {
  return sum(a, a);
}
`;

const TEST = `import { expect, it } from "vitest";
import { sum, twice } from "./sum.ts";

it("adds", () => expect([sum(1, 2), twice(2)]).toEqual([3, 4]));
`;

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A repository of one file and one test. */
function openTree(files: Readonly<Record<string, string>> = {}): string {
  const root = mkdtempSync(join(tmpdir(), "tree-"));
  folders.push(root);
  const all = {
    "package.json": '{ "type": "module" }',
    "src/sum.ts": SOURCE,
    "src/sum.test.ts": TEST,
    "vitest.config.ts": 'export default { test: { include: ["src/*.test.ts"] } };\n',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const installed = join(import.meta.dirname, "..", "..", "node_modules");
  symlinkSync(installed, join(root, "node_modules"));
  return root;
}

function fault(name: string, anchor: string, more: Partial<PlacedFault> = {}): PlacedFault {
  return { name, in: "src", anchor, replacement: "", tests: [["src/sum.test.ts"]], ...more };
}

async function plant(
  root: string,
  faults: readonly PlacedFault[],
  more: Pick<PlantRequest, "signal" | "over" | "run"> = {},
): Promise<{ readonly outcome: PlantOutcome; readonly said: string }> {
  const lines: string[] = [];
  const tell = (line: string): void => void lines.push(line);
  const outcome = await plantFaults({ root, faults, jobs: 2, tell, ...more });
  return { outcome, said: lines.join("\n") };
}

/** In place of a process with vitest: only the test of the sum notices that something was done to it. */
async function notice({ root, paths }: TestRequest): Promise<TestRun> {
  const isWhole = readFileSync(join(root, "src/sum.ts"), "utf8") === SOURCE;
  if (isWhole || !paths.includes("src/sum.test.ts"))
    return { outcome: "passed", tests: 1, took: {} };
  return { outcome: "failed", by: "adds" };
}

describe("plantFaults", () => {
  it("says which faults are caught, which survive and which cannot be planted", async () => {
    const root = openTree();
    const { outcome, said } = await plant(root, [
      fault("difference", "return a + b;", { replacement: "return a - b;" }),
      fault("no-bound", "if (a > 1e9) return Infinity;"),
      fault("moved", "return a * b;"),
      fault("twice-there", "(a: number"),
      fault("elsewhere", "return a + b;", { in: "lib" }),
      fault("untested", "return a + b;", { tests: [["src/sum.test.ts"], ["src/gone.test.ts"]] }),
      fault("unloadable", "return a + b;", { replacement: "return (;" }),
    ]);
    expect({
      caught: outcome.caught,
      survived: outcome.survived,
      unplanted: outcome.unplanted.toSorted(),
    }).toEqual({
      caught: ["difference"],
      survived: ["no-bound"],
      unplanted: ["elsewhere", "moved", "twice-there", "unloadable", "untested"],
    });
    expect(said).toMatch(/caught +difference: adds/);
    expect(said).toMatch(/unplanted +moved: the code moved, mend the fault/);
    expect(said).toMatch(/unplanted +untested: no such tests: src\/gone.test.ts/);
    expect(readFileSync(join(root, "src/sum.ts"), "utf8")).toBe(SOURCE);
  });

  it("asks the tests behind those that did not notice", async () => {
    const tests = [["src/other.test.ts"], ["src/sum.test.ts"]];
    const faults = [fault("difference", "return a + b;", { replacement: "return a - b;", tests })];
    const root = openTree({ "src/other.test.ts": "" });
    const { outcome } = await plant(root, faults, { run: notice });
    expect(outcome.caught).toEqual(["difference"]);
  });

  it("counts nothing as caught by tests that fail already", async () => {
    const run = async (): Promise<TestRun> => ({ outcome: "failed", by: "adds" });
    const faults = [fault("difference", "return a + b;")];
    const { outcome, said } = await plant(openTree(), faults, { run });
    expect(outcome).toEqual({ caught: [], survived: [], unplanted: ["difference"] });
    expect(said).toMatch(/unplanted +difference: its tests fail without it: adds/);
  });

  it("takes a preparation that fails for noticing: the tests after it do not run", async () => {
    const prepared = TEST.replace(
      "\n\nit(",
      '\nimport { beforeAll } from "vitest";\nbeforeAll(() => expect(sum(1, 1)).toBe(2));\n\nit(',
    );
    const root = openTree({ "src/sum.test.ts": prepared });
    const faults = [fault("difference", "return a + b;", { replacement: "return a - b;" })];
    const { outcome, said } = await plant(root, faults);
    expect(outcome.caught).toEqual(["difference"]);
    expect(said).toContain("what src/sum.test.ts prepares");
  });

  it("ends at once when it is told to, also what it started", async () => {
    const hangs = 'import { it } from "vitest";\nit("hangs", () => new Promise(() => {}));\n';
    const root = openTree({ "src/sum.test.ts": hangs });
    const { outcome } = await plant(root, [fault("difference", "return a + b;")], {
      signal: AbortSignal.abort(),
    });
    expect(outcome).toEqual({ caught: [], survived: [], unplanted: [] });
  });

  it("begins no further one when its time is over, and brings to an end what it began", async () => {
    // The first takes runs of tests to its end; the second none, for its place is not there.
    const faults = [
      fault("one", "return a + b;", { replacement: "return a - b;" }),
      ...["two", "three", "four"].map((name) => fault(name, "return a * b;")),
    ];
    const { outcome } = await plant(openTree(), faults, { over: AbortSignal.abort(), run: notice });
    expect(outcome).toEqual({ caught: ["one"], survived: [], unplanted: ["two"] });
  });
});
