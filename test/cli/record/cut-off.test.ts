import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FILES, openRecordedWorld, type RecordedWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";

const fixture = join(
  import.meta.dirname,
  "../../../packages/cli/src/scenarios/cut-off-program.fixture.ts",
);

/** A process in the middle of a call. */
async function start(world: RecordedWorld): Promise<ChildProcess> {
  const program = [...testProgram(fixture), world.workspace, world.data];
  const child = spawn(process.execPath, program, {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...world.environment },
  });
  await once(child.stdout as NodeJS.ReadableStream, "data");
  return child;
}

describe("a session whose process was killed", () => {
  it("is open while the process runs, and unfinished when it is gone", async () => {
    const world = openRecordedWorld();
    const child = await start(world);
    const open = await world.run(["sessions", "--json"]);
    expect(JSON.parse(open.stdout)).toMatchObject({ sessions: [{ state: "open", unsettled: 1 }] });
    expect((await world.run(["sessions"])).stdout).not.toContain("never settled");
    const live = await world.run(["show", "ses_cut"]);
    expect(live.stdout).toMatch(/^3 .*⠹ stuck {2}forever .*running$/m);
    child.kill("SIGKILL");
    await once(child, "exit");

    const listed = await world.run(["sessions"]);
    expect(listed.stdout).toContain("? unfinished");
    expect(listed.stdout).toContain("One call was started and never settled.");
    const shown = await world.run(["show", "ses_cut"]);
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain("chain whole");
    expect(shown.stdout).toContain(
      "One call was started and never settled. It will not be run again by itself.",
    );
    const call = await world.run(["show", "ses_cut", "3"]);
    expect(call.stdout).toContain("? unknown");
    expect(call.stdout).toContain(
      "It was started and never settled. It will not be run again by itself.",
    );
    expect(call.stdout).toContain("it may have run wholly, partly or not at all");
  });

  it("can have its file changes taken back", async () => {
    const world = openRecordedWorld();
    const child = await start(world);
    child.kill("SIGKILL");
    await once(child, "exit");
    const undone = await world.run(["undo", "--yes"]);
    expect(undone.code).toBe(0);
    expect(existsSync(join(world.workspace, "a.txt"))).toBe(false);
    expect(readFileSync(join(world.workspace, "src/total.ts"), "utf8")).toBe(FILES["src/total.ts"]);
    expect(await world.run(["verify"])).toMatchObject({ code: 0 });
    const { stdout } = await world.run(["show", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      state: "closed",
      unsettled: 1,
      calls: [{}, {}, { state: "unknown" }, {}],
    });
  });
});
