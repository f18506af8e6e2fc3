import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { type InstallWorld, openInstallWorld, shown, type WorldOptions } from "./install-world.ts";
import { type NpmRegistry, startNpmRegistry } from "./npm-registry.ts";

const HOST = "npm.test";
const manifest = JSON.stringify(
  { name: "app", version: "1.0.0", dependencies: { alpha: "^1.0.0" } },
  null,
  2,
);

async function startRegistry(swap?: (path: string) => Buffer | null): Promise<NpmRegistry> {
  const registry = await startNpmRegistry(swap);
  await registry.publish({ name: "beta", version: "1.0.0" });
  await registry.publish({ name: "alpha", version: "1.0.0", dependencies: { beta: "^1.0.0" } });
  await registry.publish({ name: "gamma", version: "1.0.0", dependencies: { delta: "^1.0.0" } });
  await registry.publish({ name: "delta", version: "1.0.0" });
  registry.hits.length = 0;
  return registry;
}

/** A project whose lock file was made without toolplane. */
async function openLocked(
  registry: NpmRegistry,
  options: Partial<WorldOptions> = {},
): Promise<InstallWorld> {
  const given = {
    files: { "package.json": manifest },
    home: { ".npmrc": `registry=http://${HOST}/\n` },
    hosts: { [HOST]: registry.port },
  };
  const maker = await openInstallWorld(given);
  const made = await maker.direct("npm install --package-lock-only");
  const lock = readFileSync(join(made, "package-lock.json"), "utf8");
  registry.hits.length = 0;
  return openInstallWorld({
    ...given,
    ...options,
    files: { "package.json": manifest, "package-lock.json": lock, ...options.files },
  });
}

describe.skipIf(!hasSandbox)("npm in a session (needs bubblewrap)", () => {
  it("what the lock names is installed without a question, and the lock stays as a direct install leaves it", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, { answers: [] });
    const result = await world.run("npm ci && node -p 'require(\"alpha\")'");
    expect(shown(result)).toContain("alpha 1.0.0");
    expect(world.questions()).toEqual([]);
    const direct = await world.direct("rm -rf node_modules && npm install");
    await world.run("npm install");
    const lock = (folder: string) => readFileSync(join(folder, "package-lock.json"), "utf8");
    expect(lock(world.workspace)).toBe(lock(direct));
  });

  it("a package that no lock names is refused where nobody can be asked, and its name reaches no registry", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry);
    const result = await world.run("npm install gamma");
    expect(result.type === "error" || shown(result).includes("403"), shown(result)).toBe(true);
    expect(registry.hits.filter((line) => line.includes("gamma"))).toEqual([]);
  });

  it("one card for a package and what it depends on", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, { answers: ["once"] });
    const result = await world.run("npm install gamma && node -p 'require(\"gamma\")'");
    expect(shown(result)).toContain("gamma 1.0.0");
    expect(world.questions()).toHaveLength(1);
    expect(JSON.stringify(world.questions())).toContain("gamma");
  });
});
