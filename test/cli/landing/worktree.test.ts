/** A workspace that is a linked worktree: its git folder lies elsewhere, and is part of the same transaction. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCliWorld } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { treeOf } from "./tree-of.ts";

const AUTHOR = ["-c", "user.name=n", "-c", "user.email=e@x"];

for (const level of SANDBOX_LEVELS)
  describe.skipIf(!level.runs)(`a linked worktree (needs ${level.needs})`, () => {
    it("is committed in unasked, undone exactly, and what steers git there stays protected", async () => {
      const world = openCliWorld();
      onTestFinished(() => world.remove());
      const tree = join(world.root, "tree");
      const main = join(world.root, "main");
      const git = (...words: readonly string[]) =>
        spawnSync("git", [...AUTHOR, "-C", main, ...words], { encoding: "utf8" });
      spawnSync("git", ["init", "-q", main]);
      git("commit", "-q", "--allow-empty", "-m", "one");
      git("worktree", "add", "-q", tree);
      const look = () => [treeOf(tree), treeOf(join(main, ".git"))];
      const options = {
        directory: tree,
        env: { TOOLPLANE_SANDBOX: level.sandbox },
      };
      const reads = 'console.log(require("node:fs").readFileSync("/proc/1/comm", "utf8"))';
      writeFileSync(join(tree, "first.js"), reads);
      const before = look();

      const first = await world.run(["call", "bash", "node first.js"], options);
      expect(first.stdout.trim()).toBe(level.first);
      const line = `echo x > a && git add a && git ${AUTHOR.join(" ")} commit -qm two`;
      const ran = await world.run(["call", "bash", line, "--json"], options);
      expect(ran.code, `${ran.stderr}${ran.stdout}`).toBe(0);
      expect(JSON.parse(ran.stdout).details.report.landing).toMatchObject({ state: "landed" });
      expect(git("log", "--format=%s", "tree").stdout).toBe("two\none\n");
      const after = look();
      await world.run(["undo", "--yes"], options);
      expect(look()).toEqual(before);
      await world.run(["redo", "--yes"], options);
      expect(look()).toEqual(after);

      const common = join(main, ".git");
      const own = join(main, ".git/worktrees/tree");
      const steers = [
        `${common}/config`,
        `${common}/hooks/post-commit`,
        `${common}/info/attributes`,
        `${own}/commondir`,
        `${own}/config.worktree`,
      ];
      const kept = steers.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : null));
      writeFileSync(
        join(tree, "s.js"),
        `for (const path of ${JSON.stringify(steers)}) try { require("node:fs").appendFileSync(path, "x"); } catch {}`,
      );
      await world.run(["call", "bash", "node s.js"], options);
      expect(steers.map((path) => (existsSync(path) ? readFileSync(path, "utf8") : null))).toEqual(
        kept,
      );
    });
  });
