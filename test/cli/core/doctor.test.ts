import { chmodSync, readdirSync } from "node:fs";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it } from "vitest";

const OUTSIDE_READS =
  "A read outside the project by a contained command runs, and what lies outside is not there.";

describe("toolplane doctor", () => {
  it("checks what is there, touches nothing of the project and makes no store", async () => {
    const world = openCliWorld({ "README.md": "hello\n" });
    try {
      const { stdout } = await world.run(["doctor", "--set", "sandbox=none"]);
      expect(stdout).toMatch(/^✓ Node +\d+\.\d+\.\d+$/m);
      expect(stdout).toMatch(/^– Sandbox +switched off by your configuration$/m);
      expect(stdout).toMatch(/^✓ ripgrep +\d+/m);
      expect(stdout).toMatch(/^– Store +none yet/m);
      expect(stdout).toMatch(/\d+ fine, \d+ off\.\n$/);
      expect(readdirSync(world.workspace)).toEqual(["README.md"]);
      expect(readdirSync(world.root).sort()).toEqual(["home", "project"]);
    } finally {
      world.remove();
    }
  });

  it("finds a data folder that others can read, says the command that mends it, and ends with 1", async () => {
    const world = openCliWorld({ "README.md": "hello\n" });
    try {
      await world.run(["call", "read", "README.md"]);
      chmodSync(world.data, 0o755);
      const { code, stdout } = await world.run(["doctor", "--set", "sandbox=none"]);
      expect(stdout).toMatch(/^✗ Permissions +.*is 0755: others can read it$/m);
      expect(stdout).toContain(`Next: chmod 700 ${world.data}`);
      expect(stdout).toMatch(/^✓ Store +SQLite, 1 session, .*; chain whole, \d+ rows?$/m);
      expect(code).toBe(1);
    } finally {
      world.remove();
    }
  });

  it("says at level none what it costs and how to leave it, and at levels with a view what a read outside finds", async () => {
    const world = openCliWorld();
    try {
      const off = await world.run(["doctor", "--set", "sandbox=none"]);
      const said = off.stdout.replace(/\s+/g, " ");
      expect(said).toContain(
        "At this level a command that is not plainly a reader asks, unless a rule of yours allows it",
      );
      expect(said).toMatch(/Next: To leave it: take sandbox=none out of your configuration/);
      expect(said).not.toContain("what lies outside is not there");
      const on = JSON.parse((await world.run(["doctor", "--json"])).stdout) as {
        checks: { name: string; text: string; lines?: string[] }[];
      };
      const sandbox = on.checks.find(({ name }) => name === "Sandbox");
      const hasView = /^(?:full|plain), /.test(sandbox?.text ?? "");
      expect(sandbox?.lines?.join(" ").includes(OUTSIDE_READS)).toBe(hasView);
    } finally {
      world.remove();
    }
  });

  it("is loud, and first, about a sandbox that is missing, and says how to get one", async () => {
    const world = openCliWorld();
    try {
      const { stdout } = await world.run(["doctor", "--json"]);
      const { checks } = JSON.parse(stdout) as {
        checks: { name: string; state: string; text: string }[];
      };
      const sandbox = checks.find(({ name }) => name === "Sandbox");
      if (sandbox?.state === "broken") expect(checks[0]).toBe(sandbox);
      else {
        expect(sandbox?.state).toMatch(/^(?:fine|off|decide)$/);
        expect(sandbox?.text).toMatch(/^(?:full|plain|bound), |switched off/);
      }
      expect(checks.find(({ name }) => name === "Change sets")).toMatchObject({
        state: "fine",
        text: "none wait",
        lines: [
          expect.stringContaining("400,000 files"),
          expect.stringContaining("20 sets wait"),
          expect.stringContaining("at most 4.29 GB more"),
        ],
      });
    } finally {
      world.remove();
    }
  });

  it("tells of a configuration that cannot be read, with its place", async () => {
    const world = openCliWorld({ "../config/config.jsonc": '{ "mode": 3 }' });
    try {
      const { code, stdout } = await world.run(["doctor"]);
      expect(stdout).toMatch(/^✗ Configuration +.*config\.jsonc:1/);
      expect(code).toBe(1);
    } finally {
      world.remove();
    }
  });
});
