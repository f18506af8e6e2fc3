/** A host that is killed in the middle of a command: nothing real has changed, nothing is mounted, nothing runs on. */
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { hasSandbox } from "../../has-sandbox.ts";
import { WAITING_MS } from "../../setup/hanging.ts";

const script = new URL("./killed-run.ts", import.meta.url).pathname;

describe.skipIf(!hasSandbox)("a killed host (needs bubblewrap)", () => {
  it("leaves the workspace as it was, no mount and no process", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-killed-")));
    const mark = `1234.${process.pid}`;
    const host = spawn(process.execPath, [...testProgram(script), base, mark], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const workspace = await new Promise<string>((resolve) =>
      host.stdout.once("data", (data: Buffer) => resolve(data.toString("utf8").trim())),
    );
    // The shell speaks before it starts the program that sleeps.
    await expect.poll(() => sleepers(mark)).toBeGreaterThan(0);
    host.kill("SIGKILL");
    await new Promise((resolve) => host.once("exit", resolve));
    while (sleepers(mark) > 0) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(readdirSync(workspace)).toEqual(["a.txt"]);
    expect(readFileSync(join(workspace, "a.txt"), "utf8")).toBe("one\n");
    await expect.poll(() => holdersOf(base), { timeout: 60_000 }).toEqual([]);
    spawnSync("chmod", ["-R", "u+rwx", base]);
    rmSync(base, { recursive: true, force: true });
  });
});

describe.skipIf(!hasSandbox)("a host that nobody closes (needs bubblewrap)", () => {
  it("ends by itself although a view waits, and so does who has it mounted", async () => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-unclosed-")));
    const argv = [...testProgram(new URL("./unclosed-run.ts", import.meta.url).pathname), base];
    const ran = spawnSync(process.execPath, argv, { encoding: "utf8", timeout: WAITING_MS });
    expect([ran.status, ran.stdout]).toEqual([0, "true\n"]);
    await expect.poll(() => holdersOf(base), { timeout: 60_000 }).toEqual([]);
    spawnSync("chmod", ["-R", "u+rwx", base]);
    rmSync(base, { recursive: true, force: true });
  });
});

/** Processes that have something mounted there. */
function holdersOf(base: string): readonly string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      return readFileSync(`/proc/${name}/mountinfo`, "utf8").includes(base);
    } catch {
      return false;
    }
  });
}

function sleepers(mark: string): number {
  return readdirSync("/proc").filter((name) => {
    try {
      return readFileSync(`/proc/${name}/cmdline`, "latin1").startsWith(`sleep\0${mark}\0`);
    } catch {
      return false;
    }
  }).length;
}
