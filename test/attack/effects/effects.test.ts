/**
 * Runs attacks through the real product and checks what they leave behind. Nobody is there to be asked but about undoing. Each line
 * runs from a file that a person has: no judge reads it before it runs. All of them take minutes, so a test run takes its share,
 * another one each time.
 */
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { isWhole, SAMPLED_MS } from "../../sample.ts";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import type { EffectRow } from "./effect-row.ts";
import { EFFECT_ROWS } from "./effect-rows.ts";
import { openEffectWorld } from "./open-effect-world.ts";
import { runEffectRow } from "./run-effect-row.ts";

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`effects of contained commands (needs ${needs})`, () => {
    it("hold what must hold", { timeout: SAMPLED_MS }, async () => {
      const world = await openEffectWorld({ sandbox });
      onTestFinished(() => world.close());
      expect(await faultsOf(world, chosen(sandbox === "plain" ? 32 : 12))).toEqual([]);
    });
  });

describe("rows of effects", () => {
  it("have a name each, by which their calls are told apart", () => {
    const names = EFFECT_ROWS.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });
});

const PLACES = ["node_modules/ws", ".git/ws", "dist/target/ws", "vendor/.venv/ws"];

describe.skipIf(!SANDBOX_LEVELS[0]?.runs)(
  "a workspace below folders of any name (needs bubblewrap)",
  () => {
    it.each(isWhole ? PLACES : [PLACES[inject("propertySeed") % PLACES.length] ?? ""])(
      "holds the same in %s",
      { timeout: SAMPLED_MS },
      async (place) => {
        const world = await openEffectWorld({ place });
        onTestFinished(() => world.close());
        const names = [
          "tasks.json",
          "make writes an envrc",
          "nested .git folder",
          "in new folders",
          "in node_modules",
          "hook written by python",
        ];
        expect(
          await faultsOf(
            world,
            EFFECT_ROWS.filter(({ name }) => names.includes(name)),
          ),
        ).toEqual([]);
      },
    );
  },
);

async function faultsOf(
  world: Parameters<typeof runEffectRow>[0],
  rows: readonly EffectRow[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const row of rows)
    for (const fault of await runEffectRow(world, row))
      faults.push(`${row.class} ${row.name}: ${fault}`);
  expect(rows.length).toBeGreaterThan(0);
  return faults;
}

function chosen(share: number): readonly EffectRow[] {
  const only = process.env.TOOLPLANE_ROWS;
  if (only) return EFFECT_ROWS.filter(({ name }) => name.includes(only));
  const first = inject("propertySeed") % share;
  return isWhole ? EFFECT_ROWS : EFFECT_ROWS.filter((_row, index) => index % share === first);
}
