/** A project with a lock file of npm's that was made without toolplane, and its registry. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type InstallWorld, openInstallWorld, type WorldOptions } from "./install-world.ts";
import { type NpmRegistry, startNpmRegistry } from "./npm-registry.ts";

const HOST = "npm.test";
const manifest = JSON.stringify(
  { name: "app", version: "1.0.0", dependencies: { alpha: "^1.0.0" } },
  null,
  2,
);

export async function startRegistry(swap?: (path: string) => Buffer | null): Promise<NpmRegistry> {
  const registry = await startNpmRegistry(swap);
  await registry.publish({ name: "beta", version: "1.0.0" });
  await registry.publish({ name: "alpha", version: "1.0.0", dependencies: { beta: "^1.0.0" } });
  await registry.publish({ name: "gamma", version: "1.0.0", dependencies: { delta: "^1.0.0" } });
  await registry.publish({ name: "delta", version: "1.0.0" });
  registry.hits.length = 0;
  return registry;
}

/** A project whose lock file was made without toolplane. */
export async function openLocked(
  registry: NpmRegistry,
  options: Partial<WorldOptions> = {},
): Promise<InstallWorld> {
  const given = {
    files: { "package.json": manifest, ...options.files },
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
