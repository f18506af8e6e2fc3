import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import type { LineRun } from "./read-log.ts";
import { createLineRunner, makeFuzzPlace } from "./run-lines.ts";

const COUNT = 'all=(/proc/[0-9]*); ls "${#all[@]}"';

/** What was ended is gone a moment later; what spins on is not. */
const untilThereAre = (most: number) =>
  `n=0; while all=(/proc/[0-9]*); (( \${#all[@]} > ${most} && n++ < 100 )); do /bin/sleep 0.02; done; ls "\${#all[@]}"`;

describe.skipIf(!hasSandbox)("createLineRunner (needs bubblewrap)", () => {
  it("ends what a line left running, and gives up a line that logs without end", async () => {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), "shell-fuzz-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const runner = createLineRunner(makeFuzzPlace(folder), join(folder, "worker"), 8_000);
    const counted = (run: LineRun | undefined) => Number(run?.spawned.at(-1)?.argv.at(-1));
    const [alone] = await runner.run([COUNT]);
    const usual = counted(alone);
    expect(usual).toBeGreaterThan(0);
    const runs = await runner.run([
      "(exec 9>&-; while :; do :; done) & true",
      untilThereAre(usual),
      "while :; do ls; done",
      COUNT,
    ]);
    expect(runs.map(({ outcome }) => outcome)).toEqual(["parsed", "parsed", "stuck", "parsed"]);
    expect([1, 3].map((at) => counted(runs[at]))).toEqual([usual, usual]);
  });
});
