/** Protected paths: not written, not replaced, not made; while git itself works. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SANDBOX_LEVELS } from "../../sandbox-levels.ts";
import { openWorld, type SandboxWorld } from "./fixture.ts";

const GIT = "git -c user.name=n -c user.email=e@x";

for (const { sandbox, needs, runs } of SANDBOX_LEVELS)
  describe.skipIf(!runs)(`protected paths in the sandbox (needs ${needs})`, () => {
    let world: SandboxWorld;
    beforeAll(async () => {
      world = await openWorld({ sandbox });
      world.file("a.txt", "one\n");
      world.file(".vscode/settings.json", "{}\n");
      world.file("sub/.husky/pre-commit", "true\n");
      spawnSync("git", ["init", "-q", world.workspace]);
    });
    afterAll(() => world.close());

    it("lets git add, commit, branch, stash and switch", async () => {
      const ran = await world.run(
        `set -e; ${GIT} add -A; ${GIT} commit -qm one; git branch b; git switch -q b; echo two > a.txt; ${GIT} stash -q; git stash pop -q; ${GIT} commit -qam two; git log --oneline | wc -l; git status --short`,
      );
      expect(ran).toMatchObject({ code: 0, output: "2\n" });
    });

    it.each([
      "echo '[core]\nfsmonitor=x' >> .git/config",
      "git config core.fsmonitor ./x",
      "rm -f .git/config && touch .git/config",
      "mv .git moved",
      "mv .git/config .git/config2",
      "ln -f a.txt .git/config",
      "cp a.txt .git/hooks/pre-commit",
      "mv .git/hooks .git/h2",
      "ln -s /tmp .git/hooks/x",
      "mkdir -p .git/hooks/x",
      "echo x > .git/info/attributes",
      "echo x > .vscode/settings.json",
      "echo x > .vscode/tasks.json",
      "rm -rf .vscode",
      "mv .vscode v",
      "echo x > sub/.husky/pre-commit",
      "echo x > sub/.husky/new",
      "mkdir .idea && echo x > .idea/x",
      "echo x > .mcp.json",
      "ln -s a.txt .mcp.json && mv a.txt .mcp.json",
      "echo x > .envrc && test -f .envrc",
      "mkdir -p .husky && echo x > .husky/pre-commit",
      "mkdir -p .toolplane && echo x > .toolplane/rules.json",
      "mkdir -p .git/modules/x && echo x > .git/modules/x/config",
    ])("refuses: %s", async (line) => {
      const before = fingerprint(world);
      const ran = await world.run(line);
      expect(ran.code).not.toBe(0);
      expect(fingerprint(world)).toEqual(before);
    });

    it("says which wall a command met", async () => {
      const { refused } = await world.run("echo x > .vscode/tasks.json; git config a.b c");
      expect(refused.toSorted()).toEqual([
        join(world.workspace, ".git/config"),
        join(world.workspace, ".vscode/tasks.json"),
      ]);
    });

    it("shows git nothing of the mount points it made", async () => {
      const ran = await world.run(
        "git status --short --untracked-files=all; git add -A; git diff --cached --stat",
      );
      expect(ran.output).toBe("");
    });

    it("keeps a .git file that points elsewhere", async () => {
      world.file("worktree/.git", "gitdir: ../.git\n");
      const ran = await world.run(
        "echo 'gitdir: /tmp/x' > worktree/.git; rm -f worktree/.git; mv a.txt worktree/.git",
      );
      expect(ran.code).not.toBe(0);
      expect(readFileSync(join(world.workspace, "worktree/.git"), "utf8")).toBe(
        "gitdir: ../.git\n",
      );
    });

    it("takes its mount points away again", async () => {
      const command = await world.prepare("true");
      expect(existsSync(join(world.workspace, ".idea"))).toBe(true);
      await command.release();
      await world.sandbox.close();
      expect(existsSync(join(world.workspace, ".idea"))).toBe(false);
      expect(existsSync(join(world.workspace, ".mcp.json"))).toBe(false);
    });
  });

function fingerprint(world: SandboxWorld): unknown {
  const at = (path: string) => join(world.workspace, path);
  return {
    config: readFileSync(at(".git/config"), "utf8"),
    hooks: readdirSync(at(".git/hooks")),
    info: readdirSync(at(".git/info")),
    settings: readFileSync(at(".vscode/settings.json"), "utf8"),
    vscode: readdirSync(at(".vscode")),
    husky: readdirSync(at("sub/.husky")),
    hook: readFileSync(at("sub/.husky/pre-commit"), "utf8"),
  };
}
