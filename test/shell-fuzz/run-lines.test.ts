import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { createLineRunner, makeFuzzPlace } from "./run-lines.ts";

const COUNT = 'all=(/proc/[0-9]*); ls "${#all[@]}"';

describe.skipIf(!hasSandbox)("createLineRunner (needs bubblewrap)", () => {
  it("ends what a line left running, and gives up a line that logs without end", async () => {
    const folder = mkdtempSync(join(realpathSync(tmpdir()), "shell-fuzz-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const runner = createLineRunner(makeFuzzPlace(folder), join(folder, "worker"), 4_000);
    const runs = await runner.run([
      COUNT,
      "(exec 9>&-; while :; do :; done) & true",
      COUNT,
      "while :; do ls; done",
      COUNT,
    ]);
    expect(runs.map(({ outcome }) => outcome)).toEqual([
      ...["parsed", "parsed", "parsed", "stuck", "parsed"],
    ]);
    const counts = [0, 2, 4].map((at) => runs[at]?.spawned.at(-1)?.argv.at(-1));
    expect(counts[0]).toMatch(/^\d+$/);
    expect(counts).toEqual([counts[0], counts[0], counts[0]]);
  });
});
