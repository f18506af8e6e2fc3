/** Work that breaks what passed does not reach the project: the project's own check runs on the view, and only green lands. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createToolplane, type Toolplane } from "toolplane";
import { type AgentEvent, type ScriptedTurn, scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const FILES: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "sum", "type": "module", "scripts": { "test": "node --test" } }\n',
  "sum.js": "export const sum = (list) => list.reduce((all, one) => all + one, 0);\n",
  "max.js": "export const max = (list) => Math.min(...list);\n",
  "sum.test.js": `import assert from "node:assert";
import { test } from "node:test";
import { max } from "./max.js";
import { sum } from "./sum.js";
test("sums", () => assert.equal(sum([2, 3]), 5));
test("sums nothing", () => assert.equal(sum([]), 0));
test("finds the largest", () => assert.equal(max([2, 3]), 3));
`,
};

interface World {
  readonly workspace: string;
  readonly tp: Toolplane;
  run(
    turns: readonly ScriptedTurn[],
  ): Promise<{ ends: Extract<AgentEvent, { type: "view-end" }>[] }>;
  read(path: string): string;
}

async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "red-"));
  const workspace = join(folder, "project");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  mkdirSync(join(folder, "home"));
  const tp = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    environment: { PATH: process.env.PATH, HOME: join(folder, "home") },
    require: [{ name: "tests", run: "npm test" }],
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    workspace,
    tp,
    read: (path) => readFileSync(join(workspace, path), "utf8"),
    async run(turns) {
      const agent = await tp.agent({ model: scriptedModel(turns) });
      const ends: Extract<AgentEvent, { type: "view-end" }>[] = [];
      agent.on((event) => {
        if (event.type === "view-end") ends.push(event);
      });
      await agent.run("Work.");
      await agent.close();
      return { ends };
    },
  };
}

const bash = (command: string): ScriptedTurn => ({
  calls: [{ name: "bash", arguments: { command } }],
});

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
