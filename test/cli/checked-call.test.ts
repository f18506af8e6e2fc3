/** One call through the command line, where the project requires checks. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, linesWiderThan, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const worlds: CliWorld[] = [];

afterEach(() => {
  for (const world of worlds.splice(0)) world.remove();
});

describe.skipIf(!hasSandbox)("toolplane call where checks are required (needs a sandbox)", () => {
  const openChecked = () => {
    const world = openCliWorld({
      "a.txt": "one\ntwo\n",
      "verify.sh": "grep -q BROKEN a.txt && { echo a.txt is broken; exit 1; }; exit 0\n",
      "../config/policy.jsonc": JSON.stringify({
        land: { require: [{ name: "whole", run: "sh verify.sh" }] },
      }),
    });
    worlds.push(world);
    return world;
  };
  const bash = (world: CliWorld, command: string, ...words: string[]) =>
    world.run(["call", "bash", command, ...words]);

  it("lands what passes, shows it, and names an undo that works", async () => {
    const world = openChecked();
    const { code, stderr } = await bash(world, "sed -i s/one/ONE/ a.txt");
    expect(code).toBe(0);
    expect(stderr).toContain("a.txt  +1 −1");
    expect(stderr).toMatch(/whole {2}passes/);
    const [, undo = ""] = /Undo: toolplane (undo \S+)/.exec(stderr) ?? [];
    expect((await world.run([...undo.split(" "), "--yes"])).code).toBe(0);
    expect(readFileSync(join(world.workspace, "a.txt"), "utf8")).toBe("one\ntwo\n");
  });

  it("fails where a check does, with its words and with where the change waits", async () => {
    const world = openChecked();
    const { code, stdout, stderr } = await bash(world, "sed -i s/two/BROKEN/ a.txt; echo done");
    expect([code, stdout]).toEqual([1, "done\n"]);
    expect(stderr).toContain("nothing landed: a required check does not pass");
    expect(stderr).toContain("a.txt is broken");
    const listed = await world.run(["views"]);
    expect(listed.stdout).toContain("left, red");
    const [, view = ""] = /toolplane views show (\w+)/.exec(stderr) ?? [];
    expect(linesWiderThan(80, stderr)).toEqual([]);
    const shown = (await world.run(["views", "show", view])).stdout;
    expect(shown).toMatch(/required check does not pass[\s\S]*a\.txt is broken/);
    expect(readFileSync(join(world.workspace, "a.txt"), "utf8")).toBe("one\ntwo\n");
    expect((await world.run(["views", "land", view, "--yes"])).code).toBe(0);
    expect(readFileSync(join(world.workspace, "a.txt"), "utf8")).toBe("one\nBROKEN\n");
  });

  it("lands unchecked what a project asks for that nobody trusted, and says so each time", async () => {
    const world = openCliWorld({
      "a.txt": "one\n",
      ".toolplane/policy.jsonc": JSON.stringify({
        land: { require: [{ name: "whole", run: "false" }] },
      }),
    });
    worlds.push(world);
    const first = await bash(world, "sed -i s/one/two/ a.txt");
    const second = await bash(world, "sed -i s/two/three/ a.txt");
    expect([first.code, second.code]).toEqual([0, 0]);
    for (const { stderr } of [first, second])
      expect(stderr.replace(/\s+/g, " ")).toContain(
        "1 file landed, unchecked: whole is not trusted",
      );
    expect(readFileSync(join(world.workspace, "a.txt"), "utf8")).toBe("three\n");
  });

  it("knows the tests by name for a tool that takes no command too", async () => {
    const world = openCliWorld({
      "sum.mjs": "export const sum = (a, b) => a + b;\n",
      "sum.test.mjs": `import assert from "node:assert";
import { test } from "node:test";
import { sum } from "./sum.mjs";
test("sums", () => assert.equal(sum(2, 3), 5));
test("fails before and after", () => assert.fail());
`,
      "../config/policy.jsonc": JSON.stringify({
        land: { require: [{ name: "tests", run: "node --test" }] },
      }),
    });
    worlds.push(world);
    const content = "export const sum = () => 7;\n";
    const { code, stderr } = await world.run(["call", "write", "sum.mjs", content]);
    expect(code, stderr).toBe(1);
    expect(stderr).toMatch(/1 broke[\s\S]*sums/);
    expect(readFileSync(join(world.workspace, "sum.mjs"), "utf8")).toContain("a + b");
  });

  it("tells the same as data", async () => {
    const world = openChecked();
    const { stdout } = await bash(world, "sed -i s/two/BROKEN/ a.txt", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ details: { view: { end: { state: "red" } } } });
  });
});
