import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { makeProject, openInstallWorld, shown, type WorldOptions } from "./install-world.ts";
import { startRegistry } from "./locked-project.ts";

/** Some of them export nothing, so they are looked for by their folder. */
const folderOf = (name: string) => join(import.meta.dirname, "../../node_modules", name);
/** Where they lie they are in a repository with a long history, which would be read for what is denied in it, in each test. */
const apart = mkdtempSync(join(tmpdir(), "toolplane-managers-"));
afterAll(() => rmSync(apart, { recursive: true }));

const MANAGERS = [
  {
    name: "pnpm",
    from: folderOf("pnpm"),
    at: join(apart, "pnpm"),
    program: `node ${apart}/pnpm/bin/pnpm.cjs`,
    makes: "install --lockfile-only",
    installs: "install --frozen-lockfile",
    adds: "add gamma",
    lock: "pnpm-lock.yaml",
    edited: (lock: string, sum: string) => lock.replaceAll(/sha512-[^}]+/g, sum),
  },
  {
    name: "Yarn 1",
    from: folderOf("yarn"),
    at: join(apart, "yarn"),
    program: `node ${apart}/yarn/bin/yarn.js`,
    makes: "install --ignore-scripts",
    installs: "install --frozen-lockfile",
    adds: "add gamma",
    lock: "yarn.lock",
    edited: (lock: string, sum: string) => lock.replaceAll(/sha512-\S+/g, sum),
  },
  {
    name: "Yarn 4",
    from: folderOf("@yarnpkg/cli-dist"),
    at: join(apart, "berry"),
    program: `node ${apart}/berry/bin/yarn.js`,
    makes: "install --mode=update-lockfile",
    installs: "install --immutable",
    adds: "add gamma",
    lock: "yarn.lock",
    edited: null,
  },
];

const files = {
  "package.json": JSON.stringify({
    name: "app",
    version: "1.0.0",
    dependencies: { alpha: "^1.0.0" },
  }),
  ".yarnrc.yml":
    'unsafeHttpWhitelist: ["npm.test"]\nnodeLinker: node-modules\nenableTelemetry: false\nnpmMinimalAgeGate: 0\nenableGlobalCache: false\n',
};

describe.skipIf(!hasSandbox).each(MANAGERS)("$name in a session (needs bubblewrap)", (manager) => {
  beforeAll(() => cpSync(manager.from, manager.at, { recursive: true }));
  /** The manager runs without toolplane once for all tests: no port stands in what it writes. */
  let made: Promise<string> | null = null;
  async function makeLock(project: WorldOptions): Promise<string> {
    const folder = await makeProject(project).direct(`${manager.program} ${manager.makes}`);
    return readFileSync(join(folder, manager.lock), "utf8");
  }

  async function openLocked(answers?: readonly "once"[]) {
    const registry = await startRegistry();
    const given = {
      files,
      readRoots: [manager.at],
      home: {
        ".npmrc": "registry=http://npm.test/\n",
        ".yarnrc.yml": 'npmRegistryServer: "http://npm.test/"\n',
      },
      hosts: { "npm.test": registry.port },
    };
    made ??= makeLock(given);
    const lock = await made;
    registry.hits.length = 0;
    const world = await openInstallWorld({
      ...given,
      files: { ...files, [manager.lock]: lock },
      ...(answers ? { answers } : {}),
    });
    return { registry, world, lock };
  }

  it("what the lock names is installed without a question, and the lock stays as it was", async () => {
    const { world, lock } = await openLocked([]);
    const result = await world.run(
      `${manager.program} ${manager.installs} && node -p 'require("alpha")'`,
    );
    expect(shown(result)).toContain("alpha 1.0.0");
    expect(world.questions()).toEqual([]);
    expect(readFileSync(join(world.workspace, manager.lock), "utf8")).toBe(lock);
  });

  it("a package that the lock does not name reaches no registry before a person allows it", async () => {
    const { world, registry } = await openLocked();
    await world.run(`npm_config_fetch_retries=0 timeout 60 ${manager.program} ${manager.adds}`);
    expect(registry.hits.filter((line) => line.includes("gamma"))).toEqual([]);
  });

  it("one card adds a package, and the lock is that of a direct install", async () => {
    const { world } = await openLocked(["once"]);
    const direct = await world.direct(`${manager.program} ${manager.adds}`);
    const result = await world.run(`${manager.program} ${manager.adds}`);
    expect(world.questions(), shown(result)).toHaveLength(1);
    const lockIn = (folder: string) => readFileSync(join(folder, manager.lock), "utf8");
    expect(lockIn(world.workspace)).toBe(lockIn(direct));
  });

  it("a package that the agent wrote into manifest and lock counts as not named", async () => {
    const { world, registry } = await openLocked();
    const direct = await world.direct(`${manager.program} ${manager.adds}`);
    registry.hits.length = 0;
    for (const file of ["package.json", manager.lock])
      await world.write(file, readFileSync(join(direct, file), "utf8"));
    expect(readFileSync(join(world.workspace, manager.lock), "utf8")).toContain("gamma");
    await world.run(`npm_config_fetch_retries=0 timeout 60 ${manager.program} ${manager.installs}`);
    expect(registry.hits.filter((line) => /gamma|delta/.test(line))).toEqual([]);
  });

  it.skipIf(manager.edited === null)(
    "a sum that the agent wrote into the lock does not count (needs a lock with sums of files)",
    async () => {
      const { world, lock } = await openLocked();
      const sum = `sha512-${Buffer.alloc(64, 1).toString("base64")}`;
      await world.write(manager.lock, manager.edited?.(lock, sum) ?? "");
      const result = await world.run(
        `npm_config_fetch_retries=0 timeout 60 ${manager.program} ${manager.installs}; true`,
      );
      expect(shown(result)).not.toContain("alpha 1.0.0");
    },
  );
});
