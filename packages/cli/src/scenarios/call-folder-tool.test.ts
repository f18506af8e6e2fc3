import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openCliWorld } from "./cli-world.fixture.ts";

const GOOD = `import { defineTool } from "@toolplane/contract";
export const tool = defineTool({ id: "good", description: "Answers.", parameters: { type: "object" }, requires: { fs: { read: ["docs/**"] } }, gated: false, execute: () => 42 });`;

it("a call of one folder's tool makes no other ready, and a call of none makes none", async () => {
  const world = openCliWorld({ "notes.txt": "one" });
  onTestFinished(() => world.remove());
  const folder = join(world.root, "home/.toolplane/tools");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "good.ts"), GOOD);
  // Opening it reports that it cannot be loaded.
  writeFileSync(join(folder, "broken.ts"), "export const = 1;");
  const env = { TOOLPLANE_SANDBOX: "none" };
  const called = await world.run(["call", "good", "--mode", "yolo"], { env });
  expect([called.code, called.stdout]).toEqual([0, "42\n"]);
  expect(called.stderr).not.toContain("broken");
  const read = await world.run(["call", "read", "notes.txt"], { env });
  expect([read.code, read.stdout]).toEqual([0, expect.stringContaining("one")]);
  expect(read.stderr).not.toContain("left out");
});
