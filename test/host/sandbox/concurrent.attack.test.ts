/** A process in the background that helps one that starts: it swaps directories for links while mounts are being made. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasBubblewrap, openWorld, runPrepared, spawnPrepared } from "./fixture.ts";

const SECRET = "CANARY-c0de";

describe.skipIf(!hasBubblewrap)("processes that run at the same time (needs bubblewrap)", () => {
  it("do not lead the mounts of a new one out of the workspace", async () => {
    const world = await openWorld({
      rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    mkdirSync(join(world.home, "private"));
    writeFileSync(join(world.home, "private", "key"), SECRET);
    world.file("pkg/.env", SECRET);
    // Makes protected folders of its own and flips them to links that lead upwards.
    const racer = await world.prepare(
      "while :; do mkdir -p x/y/.vscode z; mv x/y/.vscode z/v; ln -s ../../.. x/y/.vscode; rm x/y/.vscode; rm -rf x z; mv pkg q 2>/dev/null; mv q pkg 2>/dev/null; done",
    );
    const child = spawnPrepared(racer, "ignore");
    try {
      for (let round = 0; round < 40; round += 1) {
        const command = await world.prepare(
          `find ${world.home} -name key -exec cat {} + 2>/dev/null; find . -name .env -exec cat {} + 2>/dev/null; true`,
        );
        const ran = await runPrepared(command);
        await command.release();
        expect(ran.output).not.toContain(SECRET);
      }
    } finally {
      child.kill("SIGKILL");
      await new Promise((resolve) => child.once("close", resolve));
      await racer.release();
      await world.close();
    }
  });

  it("let git work beside them", async () => {
    const world = await openWorld();
    world.file("a", "x");
    await world.run("git init -q .");
    const background = await world.prepare("sleep 30");
    const child = spawnPrepared(background, "ignore");
    const ran = await world.run(
      "git -c user.name=n -c user.email=e add a && git -c user.name=n -c user.email=e@x commit -qm one && git status --short",
    );
    child.kill("SIGKILL");
    await new Promise((resolve) => child.once("close", resolve));
    await background.release();
    expect(ran).toMatchObject({ code: 0, output: "" });
    await world.close();
  });
});
