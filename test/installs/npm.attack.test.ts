import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { shown } from "./install-world.ts";
import { npmLock, openLocked, startRegistry } from "./locked-project.ts";
import { pack } from "./npm-registry.ts";

const FILE = "/alpha/-/alpha-1.0.0.tgz";
const OTHER = pack({
  name: "alpha",
  version: "1.0.0",
  files: { "index.js": "module.exports = 'swapped';\n" },
});
const OTHER_SUM = `sha512-${createHash("sha512").update(OTHER).digest("base64")}`;

/** The lock with a package more, as an agent would write it. */
function withGamma(workspace: string): string {
  const lock = JSON.parse(readFileSync(join(workspace, "package-lock.json"), "utf8"));
  const bytes = pack({ name: "gamma", version: "1.0.0", dependencies: { delta: "^1.0.0" } });
  lock.packages["node_modules/gamma"] = {
    version: "1.0.0",
    resolved: "http://npm.test/gamma/-/gamma-1.0.0.tgz",
    integrity: `sha512-${createHash("sha512").update(bytes).digest("base64")}`,
  };
  lock.packages[""].dependencies.gamma = "^1.0.0";
  return JSON.stringify(lock, null, 2);
}

const manifest = JSON.stringify({
  name: "app",
  version: "1.0.0",
  dependencies: { alpha: "^1.0.0", gamma: "^1.0.0" },
});

describe.skipIf(!hasSandbox)("what an install must not do (needs bubblewrap)", () => {
  const lock = npmLock();

  it("a file that the registry swapped is cut off, told and reported", async () => {
    let swaps = false;
    const registry = await startRegistry((path) => (swaps && path === FILE ? OTHER : null));
    const world = await openLocked(registry, lock);
    swaps = true;
    const result = await world.run("npm ci --fetch-retries=0; ls node_modules");
    expect(shown(result)).not.toContain("alpha\\n");
    expect(shown(result)).toContain("sent another file for alpha");
  });

  it("a lock that the agent edited to fit a swapped file does not count", async () => {
    let swaps = false;
    const registry = await startRegistry((path) => (swaps && path === FILE ? OTHER : null));
    const world = await openLocked(registry, lock);
    swaps = true;
    const path = join(world.workspace, "package-lock.json");
    const edited = JSON.parse(readFileSync(path, "utf8"));
    edited.packages["node_modules/alpha"].integrity = OTHER_SUM;
    await world.write("package-lock.json", JSON.stringify(edited, null, 2));
    expect(readFileSync(path, "utf8")).toContain(OTHER_SUM);
    const result = await world.run("npm ci --fetch-retries=0; ls node_modules");
    expect(shown(result)).toContain("sent another file for alpha");
  });

  it("a lock that changes while it is installed from holds the file to what it said before", async () => {
    let path = "";
    const registry = await startRegistry((asked) => {
      if (path === "" || asked !== FILE) return null;
      const lock = JSON.parse(readFileSync(path, "utf8"));
      lock.packages["node_modules/alpha"].integrity = OTHER_SUM;
      writeFileSync(path, JSON.stringify(lock, null, 2));
      return OTHER;
    });
    const world = await openLocked(registry, lock);
    path = join(world.workspace, "package-lock.json");
    const result = await world.run("npm ci --fetch-retries=0; npm ci --fetch-retries=0");
    expect(readFileSync(path, "utf8")).toContain(OTHER_SUM);
    expect(shown(result)).toContain("sent another file for alpha");
  });

  it("what the agent wrote into the lock counts as not named: by a tool, by a command, and while it installs", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, lock);
    const edited = withGamma(world.workspace);
    await world.write("package.json", manifest);
    await world.write("package-lock.json", edited);
    expect(shown(await world.run("npm ci --fetch-retries=0"))).toContain("gamma");
    await world.write("other.json", edited);
    await world.run("cp other.json package-lock.json");
    await world.run("cp other.json package-lock.json; npm ci --fetch-retries=0");
    expect(registry.hits.filter((line) => line.includes("gamma"))).toEqual([]);
    expect(registry.hits.filter((line) => line.includes("delta"))).toEqual([]);
  });

  it("metadata that points to another host leads nowhere", async () => {
    let lies = false;
    const page = JSON.stringify({
      name: "alpha",
      "dist-tags": { latest: "1.0.0" },
      versions: {
        "1.0.0": {
          name: "alpha",
          version: "1.0.0",
          dist: { tarball: "http://elsewhere.test/alpha.tgz", integrity: OTHER_SUM },
        },
      },
    });
    const registry = await startRegistry((path) =>
      lies && path === "/alpha" ? Buffer.from(page) : null,
    );
    const world = await openLocked(registry, lock);
    lies = true;
    await world.run("npm pack alpha --fetch-retries=0");
    expect(registry.hits).toContain("GET /alpha");
    expect(world.looked).not.toContain("elsewhere.test");
  });

  it("a name one letter away from a named one is said to be so, and a no keeps it in", async () => {
    const registry = await startRegistry();
    const world = await openLocked(registry, lock, { answers: ["reject"] });
    await world.run("npm install alpah --fetch-retries=0");
    const [question] = world.questions();
    expect(question?.footprint.resources).toMatchObject([
      {
        host: "npm.test",
        urlPath: "/alpah",
        package: { manager: "npm", name: "alpah", near: "alpha" },
      },
    ]);
    expect(registry.hits.filter((line) => line.includes("alpah"))).toEqual([]);
  });

  it("an install script reaches what the lock names and nothing else", async () => {
    const registry = await startRegistry();
    await registry.publish({
      name: "scripted",
      version: "1.0.0",
      scripts: {
        postinstall: "npm view gamma --fetch-retries=0; npm view beta name > seen.txt; true",
      },
    });
    const dependencies = { alpha: "^1.0.0", scripted: "^1.0.0" };
    const files = {
      "package.json": JSON.stringify({ name: "app", version: "1.0.0", dependencies }),
    };
    const world = await openLocked(registry, npmLock(files), { files });
    await world.run("npm ci --foreground-scripts");
    const seen = readFileSync(join(world.workspace, "node_modules/scripted/seen.txt"), "utf8");
    expect(seen).toBe("beta\n");
    expect(registry.hits.filter((line) => line.includes("gamma"))).toEqual([]);
  });

  it("a rule that denies the registry wins over the lock", async () => {
    const registry = await startRegistry();
    const rules = [{ permission: "net.fetch", pattern: "npm.test", action: "deny" }] as const;
    const world = await openLocked(registry, lock, { rules });
    await world.run("npm ci --fetch-retries=0");
    expect(registry.hits).toEqual([]);
  });
});
