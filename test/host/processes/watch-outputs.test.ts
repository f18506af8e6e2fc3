import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { openWorld, type World } from "./fixture.ts";

describe("the outputs of a background process", () => {
  const worlds: World[] = [];
  afterEach(async () => {
    await Promise.all(worlds.splice(0).map((world) => world.close()));
  });
  function open(maxBackgroundBytes: number): World {
    const world = openWorld({ sandbox: "none", graceMs: 200, maxBackgroundBytes });
    worlds.push(world);
    return world;
  }
  const start = (world: World, shell: string) =>
    world.processes.start(
      { command: { shell }, cwd: world.workspace, env: {}, writes: [join(world.workspace, "out")] },
      world.context(),
    );

  it("end it when they grow past their bound, and say so", async () => {
    const world = open(100_000);
    const { id } = await start(
      world,
      "mkdir out; while :; do head -c 50000 /dev/urandom >> out/x; sleep 0.1; done",
    );
    await expect
      .poll(() => world.processes.list("session_0001"))
      .toMatchObject([{ running: false }]);
    const result = await world.processes.stop(id);
    expect(result.output).toContain("grew by more than 100000 bytes");
  });

  it("may be as large as they were when it began", async () => {
    const world = open(100_000);
    writeFileSync(join(world.workspace, "out"), Buffer.alloc(500_000, 1));
    const { id } = await start(world, "sleep 2.2; echo done");
    await expect
      .poll(() => world.processes.list("session_0001"))
      .toMatchObject([{ running: false, exitCode: 0 }]);
    expect((await world.processes.stop(id)).output).toBe("done\n");
  });
});
