/** The card of a command that has ended, in a real terminal: looked at, then landed in part. */
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { runInPty } from "./pty.fixture.ts";

const CARD = testProgram(
  join(import.meta.dirname, "../../../packages/cli/src/scenarios/card-program.fixture.ts"),
);
const DOWN = "\u001b[B";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
});
afterEach(() => world.remove());

const open = () => runInPty(world, ["landing"], { program: CARD, env: { NO_COLOR: "1" } });

describe("the card of a landing in a terminal", () => {
  it("shows what a path would become, and leaves out what asks", async () => {
    const run = open();
    const card = await run.shows(/214 files changed\. 2 of them ask:[\s\S]*look first/);
    for (const line of card.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    expect(card).toMatch(/✓ 212 others: dist\/ 198 new · src\/ 9 changed · 2 removed/);
    await run.typesUntil(DOWN, /› ◆ \.github/);
    run.type("\r");
    await run.shows(/2 \+ runs: everything[\s\S]*Any key: back/);
    await run.typesUntil("x", /214 files changed/);
    await run.typesUntil("w", /› w land without these 2/);
    run.type("\r");
    expect(await run.ended).toBe(0);
    expect(run.raw()).toContain(
      'ANSWER {"choice":"without","paths":["/home/mira/ledger-api/.vscode',
    );
  });

  it("answers nothing by keys typed ahead, and drops only what a person drops", async () => {
    const run = runInPty(world, ["landing"], {
      program: CARD,
      env: { NO_COLOR: "1" },
      typedAhead: "l\rl\r",
    });
    await run.shows(/look first/);
    await run.typesUntil("\r", /Nothing is selected/);
    await run.typesUntil("d", /› d drop everything/);
    run.type("\r");
    expect(await run.ended).toBe(0);
    expect(run.raw()).toContain('ANSWER {"choice":"reject"}');
  });
});
