/** Where no view can be held, what is required is checked after the write, and what stays red is taken back from the journal. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import type { ScriptedTurn } from "toolplane/agent";
import { describe, expect, it } from "vitest";
import { PRODUCT_LEVELS } from "../sandbox-levels.ts";
import { ALLOW, bash, FILES, openWorld } from "./red-world.ts";

const write = (path: string, content: string): ScriptedTurn => ({
  calls: [{ name: "write", arguments: { path, content } }],
});
const says: ScriptedTurn = { text: "It is fine." };

describe.each(PRODUCT_LEVELS.filter(({ level }) => level === "bound" || level === "none"))(
  "a project that requires its tests, at $level",
  ({ sandbox, userDataInside, needs, runs }) => {
    const open = () => openWorld({ sandbox, policy: ALLOW }, { userDataInside });

    it.skipIf(!runs)(
      `takes back what stays red, by tools and by commands (needs ${needs})`,
      async () => {
        const world = await open();
        const { ends } = await world.run([
          write("sum.js", "export const sum = () => 7;\n"),
          bash("echo new > new.txt"),
          ...[says, says, says, says],
        ]);
        expect(ends.map(({ end }) => end.state)).toEqual(["red", "red", "red", "undone"]);
        expect(world.read("sum.js")).toBe(FILES["sum.js"]);
        expect(existsSync(join(world.workspace, "new.txt"))).toBe(false);
      },
    );

    it.skipIf(!runs)(`runs a test that was changed as it was before (needs ${needs})`, async () => {
      const world = await open();
      const weaker = (FILES["sum.test.js"] as string).replace("sum([2, 3]), 5", "sum([2, 3]), 6");
      const { ends } = await world.run([
        bash("sed -i 's/, 0)/, 1)/' sum.js"),
        write("sum.test.js", weaker.replace("sum([]), 0", "sum([]), 1")),
        says,
      ]);
      expect(ends.map(({ end }) => end.state)).toEqual(["undone"]);
      expect([world.read("sum.js"), world.read("sum.test.js")]).toEqual([
        FILES["sum.js"],
        FILES["sum.test.js"],
      ]);
    });
  },
);

describe("a project that requires its tests, without a sandbox", () => {
  const open = (policy = ALLOW) => openWorld({ sandbox: "none", policy });

  it("tells the model what broke, and keeps the mended work", async () => {
    const world = await open();
    expect(world.tp.host.views).toBeUndefined();
    const { ends } = await world.run([
      bash("sed -i 's/, 0)/, 1)/' sum.js"),
      { text: "Done." },
      bash("sed -i 's/, 1)/, 0)/' sum.js; echo '// tidy' >> sum.js"),
      { text: "Mended." },
    ]);
    expect(ends.map(({ end, goesOn, view }) => [end.state, goesOn, view])).toEqual([
      ["red", true, null],
      ["passed", false, null],
    ]);
    const [red] = ends;
    expect(red?.end.state === "red" && red.end.text).toMatch(/2 broke[\s\S]*sums/);
    expect(world.read("sum.js")).toBe(`${FILES["sum.js"]}// tidy\n`);
  });

  it("lets what failed before go on failing", async () => {
    const world = await open();
    const { ends } = await world.run([bash("echo '// seen' >> max.js"), says]);
    expect(ends.map(({ end }) => end.state)).toEqual(["passed"]);
    expect(world.read("max.js")).toContain("// seen");
  });

  it("runs nothing where nothing was written", async () => {
    const world = await open();
    const { ends } = await world.run([
      { calls: [{ name: "read", arguments: { path: "sum.js" } }] },
      says,
    ]);
    expect(ends).toEqual([]);
  });

  it("names what could not be taken back", async () => {
    const world = await open();
    writeFileSync(
      join(world.workspace, "build.sh"),
      "mkdir -p node_modules && echo x > node_modules/dependency.js\n",
    );
    const { ends } = await world.run([
      bash("echo 'export const sum = () => 7;' > sum.js; sh ./build.sh"),
      ...[says, says, says, says],
    ]);
    const last = ends.at(-1)?.end;
    expect(last?.state).toBe("left");
    expect(last?.state === "left" && last.lines.join("\n")).toContain("dependency.js");
  });

  it("does not run a check that nobody allowed, and takes back what it was to check", async () => {
    const rules: readonly Rule[] = [{ permission: "fs.write", pattern: "**", action: "allow" }];
    const world = await open(rules);
    const { ends } = await world.run([write("sum.js", "export const sum = 7;\n"), says]);
    expect(ends.map(({ end }) => end.state)).toEqual(["undone"]);
    expect(world.read("sum.js")).toBe(FILES["sum.js"]);
  });
});
