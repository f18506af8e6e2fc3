import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FILES, openRecordedWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it } from "vitest";
import { runInPty } from "../approvals/pty.fixture.ts";

async function recorded() {
  const world = openRecordedWorld();
  const edit = { path: "src/total.ts", old_string: "1", new_string: "2" };
  await world.record([["edit", edit]], { answers: ["once"] });
  return { world, read: () => readFileSync(join(world.workspace, "src/total.ts"), "utf8") };
}

describe("undo at a terminal", () => {
  it("shows the diff, and takes back after a typed yes", async () => {
    const { world, read } = await recorded();
    const run = runInPty(world, ["undo"]);
    const asked = await run.shows(/\[y\/N\]/);
    expect(asked).toContain("- export const total = 2;");
    expect(asked).toContain("Take back 1 change of 1 file? [y/N]");
    expect(read()).not.toBe(FILES["src/total.ts"]);
    run.type("y\r");
    expect(await run.ended).toBe(0);
    expect(read()).toBe(FILES["src/total.ts"]);
  });

  it.each([
    ["Enter alone", "\r", 3],
    ["no", "n\r", 3],
    ["Ctrl-C", "\u0003", 130],
    ["the end of input", "\u0004", 3],
  ])("changes nothing after %s", async (_, keys, code) => {
    const { world, read } = await recorded();
    const run = runInPty(world, ["undo"]);
    await run.shows(/\[y\/N\]/);
    run.type(keys);
    expect(await run.ended).toBe(code);
    expect(read()).toBe("export const total = 2;\n");
    expect((await world.run(["verify"])).code).toBe(0);
  });
});
