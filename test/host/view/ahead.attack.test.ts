/** Views that are mounted before their command is known: they serve one command, and only where they show what that must see. */
import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "@toolplane/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openViewWorld, type ViewWorldOptions } from "./fixture.ts";

const NO_ENV: Rule = { permission: "fs.read", pattern: "**/.env", action: "deny" };
const NO_KEYS: Rule = { permission: "fs.read", pattern: "**/*.key", action: "deny" };

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`a view that was mounted ahead (needs ${needs})`, () => {
    /** A session whose next command finds a view. */
    async function openAhead(options: ViewWorldOptions = {}) {
      vi.stubEnv("TOOLPLANE_TEST_SANDBOX", sandbox);
      const world = await openViewWorld(options);
      onTestFinished(() => world.close());
      world.file("src/a.ts", "one\n");
      for (const line of ["true", ":"]) await world.run(`eval ${line}`);
      return world;
    }

    it("is taken by the next command, shows what is there by then, and never serves twice", async () => {
      const world = await openAhead({ rules: [NO_ENV] });
      world.file("src/a.ts", "two\n");
      world.file("src/b.ts", "new\n");
      const first = await world.run("cat src/a.ts src/b.ts; echo x > src/made");
      const second = await world.run("ls src");
      expect([first.wasAhead, first.output, first.upper]).toEqual([
        ...[true, "two\nnew\n"],
        ["src/", "src/made"],
      ]);
      expect([second.wasAhead, second.output, second.upper]).toEqual([true, "a.ts\nb.ts\n", []]);
    });

    it("hides a denied name that came after it was mounted, in a new folder too", async () => {
      const world = await openAhead({ rules: [NO_ENV, NO_KEYS] });
      world.file(".env", "SECRET\n");
      const known = await world.run("cat .env 2>/dev/null; ls -A");
      expect([known.wasAhead, known.output]).toEqual([true, "src\n"]);
      world.file("src/id.key", "SECRET\n");
      world.file("later/.env", "SECRET\n");
      const later = await world.run("cat src/id.key later/.env 2>/dev/null; ls -A src later");
      expect([later.wasAhead, later.output]).toEqual([false, "later:\n\nsrc:\na.ts\n"]);
    });

    it("is not taken by a command that other rules hold for", async () => {
      const world = await openAhead({ rules: [] });
      world.file("id.key", "SECRET\n");
      const denied = await world.run("cat id.key 2>/dev/null; ls", { rules: [NO_KEYS] });
      expect([denied.wasAhead, denied.output]).toEqual([false, "src\n"]);
    });

    it("is not taken where another folder stands in the place of the workspace", async () => {
      const world = await openAhead();
      renameSync(world.workspace, `${world.workspace}-away`);
      world.file("other", "");
      const { wasAhead, output } = await world.run("ls");
      expect([wasAhead, output]).toEqual([false, "other\n"]);
    });

    it("goes with its session, and no other session gets it", async () => {
      const world = await openAhead();
      const other = await world.run("eval true", { sessionId: "s2" });
      expect(other.wasAhead).toBe(false);
      const merged = join(world.userData, "calls/ahead-1/0/m");
      expect(existsSync(merged)).toBe(true);
      await world.closeSessions();
      expect(existsSync(merged)).toBe(false);
      expect(readdirSync(world.userData)).toContain("calls");
    });
  });
