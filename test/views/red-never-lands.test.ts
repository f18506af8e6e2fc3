/** Work that breaks what passed does not reach the project: the project's own check runs on the view, and only green lands. */
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { bash, FILES, openWorld } from "./red-world.ts";

describe.skipIf(!hasSandbox)("a project that requires its tests (needs a sandbox)", () => {
  it("keeps a fault out, tells the model which tests broke, and takes the mended work", async () => {
    const world = await openWorld();
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
      { text: "It is fine." },
      { text: "It is fine." },
      { text: "It is fine." },
      { text: "It is fine." },
    ]);
    expect(ends.at(-1)?.end.state).toBe("red");
    expect(world.read("sum.js")).toBe(FILES["sum.js"]);
    const [left] = (await world.tp.host.views?.list()) ?? [];
    const set = await world.tp.host.views?.show(left?.id ?? "");
    expect(set?.changes.map(({ path }) => path)).toEqual([join(world.workspace, "sum.js")]);
  });
});
