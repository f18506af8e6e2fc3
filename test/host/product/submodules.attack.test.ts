/**
 * Submodules with remotes on this disk: what a contained command makes of them steers no later git of a person, and the file that
 * is denied in one stays denied.
 */
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";

const CANARY = "hunter2";
const IDENTITY = [
  "-c",
  "user.name=a",
  "-c",
  "user.email=a@b.c",
  "-c",
  "protocol.file.allow=always",
];

function git(folder: string, ...words: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...IDENTITY, ...words], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH: process.env.PATH ?? "", HOME: folder },
  });
}

async function open(sandbox: "auto" | "plain") {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-submodule-")));
  const remote = join(root, "remote");
  const workspace = join(root, "project");
  for (const folder of [remote, workspace]) {
    mkdirSync(folder);
    git(folder, "init", "-q", "-b", "main");
    writeFileSync(join(folder, "a.txt"), "one\n");
  }
  writeFileSync(join(remote, ".env"), `KEY=${CANARY}\n`);
  for (const folder of [remote, workspace]) {
    git(folder, "add", "-A");
    git(folder, "commit", "-qm", "first");
  }
  git(workspace, "submodule", "add", "-q", remote, "sub");
  git(workspace, "commit", "-qm", "with a submodule");
  const toolplane = await createToolplane({
    workspace,
    userData: join(root, "data"),
    preset: "everyday",
    sandbox,
    onWarning: () => {},
    environment: { HOME: root, PATH: process.env.PATH ?? "" },
    policy: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
  });
  onTestFinished(async () => {
    await toolplane.close();
    rmSync(root, { recursive: true, force: true });
  });
  const session = toolplane.session({ mode: "yolo" });
  let calls = 0;
  const run = (command: string) => {
    calls += 1;
    return session.call({ id: `c${calls}`, name: "bash", arguments: { command } });
  };
  return { root, remote, workspace, run };
}

describe.skipIf(!hasSandbox).each(["auto", "plain"] as const)(
  "a project with a submodule, sandbox %s (needs bubblewrap)",
  (level) => {
    it("has nothing of it steered by a command that nobody agreed to", async () => {
      const { root, workspace, run } = await open(level);
      const mark = join(root, "ran");
      const hook = `printf '#!/bin/sh\\ntouch ${mark}\\n'`;
      const lines = [
        `mkdir -p .git/modules/sub/hooks; ${hook} > .git/modules/sub/hooks/post-checkout; chmod +x .git/modules/sub/hooks/post-checkout`,
        `git -C sub config core.fsmonitor 'touch ${mark}'`,
        `git -C sub config core.hooksPath ../evil; mkdir -p evil; ${hook} > evil/post-checkout; chmod +x evil/post-checkout`,
        `git config -f .git/modules/sub/config core.sshCommand 'touch ${mark}'`,
        `git config submodule.sub.update '!touch ${mark}'`,
        `git config -f .gitmodules submodule.sub.update '!touch ${mark}'`,
        `git config -f .gitmodules submodule.sub.url 'ext::sh -c "touch ${mark}"'; git submodule sync`,
        `rm sub/.git; mkdir sub/.git; cp -r .git/modules/sub/. sub/.git/; git -C sub config core.fsmonitor 'touch ${mark}'`,
        `rm sub/.git; echo 'gitdir: ../evil.git' > sub/.git; cp -r .git/modules/sub evil.git; git config -f evil.git/config core.fsmonitor 'touch ${mark}'`,
      ];
      const broken: string[] = [];
      for (const line of lines) {
        await run(line);
        for (const words of [
          ["status"],
          ["submodule", "update", "--init"],
          ["-C", "sub", "checkout", "-q", "main"],
          ["-C", "sub", "status"],
        ])
          try {
            git(workspace, ...words);
          } catch {
            // That git fails is no harm; that it runs something is.
          }
        if (existsSync(mark)) {
          broken.push(line);
          rmSync(mark);
        }
      }
      expect(broken).toEqual([]);
    });

    it("is shown no denied file of it, nor out of what git keeps of it", async () => {
      const { run } = await open(level);
      for (const line of [
        "cat sub/.env",
        "cd sub && cat .env",
        "git -C sub show HEAD:.env",
        "git --git-dir=.git/modules/sub show HEAD:.env",
        "git -C sub log -p",
        "git submodule foreach 'cat .env'",
        "git submodule foreach 'git show HEAD:.env'",
        "git -C sub archive HEAD | tar -xO .env",
      ])
        expect(JSON.stringify([line, await run(line)])).not.toContain(CANARY);
    });

    it("works as before for whoever reads and writes in it", async () => {
      const { workspace, run } = await open(level);
      expect(
        await run("cat sub/a.txt && echo two > sub/a.txt && git status --short"),
      ).toMatchObject({
        type: "output",
      });
      expect(readFileSync(join(workspace, "sub/a.txt"), "utf8")).toBe("two\n");
    });
  },
);
