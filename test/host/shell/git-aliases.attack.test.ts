/** A rule about `git push` counts for every alias by which git itself would push; an alias that nobody can read asks. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type DiskWorld, openDisk } from "./disk.fixture.ts";

const RULES = [
  { permission: "shell.run", pattern: "git push *", action: "deny" },
  { permission: "shell.run", pattern: "git *", action: "allow" },
] as const;

const LEVELS = [
  { name: "without a sandbox", sandbox: "none" },
  ...(hasSandbox ? [{ name: "in a sandbox", sandbox: "auto" } as const] : []),
] as const;

const CORE = "[core]\n\trepositoryformatversion = 1\n";
const STATUS = "[alias]\np = status\n";
const PUSH = "[alias]\np = push\n";

type Files = Readonly<Record<string, string>>;

interface Case {
  /** The repository's own configuration. */
  readonly config: string;
  /** Others, relative to the workspace. */
  readonly files?: Files;
  readonly command?: string;
  /** True where the git of this machine may be too old for it. */
  readonly newer?: true;
}

/** Settings by which `git p` pushes. */
const PUSHES: Readonly<Record<string, Case>> = {
  "a comment that ends in a backslash": { config: `${STATUS}# note \\\np = push\n` },
  "a comment after a value that does": { config: `[alias]\np = status ; note \\\np = push\n` },
  "a comment of a Windows file": { config: "[alias]\r\np = status\r\n; \\\r\np = push\r\n" },
  "a joined line": { config: "[alias]\np = pu\\\nsh\n" },
  "quotes and blanks": { config: '[ALIAS]\n\tP\t=\t "pu"sh  # so\n' },
  "a name that a NUL ends": { config: `${STATUS}[alias "p\0"]\nx = push\n` },
  "a value that a NUL ends": { config: `[alias]\np = push\0er\n` },
  "a section and its value on one line": { config: "[core] bare = false\n[alias] p = push\n" },
  "many others": {
    config: `${STATUS}${Array.from({ length: 600 }, (_, n) => `a${n} = log\n`).join("")}p = push\n`,
  },
  "settings of the worktree": {
    config: `${CORE}[extensions]\nworktreeConfig = true\n${STATUS}`,
    files: { ".git/config.worktree": PUSH },
    newer: true,
  },
  "an included file": {
    config: `${STATUS}[include]\npath = ../more\n`,
    files: { more: PUSH },
  },
  "a file that is included on a condition": {
    config: `${STATUS}[includeIf "gitdir:**/.git"]\npath = more\n`,
    files: { ".git/more": PUSH },
  },
  "another alias": { config: "[alias]\np = q\nq = push\n" },
  "a command of the shell": { config: "[alias]\np = !git push\n" },
  "a subsection": { config: `${STATUS}[alias "p"]\ncommand = push\n`, newer: true },
  "a name that git may have itself one day": {
    config: "[alias]\nrefs = push\n",
    command: "git refs origin main",
  },
  "a folder that git passes by": {
    config: PUSH,
    files: { "src/.git/HEAD": "ref: refs/heads/main\n", "src/.git/config": STATUS },
    command: "cd src; git p origin main",
  },
};

/** Lines that nobody can read before they run. */
const ASKS: Readonly<Record<string, Case>> = {
  "a file that git refuses": { config: `${STATUS}[x "y" ]\n` },
  "an escape that git refuses": { config: `${STATUS}[x]\ny = \\z\n` },
  "a file that is too long": { config: `${STATUS}${"#".repeat(300_000)}\n${PUSH}` },
  "a file in somebody's home": { config: `${STATUS}[include]\npath = ~nobody/x\n` },
  "an alias without a value": { config: "[alias]\np\n" },
  "a repository that is not called .git": {
    config: STATUS,
    command: "git --git-dir=bare p origin main",
  },
  "the last of two repositories": {
    config: STATUS,
    command: "git --git-dir=.git --git-dir=bare p origin main",
  },
};

function writeAll(workspace: string, { config, files = {} }: Case): void {
  for (const [name, text] of Object.entries({ ".git/config": config, ...files })) {
    mkdirSync(dirname(join(workspace, name)), { recursive: true });
    writeFileSync(join(workspace, name), text);
  }
}

describe.each(LEVELS)("an alias of a denied command, $name", ({ sandbox }) => {
  let world: DiskWorld;
  let kept: string;
  beforeAll(async () => {
    world = await openDisk({ rules: RULES, sandbox });
    kept = mkdtempSync(join(tmpdir(), "toolplane-alias-"));
    cpSync(join(world.workspace, ".git"), kept, { recursive: true });
  });
  afterAll(async () => {
    rmSync(kept, { recursive: true, force: true });
    await world.close();
  });

  function prepare(each: Case): void {
    for (const name of [".git", "src/.git", "more"])
      rmSync(join(world.workspace, name), { recursive: true, force: true });
    cpSync(kept, join(world.workspace, ".git"), { recursive: true });
    writeAll(world.workspace, each);
  }

  it.each(Object.entries(PUSHES))("is denied behind %s", async (_name, each) => {
    prepare(each);
    expect(await world.decide(each.command ?? "git p origin main")).toBe("deny");
  });

  it.each(Object.entries(ASKS))("asks about %s", async (_name, each) => {
    prepare(each);
    expect(await world.decide(each.command ?? "git p origin main")).toBe("ask");
  });

  it("takes words after the subcommand for no repository", async () => {
    prepare({ config: PUSH, files: { "src/.git/config": STATUS } });
    world.git("init", "-q", "src");
    writeFileSync(join(world.workspace, "src/.git/config"), STATUS);
    expect(await world.decide("git p -o --git-dir=src/.git origin")).toBe("deny");
    expect(await world.decide("git --git-dir=src/.git p")).toBe("allow");
    expect(await world.decide("git -C src p")).toBe("allow");
  });

  it("is in nobody's way otherwise", async () => {
    prepare({ config: "[alias]\np = status\ncommit = commit -s\n" });
    expect(await world.decide("git p")).toBe("allow");
    expect(await world.decide("git commit -m x")).toBe("allow");
  });
});

describe("the cases above", () => {
  const own = Object.entries(PUSHES).filter(([, each]) => !each.newer && !each.command);
  it.each(own)("are what git itself takes for a push: %s", (_name, each) => {
    const folder = mkdtempSync(join(tmpdir(), "toolplane-alias-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    execFileSync("git", ["init", "-q", folder]);
    writeAll(folder, each);
    const { stderr } = spawnSync("git", ["-C", folder, "p", "nowhere"], {
      encoding: "utf8",
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", LC_ALL: "C" },
    });
    expect(stderr).toContain("git push --set-upstream nowhere");
  });
});
