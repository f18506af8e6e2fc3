/** Work that breaks what passed does not reach the project: the project's own check runs on the view, and only green lands. */
import { join } from "node:path";
import type { FunctionCheck } from "toolplane";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { ALLOW, bash, FILES, NPM_TESTS, openWorld } from "./red-world.ts";

const says = { text: "It is fine." };

describe.skipIf(!hasSandbox)("a project that requires its tests (needs a sandbox)", () => {
  it("keeps a fault out, tells the model which tests broke, and takes the mended work", async () => {
    const world = await openWorld({ require: NPM_TESTS });
    const { ends } = await world.run([
      bash("sed -i 's/, 0)/, 1)/' sum.js"),
      { text: "Done." },
      bash("sed -i 's/, 1)/, 0)/' sum.js; echo '// tidy' >> sum.js"),
      { text: "Mended." },
    ]);
    expect(ends.map(({ end, goesOn }) => [end.state, goesOn])).toEqual([
      ["red", true],
      ["landed", false],
    ]);
    const [red] = ends;
    expect(red?.end.state === "red" && red.end.text).toMatch(/2 broke[\s\S]*sums/);
    expect(world.read("sum.js")).toBe(`${FILES["sum.js"]}// tidy\n`);
  });

  it("does not run a check that a rule about commands denies, so nothing lands", async () => {
    const world = await openWorld({
      require: NPM_TESTS,
      policy: [{ permission: "bash", pattern: "npm test", action: "deny" }],
    });
    const { ends } = await world.run([bash("echo '// seen' >> max.js"), { text: "Done." }]);
    expect(ends.map(({ end }) => end.state)).toEqual(["kept"]);
    expect(world.read("max.js")).toBe(FILES["max.js"]);
  });

  it("lets what failed before go on failing", async () => {
    const world = await openWorld();
    const { ends } = await world.run([bash("echo '// seen' >> max.js"), { text: "Done." }]);
    expect(ends.map(({ end }) => end.state)).toEqual(["landed"]);
  });

  it("leaves what stays red in a view that a person can look at", async () => {
    const world = await openWorld();
    const { ends } = await world.run([
      bash("echo 'export const sum = () => 7;' > sum.js"),
      ...[says, says, says, says],
    ]);
    expect(ends.at(-1)?.end.state).toBe("red");
    expect(world.read("sum.js")).toBe(FILES["sum.js"]);
    const [left] = (await world.tp.host.views?.list()) ?? [];
    const set = await world.tp.host.views?.show(left?.id ?? "");
    expect(set?.changes.map(({ path }) => path)).toEqual([join(world.workspace, "sum.js")]);
  });

  it("takes a test that grew, though a check beside the tests has an exit code alone", async () => {
    const world = await openWorld({
      require: [
        { name: "syntax", run: "node --check max.js" },
        { name: "tests", run: "node --test" },
      ],
    });
    const grown = `test("sums one", () => assert.equal(sum([2]), 2));`;
    const { ends } = await world.run([
      bash(`echo '${grown}' >> sum.test.js; echo '// seen' >> sum.js`),
      says,
    ]);
    expect(ends.map(({ end }) => [end.state, "lines" in end && end.lines[0]])).toEqual([
      ["landed", expect.stringContaining("syntax  passes")],
    ]);
    expect(world.read("sum.test.js")).toContain(grown);
  });

  it("calls a run over only when what it changed has landed", async () => {
    const statuses: (string | undefined)[] = [];
    const status = async () => (await world.tp.runs.list())[0]?.status;
    const looks: FunctionCheck = {
      name: "looks",
      check: async () => statuses.push(await status()) > 0,
    };
    const world = await openWorld({ require: [looks] });
    const { ends } = await world.run([bash("echo '// seen' >> sum.js"), says]);
    expect(ends.map(({ end }) => end.state)).toEqual(["landed"]);
    expect([...statuses, await status()]).toEqual(["working", "done"]);
  });

  it.each(["auto", "none"] as const)(
    "runs no check again while the model calls nothing, with sandbox %s",
    async (sandbox) => {
      let asked = 0;
      const refuses: FunctionCheck = {
        name: "never",
        check: async () => {
          asked += 1;
          return "It is not finished.";
        },
      };
      const world = await openWorld({
        require: [refuses],
        sandbox,
        policy: ALLOW,
      });
      const { ends } = await world.run([
        bash("echo '// one' >> sum.js"),
        ...[says, says],
        bash("true"),
        ...[says, says],
      ]);
      expect(ends.map(({ end }) => end.state).slice(0, 3)).toEqual(["red", "red", "red"]);
      expect(asked).toBe(2);
    },
  );
});
