/** A project with a lock file of npm's that was made without toolplane, and its registry. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type InstallWorld,
  makeProject,
  openInstallWorld,
  type WorldOptions,
} from "./install-world.ts";
import { type NpmRegistry, startNpmRegistry } from "./npm-registry.ts";

const HOST = "npm.test";
const homeFiles = { ".npmrc": `registry=http://${HOST}/\n` };
export const MANIFEST: string = JSON.stringify(
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

/** Makes the lock file of a project; the same for every test of a file, because no port stands in it. */
export type MakeLock = (registry: NpmRegistry) => Promise<string>;

/** Runs npm without toolplane, once however often the lock is asked for. */
export function npmLock(files: Readonly<Record<string, string>> = {}): MakeLock {
  let made: Promise<string> | null = null;
  return (registry) => {
    made ??= makeLock(registry, files);
    return made;
  };
}

async function makeLock(
  registry: NpmRegistry,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const maker = makeProject({
    files: { "package.json": MANIFEST, ...files },
    home: homeFiles,
    hosts: { [HOST]: registry.port },
  });
  const made = await maker.direct("npm install --package-lock-only");
  return readFileSync(join(made, "package-lock.json"), "utf8");
}

/** A project whose lock file was made without toolplane. */
export async function openLocked(
  registry: NpmRegistry,
  makesLock: MakeLock,
  options: Partial<WorldOptions> = {},
): Promise<InstallWorld> {
  const lock = await makesLock(registry);
  registry.hits.length = 0;
  return openInstallWorld({
    home: homeFiles,
    hosts: { [HOST]: registry.port },
    ...options,
    files: { "package.json": MANIFEST, "package-lock.json": lock, ...options.files },
  });
}
