/** A check with `when` is not passed by, whatever the paths of a change are called in its set. */
import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { bash, openWorld } from "./red-world.ts";

const TURNS = (command: string) => [
  bash(command),
  ...Array.from({ length: 4 }, () => ({ text: "Done." })),
];
const SPOIL = "sed -i 's/, 0)/, 1)/'";

/** The source lies in `src`, or in `core` with a link to it; the tests are at the top. */
async function openWith(when: string, isLinked = false) {
  const world = await openWorld({
    require: [{ name: "tests", run: "node --test", when: [when] }],
  });
  const folder = join(world.workspace, isLinked ? "core" : "src");
  mkdirSync(folder);
  for (const name of ["sum.js", "max.js"])
    renameSync(join(world.workspace, name), join(folder, name));
  if (isLinked) symlinkSync("core", join(world.workspace, "src"));
  const test = join(world.workspace, "sum.test.js");
  writeFileSync(test, readFileSync(test, "utf8").replaceAll('"./', '"./src/'));
  return world;
}

describe.skipIf(!hasSandbox)("a check with a condition (needs a sandbox)", () => {
  it.each([
    [
      "a folder that gave way to a link",
      "src/**",
      `mv src lib && ${SPOIL} lib/sum.js && ln -s lib src`,
      false,
    ],
    ["a folder that is named plainly", "src", `${SPOIL} src/sum.js`, false],
    ["what a link of the project leads to", "src/**", `${SPOIL} core/sum.js`, true],
  ])("is needed for %s", async (_, when, command, isLinked) => {
    const world = await openWith(when, isLinked);
    const { ends } = await world.run(TURNS(command));
    expect(ends.map(({ end }) => end.state)).not.toContain("landed");
    expect(world.read("src/sum.js")).toContain(", 0)");
  });

  it("says that it was not run", async () => {
    const world = await openWith("src/**");
    const { ends } = await world.run(TURNS("echo words > README.md"));
    expect(ends.map(({ end }) => ("lines" in end ? [end.state, ...end.lines] : []))).toEqual([
      ["landed", "tests  not run: nothing in src/** changed"],
    ]);
  });
});
