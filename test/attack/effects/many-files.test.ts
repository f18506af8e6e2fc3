/**
 * The same attacks in a workspace so large that looking at all of it after every command would be no protection: 300,000 files where
 * nothing is left out, fewer in a test run. Folders that cannot be listed are among them.
 */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { isWhole, SAMPLED_MS } from "../../sample.ts";
import { EFFECT_ROWS } from "./effect-rows.ts";
import { openEffectWorld } from "./open-effect-world.ts";
import { runEffectRow } from "./run-effect-row.ts";

const FILES = isWhole ? 300_000 : 1_500;
const PER_FOLDER = 100;
const NAMES = ["hook written by python", "tasks.json", "nested .git folder", "in new folders"];

describe.skipIf(!hasSandbox)("a large workspace (needs bubblewrap)", () => {
  it(`holds the same with ${FILES} files`, { timeout: SAMPLED_MS }, async () => {
    const world = await openEffectWorld({ furnish });
    onTestFinished(() => world.close());
    const rows = EFFECT_ROWS.filter(({ name }) => NAMES.includes(name));
    expect(rows.map(({ name }) => name).toSorted()).toEqual(NAMES.toSorted());
    const faults: string[] = [];
    for (const row of rows)
      for (const fault of await runEffectRow(world, row)) faults.push(`${row.name}: ${fault}`);
    expect(faults).toEqual([]);
  });

  // What cannot all be listed before the command begins is judged when it lands.
  it("removes a folder with everything in it unasked, but not where something in it is protected", async () => {
    const world = await openEffectWorld();
    onTestFinished(() => world.close());
    const session = world.session([]);
    const remove = async (id: string) => {
      for (let index = 0; index <= LISTED; index += 1)
        world.write(`packages/p${index % 50}/f${index}`, "");
      return session.call({ id, name: "bash", arguments: { command: "rm -rf packages" } });
    };
    expect(await remove("all")).toMatchObject({ type: "output" });
    expect(existsSync(world.at("packages"))).toBe(false);
    world.write("packages/p7/.git/hooks/pre-commit", "true\n");
    await remove("with a hook");
    expect(world.read("packages/p7/.git/hooks/pre-commit")).toBe("true\n");
    expect(world.read("packages/p1/f1")).toBe("");
  });
});

/** As many as are listed before a command begins where nothing is left out; else what a row of the record keeps of them. */
const LISTED = isWhole ? 100_000 : 10_000;

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
