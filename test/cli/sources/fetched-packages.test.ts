/** A server that its page tells people to start with `npx -y`, in a registry on loopback. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld, type RunAnswer } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type Published, startNpmRegistry } from "../../installs/npm-registry.ts";
import { HANGING_MS } from "../../setup/hanging.ts";
import { ONE_FILE_SERVER } from "./one-file-server.fixture.ts";

/** npm fetches several times from a registry of its own. */
const LONG_MS = 2 * HANGING_MS;

const NAME = "@servers/one";

/** Says what it can do in toolplane's own folder: read what lies beside its version, and change its own code. */
const TRIES = `
const tried = (act) => { try { act(); return "could"; } catch { return "could not"; } };
const WHO = () => [
  tried(() => require("node:fs").readFileSync(__dirname + "/../../../../pinned.json")),
  tried(() => require("node:fs").writeFileSync(__dirname + "/server.cjs", "")),
].join(", ");
`;
const SERVER = `${TRIES}${ONE_FILE_SERVER.replace('(process.env.WHO || "nobody")', "WHO()")}`;

function serverOf(version: string, more: Partial<Published> = {}): Published {
  return {
    name: NAME,
    version,
    bin: { one: "server.cjs" },
    dependencies: { "one-helper": "^1.0.0" },
    files: { "server.cjs": SERVER, "words.txt": `Version ${version}.` },
    ...more,
  };
}

async function openWorld() {
  const registry = await startNpmRegistry();
  const touch = "node -e \"require('fs').writeFileSync('ran.txt', '')\"";
  await registry.publish({
    name: "one-helper",
    version: "1.0.0",
    scripts: { install: touch },
  });
  await registry.publish(serverOf("1.0.0"));
  const world = openCliWorld({
    "../home/.npmrc": `@servers:registry=http://127.0.0.1:${registry.port}/\nregistry=http://127.0.0.1:${registry.port}/\n`,
  });
  onTestFinished(world.remove);
  return { registry, world };
}

function told({ stdout, stderr }: RunAnswer): string {
  return `${stdout}\n${stderr}`;
}

function listed(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function fetchedFile(data: string, version: string, path: string): string | null {
  const [home = ""] = listed(join(data, "packages"));
  const [folder = ""] = listed(home).filter((one) => one.includes(`/${version}-`));
  const file = join(folder, "node_modules", path);
  return existsSync(file) ? readFileSync(file, "utf8") : null;
}

describe("a package that npx would fetch", () => {
  it("is fetched by nobody without a yes, and nothing is sent before it", async () => {
    const { registry, world } = await openWorld();
    const before = registry.hits.length;
    const refused = await world.run(["add", "one", "--", "npx", "-y", NAME]);
    expect(refused.code).toBe(4);
    expect(told(refused)).toContain(`From       http://127.0.0.1:${registry.port}/`);
    expect(told(refused)).toContain("Version    the newest there is");
    expect(told(refused)).toContain(`toolplane add --yes one -- npx -y ${NAME}`);
    expect(registry.hits.length).toBe(before);
    expect(listed(join(world.data, "packages")).flatMap(listed)).toEqual([]);
  });

  it.runIf(hasSandbox)(
    "is fetched after a yes, starts without a network, and stays that version until another yes (needs bubblewrap)",
    async () => {
      const { registry, world } = await openWorld();
      const added = await world.run(["add", "one", "--yes", "--", "npx", "-y", NAME]);
      expect(added, told(added)).toMatchObject({ code: 0 });
      expect(told(added)).toContain(`${NAME}@1.0.0 is here, 2 packages in all`);
      expect(told(added)).toMatch(/Sum {8}sha512-/);
      expect(told(added)).toContain("1 package would run one when installed: one-helper");
      expect(fetchedFile(world.data, "1.0.0", "one-helper/ran.txt")).toBeNull();

      await registry.publish(serverOf("2.0.0"));
      const before = registry.hits.length;
      const looked = await world.run(["sources", "one", "--json"]);
      expect(JSON.parse(looked.stdout).sources).toMatchObject([{ health: { state: "ready" } }]);
      world.write({ "../args.json": "{}" });
      world.write({
        "../config/policy.jsonc": JSON.stringify({
          rules: [{ permission: "mcp__one__*", pattern: "**", action: "allow" }],
        }),
      });
      const called = await world.run(["call", "mcp__one__say", "--args-file", "../args.json"]);
      expect(called, told(called)).toMatchObject({ code: 0 });
      expect(called.stdout).toContain("said by could not, could not");
      expect(registry.hits.length).toBe(before);

      const asked = await world.run(["sources", "fetch", "one"]);
      expect(asked.code).toBe(4);
      expect(told(asked)).toContain("Now        1.0.0");
      const newer = await world.run(["sources", "fetch", "one", "--yes", "--json"]);
      expect(JSON.parse(newer.stdout)).toMatchObject({ package: NAME, version: "2.0.0" });
      expect(fetchedFile(world.data, "2.0.0", `${NAME}/words.txt`)).toBe("Version 2.0.0.");
      expect(fetchedFile(world.data, "1.0.0", `${NAME}/words.txt`)).toBeNull();
      expect(told(await world.run(["sources", "one"]))).toContain("1 tool changed");

      await world.run(["sources", "remove", "one"]);
      expect(listed(join(world.data, "packages"))).toEqual([]);
    },
    LONG_MS,
  );

  it("runs install scripts where that was asked for, and is asked about again once its lock is another", async () => {
    const { world } = await openWorld();
    const words = ["sources", "fetch", `${NAME}@1.0.0`, "--yes", "--install-scripts"];
    expect(told(await world.run(words))).toContain("install scripts run as you");
    expect(fetchedFile(world.data, "1.0.0", "one-helper/ran.txt")).toBe("");
    const [home = ""] = listed(join(world.data, "packages"));
    const [folder = ""] = listed(home).filter((one) => one.includes("/1.0.0-"));
    writeFileSync(join(folder, "package-lock.json"), "{}");
    const again = await world.run(["add", "one", "--", "npx", "-y", `${NAME}@1.0.0`]);
    expect(again.code).toBe(4);
    expect(told(again)).toContain("Version    1.0.0");
  });

  it("is not kept where something that it needs has no sum", async () => {
    const { registry, world } = await openWorld();
    await registry.publish(serverOf("3.0.0", { dependencies: { other: `file:${world.root}/o` } }));
    mkdirSync(join(world.root, "o"));
    writeFileSync(join(world.root, "o/package.json"), '{"name":"other","version":"1.0.0"}');
    const local = await world.run(["sources", "fetch", NAME, "--yes"]);
    expect(local.code, told(local)).toBe(1);
    await registry.publish(serverOf("4.0.0", { dependencies: { other: "git+file:///nowhere" } }));
    const git = await world.run(["sources", "fetch", NAME, "--yes"]);
    expect(git.code, told(git)).toBe(1);
    expect(told(git)).toContain("could not be fetched");
    expect(listed(join(world.data, "packages")).flatMap(listed)).toEqual([]);
  });

  it("is installed by its owner where another manager fetches it", async () => {
    const { world } = await openWorld();
    const python = await world.run(["add", "git", "--yes", "--", "uvx", "mcp-server-git"]);
    expect(python.code).toBe(1);
    expect(told(python)).toContain("uv tool install mcp-server-git");
  });
});
