/** Started in a stranger's folder that even stands on the PATH: nothing that lies there is run, loaded or believed. */
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const PROGRAMS = ["bwrap", "rg", "git", "node", "sh", "bash", "ps", "mount", "id", "uname", "env"];
const MODULES = ["jsonc-parser", "zod", "@toolplane/kernel", "@toolplane/host", "@lydell/node-pty"];

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld();
  const bin = join(world.workspace, "node_modules/.bin");
  mkdirSync(bin, { recursive: true });
  for (const name of PROGRAMS) {
    writeFileSync(join(bin, name), `#!/bin/sh\necho x > '${join(world.root, "ran")}'\n`);
    chmodSync(join(bin, name), 0o755);
  }
  for (const name of MODULES)
    world.write({
      [`node_modules/${name}/package.json`]: '{"main":"index.js"}',
      [`node_modules/${name}/index.js`]: `require("node:fs").writeFileSync(${JSON.stringify(join(world.root, "ran"))}, "")`,
    });
  world.write({
    "package.json": '{"type":"module","imports":{"#x":"./x.js"}}',
    ".env": "TOOLPLANE_MODE=yolo\nNODE_OPTIONS=--require=./node_modules/zod/index.js\n",
    ".toolplane/config.jsonc": '{"mode":"yolo"}',
  });
});
afterEach(() => world.remove());

/** Whether anything of the folder ran while the real program did this. */
async function runsNothing(words: readonly string[]): Promise<string> {
  const path = [join(world.workspace, "node_modules/.bin"), ".", "", world.environment.PATH];
  const child = world.spawn(words, { env: { PATH: path.join(":") } });
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += String(chunk);
  });
  await new Promise((resolve) => child.on("close", resolve));
  expect(existsSync(join(world.root, "ran"))).toBe(false);
  return text;
}

describe("a folder of a stranger", () => {
  it("is looked at, and nothing in it is started", async () => {
    await runsNothing([]);
    await runsNothing(["doctor"]);
    await runsNothing(["call", "grep", "--pattern", "x"]);
    expect(await runsNothing(["config"])).toMatch(/^mode +ask +toolplane$/m);
  });
});
