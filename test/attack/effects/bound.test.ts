/**
 * The same attacks where no view is possible: what a command changes there is real at once, so nothing runs unasked but what only
 * reads. With nobody there to ask, nothing changes. SECURITY.md, for a command that a rule lets run there: "what is new and runs by
 * itself is taken back when the command ends".
 */
import { readdirSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { SAMPLED_MS, sampleOf } from "../../sample.ts";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { changedUnder, readTree } from "../harness/file-tree.ts";
import { EFFECT_ROWS } from "./effect-rows.ts";
import { OWN_DATA_INSIDE, openEffectWorld } from "./open-effect-world.ts";
import { BY_SHAPE } from "./rows/by-shape.ts";
import { MASKS_AND_LINKS } from "./rows/masks-and-links.ts";
import { runEffectRow } from "./run-effect-row.ts";

const ALLOWED = { permission: "*", pattern: "**", action: "allow" } as const;

/** Of every test run a few. */
const TAKEN = 8;

describe.skipIf(!hasSandbox)("commands where there is no view (needs bubblewrap)", () => {
  it("change nothing unasked, and still read", { timeout: SAMPLED_MS }, async () => {
    const world = await openEffectWorld(OWN_DATA_INSIDE);
    onTestFinished(() => world.close());
    expect(world.toolplane.host.sandbox.level).toBe("bound");
    const rows = EFFECT_ROWS.filter((row) => row.calls.some((call) => typeof call === "string"));
    for (const row of sampleOf(rows, TAKEN)) {
      world.reset();
      for (const [path, text] of Object.entries(row.files ?? {})) world.write(path, text);
      row.prepare?.(world);
      world.write("build.sh", row.calls.find((call) => typeof call === "string") ?? "");
      const before = readTree(world.workspace, world.outside, world.home);
      const ran = await world
        .session(row.rules ?? [])
        .call({ id: `bound-${row.name}`, name: "bash", arguments: { command: "sh build.sh" } });
      const after = readTree(world.workspace, world.outside, world.home);
      const changed = [world.workspace, world.outside, world.home]
        .flatMap((folder) => changedUnder(folder, before, after))
        .filter(
          (path) => path !== world.workspace && !path.includes(`/${OWN_DATA_INSIDE.ownData}`),
        );
      expect({ row: row.name, code: ran.type === "error" ? ran.code : ran.type, changed }).toEqual({
        row: row.name,
        code: "permission_denied",
        changed: [],
      });
    }
    const read = await world
      .session([])
      .call({ id: "reads", name: "bash", arguments: { command: "cat README.md" } });
    expect(read).toMatchObject({ type: "output", data: "hello\n" });
  });
});

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a project without a view (needs ${needs})`, () => {
    it("has nothing of ours in it once a command's result is there", async () => {
      const world = await openEffectWorld({ sandbox, ...OWN_DATA_INSIDE });
      onTestFinished(() => world.close());
      const names = () => [...readdirSync(world.workspace), ...readdirSync(world.at(".git"))];
      const before = names();
      const ran = await world.session([ALLOWED]).call({
        id: "leaves-nothing",
        name: "bash",
        arguments: { command: "ls -d .husky; echo x > made.txt" },
      });
      expect(ran).toMatchObject({
        data: expect.stringContaining(".husky"),
        details: { report: { changed: [world.at("made.txt")] } },
      });
      expect(names().toSorted()).toEqual([...before, "made.txt"].toSorted());
    });
  });

/** The folder as a whole is closed there. */
const SHAPED = BY_SHAPE.filter(({ name }) => !name.includes("extensions.json"));

/** SECURITY.md states the rest: what comes during a run, hard links to outside, and where there is no filter on system calls. */
const STATED = /hard link to outside|setuid|setgid|fifo|writes over|deleted/;
const DENIED = MASKS_AND_LINKS.filter(
  ({ name, meanwhile }) => meanwhile === undefined && !STATED.test(name),
);

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(
    `commands that a rule lets run where there is no view (needs ${needs})`,
    () => {
      it.each([
        ["leave nothing new that runs by itself, and keep all else", SHAPED],
        ["are shown nothing that rules deny, by any way", DENIED],
      ])("%s", { timeout: SAMPLED_MS }, async (_what, rows) => {
        const world = await openEffectWorld({ sandbox, ...OWN_DATA_INSIDE });
        onTestFinished(() => world.close());
        expect(world.toolplane.host.sandbox.level).toBe("bound");
        const faults: string[] = [];
        for (const row of sampleOf(rows, TAKEN)) {
          const rules = [ALLOWED, ...(row.rules ?? [])];
          for (const fault of await runEffectRow(world, { ...row, rules }))
            faults.push(`${row.name}: ${fault}`);
        }
        expect(faults).toEqual([]);
      });
    },
  );
