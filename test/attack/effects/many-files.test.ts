/**
 * The same attacks in a workspace so large that looking at all of it after every command would be no protection: 300,000 files where
 * nothing is left out, fewer in a test run. Folders that cannot be listed are among them.
 */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { isWhole } from "../../sample.ts";
import { EFFECT_ROWS } from "./effect-rows.ts";
import { openEffectWorld } from "./open-effect-world.ts";
import { runEffectRow } from "./run-effect-row.ts";

const FILES = isWhole ? 300_000 : 1_500;
const PER_FOLDER = 100;
const NAMES = ["hook written by python", "tasks.json", "nested .git folder", "in new folders"];

describe.skipIf(!hasSandbox)("a large workspace (needs bubblewrap)", () => {
  it(`holds the same with ${FILES} files`, { timeout: 1_800_000 }, async () => {
    const world = await openEffectWorld({ furnish });
    onTestFinished(() => world.close());
    const rows = EFFECT_ROWS.filter(({ name }) => NAMES.includes(name));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
    const faults: string[] = [];
    for (const row of rows)
      for (const fault of await runEffectRow(world, row)) faults.push(`${row.name}: ${fault}`);
    expect(faults).toEqual([]);
  });
});

/** Empty files: what counts is how many there are to look at. */
function furnish(workspace: string): void {
  for (let index = 0; index < FILES; index += 1) {
    const folder = join(workspace, "many", String(Math.floor(index / PER_FOLDER)));
    if (index % PER_FOLDER === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `f${index}`), "");
  }
  mkdirSync(join(workspace, "many/closed"));
  chmodSync(join(workspace, "many/closed"), 0o300);
}
