/**
 * SECURITY.md: "what a contained command could not do because of us is told to the model, with the rule or the way on". Seen in what
 * real commands are told at each level: a line for each wall, none where nothing of ours stood in the way.
 */
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { SAMPLED_MS, sampleOf } from "../../sample.ts";
import { hasPlainSandbox } from "../../sandbox-levels.ts";
import { BENIGN_ROWS, HIDDEN_ROWS, TOLD_ROWS, type ToldRow } from "./told-rows.ts";
import { ALLOWED, OPENED, openToldWorld, RULES } from "./told-world.ts";

type Told = Readonly<Record<string, string | null>>;

/** What each command was told. */
async function toldOf(
  rows: readonly ToldRow[],
  told: (command: string) => Promise<string | null>,
): Promise<Told> {
  const all: Record<string, string | null> = {};
  for (const { command } of rows) all[command] = await told(command);
  return all;
}

const expected = (rows: readonly ToldRow[], lineOf: (row: ToldRow) => string | null): Told =>
  Object.fromEntries(rows.map((row) => [row.command, lineOf(row)]));

/** Of every test run a part, most of it at the best level. */
const TAKEN = 8;
const LONG = { timeout: SAMPLED_MS };

describe.each([
  { level: "full", runs: hasSandbox, needs: "bubblewrap" },
  { level: "plain", runs: hasPlainSandbox, needs: "util-linux" },
] as const)("a contained command at $level", ({ level, runs, needs }) => {
  it.skipIf(!runs)(
    `is told of each wall that it met, and of nothing else (needs ${needs})`,
    LONG,
    async () => {
      const { told, named } = await openToldWorld(level);
      const rows = sampleOf(TOLD_ROWS, level === "full" ? 3 * TAKEN : TAKEN);
      expect(await toldOf(rows, told)).toEqual(
        expected(rows, ({ contained }) => contained && named(contained)),
      );
    },
  );
});

describe("a command that a rule allowed", () => {
  it.skipIf(!hasSandbox)(
    "is told the same where files are bound as they are (needs bubblewrap)",
    LONG,
    async () => {
      const { told, named } = await openToldWorld("bound", { rules: [ALLOWED, ...RULES] });
      // What a line plainly reads outside is asked about there, and no view is in the way of a rename.
      const open = TOLD_ROWS.filter(({ command }) => !/^cat [{~]|os\.rename/.test(command));
      const rows = sampleOf(open, TAKEN);
      expect(await toldOf(rows, told)).toEqual(
        expected(rows, ({ contained, allowed = contained }) => allowed && named(allowed)),
      );
    },
  );

  it(
    "is told nothing where nothing confines it: nothing of ours stands in its way",
    LONG,
    async () => {
      const { told } = await openToldWorld("none", { rules: [ALLOWED, OPENED] });
      const rows = sampleOf([...HIDDEN_ROWS, ...BENIGN_ROWS], TAKEN);
      expect(await toldOf(rows, told)).toEqual(expected(rows, () => null));
    },
  );
});
