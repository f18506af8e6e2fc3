/** Processes under a server end when a rule file or trust is taken back, without another call. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { WAITING_MS } from "../setup/hanging.ts";
import { processesOf } from "./processes-of.ts";

const LOOP = "import time\nwhile True:\n    open('a.txt').read()\n    time.sleep(0.05)\n";
const WAIT = { timeout: WAITING_MS, interval: 100 };
const rules = (...list: readonly object[]): string => JSON.stringify({ rules: list });

function openWorld(files: Readonly<Record<string, string>>): CliWorld {
  const world = openCliWorld({ "a.txt": "alpha\n", "loop.py": LOOP, ...files });
  onTestFinished(() => world.remove());
  return world;
}

/** A server with one client, and a process in the background of it. */
async function serveLoop(world: CliWorld) {
  const child = world.spawn(["mcp", "--tools", "background"], {
    env: { TOOLPLANE_CONTAINED: "off" },
  });
  onTestFinished(() => void child.kill());
  let said = "";
  child.stdout?.on("data", (text) => {
    said += String(text);
  });
  const send = (id: number, method: string, params: object): void =>
    void child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
  const ask = async (id: number, args: object): Promise<string> => {
    send(id, "tools/call", { name: "background", arguments: args });
    const whole = () =>
      said
        .split("\n")
        .slice(0, -1)
        .find((line) => line.includes(`"id":${id}`));
    await expect.poll(whole, WAIT).toBeDefined();
    return whole() ?? "";
  };
  const clientInfo = { name: "raw", version: "1" };
  send(1, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
  expect(await ask(2, { action: "start", command: "python3 loop.py" })).toContain("Started");
  const loops = () => processesOf(world.root).filter((line) => line.includes("loop.py"));
  await expect.poll(() => loops().length, WAIT).toBeGreaterThan(0);
  return { list: () => ask(3, { action: "list" }), loops };
}

describe("a process in the background of a server", () => {
  it("ends when a rule file of the person closes what it reads, and the file's line is told", async () => {
    const allow = { permission: "*", pattern: "**", action: "allow" };
    const world = openWorld({ "../config/policy.jsonc": rules(allow) });
    const { list, loops } = await serveLoop(world);
    const deny = { permission: "fs.read", pattern: "**/a.txt", action: "deny" };
    writeFileSync(join(world.root, "config/policy.jsonc"), rules(allow, deny));
    await expect.poll(loops, WAIT).toEqual([]);
    expect(await list()).toMatch(/fs\.read \*\*\/a\.txt deny .*policy\.jsonc/);
  });

  it("ends when trust in the project is revoked whose rule let it run", async () => {
    const allow = { permission: "*", pattern: "**", action: "allow" };
    const world = openWorld({});
    mkdirSync(join(world.workspace, ".toolplane"));
    writeFileSync(join(world.workspace, ".toolplane/policy.jsonc"), rules(allow));
    expect((await world.run(["trust", "--yes"])).code).toBe(0);
    const { list, loops } = await serveLoop(world);
    expect((await world.run(["trust", "--revoke"])).code).toBe(0);
    await expect.poll(loops, WAIT).toEqual([]);
    expect(await list()).toContain("No rule is about");
  });
});
