/** A denied file that git tracks: told by every command that shows rules, and found without running anything of the repository. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { listTracked } from "@toolplane/host";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const POLICY = '[{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }]';

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({
    ".env": "TOKEN=1\n",
    "deep/.env": "TOKEN=2\n",
    "README.md": "hello\n",
    ".toolplane/policy.jsonc": POLICY,
  });
  git("init", "-q");
  git("add", ".env", "README.md");
});
afterEach(() => world.remove());

function git(...words: readonly string[]): void {
  execFileSync("git", words, { cwd: world.workspace, env: { ...world.environment } });
}

describe("a denied file that git tracks", () => {
  it("is told when the project is about to be trusted, by policy, and by doctor", async () => {
    const trust = await world.run(["trust", "--yes"]);
    const policy = await world.run(["policy"]);
    const doctor = await world.run(["doctor", "--set", "sandbox=none"]);
    for (const { stdout, stderr } of [trust, policy, doctor]) {
      const text = `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
      expect(text).toContain("1 denied file is tracked by git: .env (policy.jsonc:1).");
      expect(text).toContain("Next: git rm --cached .env");
    }
    const { tracked } = JSON.parse((await world.run(["policy", "--json"])).stdout);
    expect(tracked).toMatchObject({
      complete: true,
      files: [{ path: join(world.workspace, ".env") }],
    });
  });

  it("is silent once it is out of the index, and without a repository", async () => {
    await world.run(["trust", "--yes"]);
    git("rm", "-q", "--cached", ".env");
    expect((await world.run(["policy"])).stderr).not.toContain("tracked by git");
    const bare = openCliWorld({ ".env": "x" });
    try {
      expect(listTracked(bare.workspace)).toEqual({ paths: [], complete: true });
    } finally {
      bare.remove();
    }
  });

  it("is found without running what the repository's configuration names", async () => {
    const trap = join(world.root, "trap.sh");
    writeFileSync(trap, `#!/bin/sh\ntouch ${join(world.root, "sprung")}\n`);
    chmodSync(trap, 0o755);
    git("config", "core.fsmonitor", trap);
    git("config", "alias.ls-files", `!${trap}`);
    const { paths } = listTracked(world.workspace);
    expect(paths).toEqual([join(world.workspace, ".env"), join(world.workspace, "README.md")]);
    expect(existsSync(join(world.root, "sprung"))).toBe(false);
  });

  it("says that it did not see all of them where the index cannot be read to its end", async () => {
    const index = join(world.workspace, ".git/index");
    truncateSync(index, statSync(index).size - 60);
    await world.run(["trust", "--yes"]);
    expect(listTracked(world.workspace).complete).toBe(false);
    const { stderr } = await world.run(["policy"]);
    expect(stderr.replaceAll(/\s+/g, " ")).toContain("Not all tracked files were looked at.");
  });
});
