/** A process in the background that helps one that starts: it swaps directories for links while mounts are being made. */
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { openWorld, runPrepared, spawnPrepared } from "./fixture.ts";

const SECRET = "CANARY-c0de";

describe.skipIf(!hasSandbox)("processes that run at the same time (needs bubblewrap)", () => {
  // What a racing process does, in the one moment that counts: between the look and the mounts.
  it("do not lead the mounts of a new one out of the workspace", async () => {
    const world = await openWorld();
    mkdirSync(join(world.home, "private"));
    writeFileSync(join(world.home, "private", "key"), SECRET);
    const background = await world.prepare("sleep 30");
    world.file("x/y/.vscode/tasks.json", "{}");
    const command = await world.prepare(`cat ${world.home}/private/key; ls -A ${world.home}`);
    renameSync(join(world.workspace, "x/y/.vscode"), join(world.workspace, "moved"));
    symlinkSync("../../..", join(world.workspace, "x/y/.vscode"));
    const ran = await runPrepared(command);
    expect(ran.output).not.toContain(SECRET);
    expect(ran.output).not.toContain("private\n");
    await command.release();
    await background.release();
    await world.close();
  });

  it("cannot move what holds a closed file while another one starts", async () => {
    const world = await openWorld({
      rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    world.file("pkg/deep/.env", SECRET);
    const racer = await world.prepare(
      "while :; do mv pkg q; mv q pkg; mv pkg/deep pkg/r; mv pkg/r pkg/deep; done 2>/dev/null",
    );
    const child = spawnPrepared(racer, "ignore");
    try {
      for (let round = 0; round < 20; round += 1) {
        const ran = await world.run("find . -name .env -exec cat {} + 2>/dev/null; ls -d pkg/deep");
        expect(ran.output).toBe("pkg/deep\n");
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
