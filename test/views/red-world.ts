/** A project with a test that fails and two that pass, and runs in it with scripted models. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { createToolplane, type Toolplane, type ToolplaneOptions } from "toolplane";
import { type AgentEvent, type ScriptedTurn, scriptedModel } from "toolplane/agent";
import { onTestFinished } from "vitest";

export const FILES: Readonly<Record<string, string>> = {
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

/** Without npm between, which starts as long as the tests run. */
const TESTS = [{ name: "tests", run: "node --test" }];
export const NPM_TESTS: NonNullable<ToolplaneOptions["require"]> = [
  { name: "tests", run: "npm test" },
];

export interface World {
  readonly workspace: string;
  readonly tp: Toolplane;
  run(
    turns: readonly ScriptedTurn[],
  ): Promise<{ ends: Extract<AgentEvent, { type: "view-end" }>[] }>;
  read(path: string): string;
}

export async function openWorld(
  options: Partial<ToolplaneOptions> = {},
  { userDataInside = false }: { readonly userDataInside?: boolean } = {},
): Promise<World> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "red-"));
  const workspace = join(folder, "project");
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(workspace, path)), { recursive: true });
    writeFileSync(join(workspace, path), text);
  }
  mkdirSync(join(folder, "home"));
  const tp = await createToolplane({
    workspace,
    userData: join(userDataInside ? workspace : folder, "data"),
    environment: { PATH: process.env.PATH, HOME: join(folder, "home") },
    require: TESTS,
    ...options,
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

/** Nobody is here to be asked. */
export const ALLOW: readonly Rule[] = [{ permission: "*", pattern: "*", action: "allow" }];

export const bash = (command: string): ScriptedTurn => ({
  calls: [{ name: "bash", arguments: { command } }],
});
