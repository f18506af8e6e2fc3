/** Hosts on one data folder that cannot see each other's processes, as in two containers: neither takes the other for dead. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createHost } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { afterEach, describe, expect, it, vi } from "vitest";
import { testProgram } from "../../../scripts/build/test-program.ts";
import { openWorld, type World } from "./landing-world.ts";

const APART = [
  ...(process.getuid?.() === 0 ? [] : ["-Ur"]),
  ...["--pid", "--fork", "--mount-proc", "--kill-child=SIGKILL"],
];
const canPart =
  process.platform === "linux" && spawnSync("unshare", [...APART, "true"]).status === 0;
const script = new URL("./namespace-child.ts", import.meta.url).pathname;

const DEATH = { timeout: 60_000, interval: 50 };

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A host in a namespace of its own; its process, and its scratch folder. */
async function startApart({ workspace, userData }: World) {
  const program = [process.execPath, ...testProgram(script), workspace, userData];
  const child = spawn("unshare", [...APART, ...program], { stdio: ["pipe", "pipe", "inherit"] });
  const over = once(child, "exit");
  closers.push(() => end(child, over));
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { scratch: said.toString("utf8").trim(), end: () => end(child, over) };
}

async function end(child: ChildProcess, over: Promise<unknown>): Promise<void> {
  child.kill("SIGKILL");
  await over;
}

async function openHere({ workspace, userData }: World) {
  const host = await createHost({
    workspace,
    userData,
    readConfinement: compileConfinement,
    sandbox: "none",
  });
  closers.push(() => host.close());
  return host.variables().scratch?.[0] ?? "";
}

describe.skipIf(!canPart)("hosts in different namespaces (need unshare)", () => {
  it("leave what belongs to the other, and clean up after it once it is dead", async () => {
    const world = openWorld();
    closers.push(() => world.close());
    const calls = () => readdirSync(join(world.userData, "landing/calls")).length;
    const here = await openHere(world);
    const there = await startApart(world);
    expect(existsSync(here)).toBe(true);
    await openHere(world);
    await world.again().recover();
    expect([existsSync(there.scratch), calls()]).toEqual([true, 1]);
    await there.end();
    // Only `unshare` is known to be gone: the system ends what it started a moment later, and lets go of its mark then.
    await vi.waitFor(async () => {
      await openHere(world);
      await world.again().recover();
      expect([existsSync(there.scratch), calls()]).toEqual([false, 0]);
    }, DEATH);
    expect(existsSync(here)).toBe(true);
  });
});
