/** While nothing holds a command, whatever its words name is read; what only looks at names reads nothing. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DiskWorld, openDisk } from "./disk.fixture.ts";

const RULES = [
  { permission: "bash", pattern: "*", action: "allow" },
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
  { permission: "fs.read", pattern: "{workspace}/secrets/**", action: "deny" },
] as const;

/** Outside the workspace nothing is closed, and nothing is read unasked. */
const OUTSIDE = [
  "mytool {outside}/secret.txt",
  "mytool --config={outside}/secret.txt",
  "cat {outside}/secret.txt",
  "GIT_DIR={outside} git status",
  "git --git-dir={outside} log",
  "git -C {outside} log",
];

const READ: readonly string[] = [
  "cat .env",
  "mytool .env",
  "mytool --file=.env",
  "mytool --file .env",
  "mytool -f.env",
  "mytool @.env",
  "mytool name=.env",
  "mytool -v .env:/mnt",
  "mytool a,.env",
  "mytool file://$PWD/.env",
  "mytool .e*",
  "cd src && mytool ../.env",
  "FILE=.env mytool",
  "env FILE=.env mytool .env",
  "python3 tool.py .env",
  "node --env-file=.env app.js",
  "prettier .env",
  "grep --unknown=.env x README.md",
  "gzip -c .env",
  "ed .env",
  "vim .env",
  "dos2unix .env",
  "xdg-open .env",
  "git add .env",
  "git config -f .env -l",
  "git -c core.excludesFile=.env status",
  "git diff --no-index README.md .env",
  "git hash-object .env",
  "cat soft.txt",
  "cat hard.txt",
  "mytool hard.txt",
  "cat *.txt",
];

const WHOLE_TREE: readonly string[] = [
  "grep -r x",
  "grep -d recurse x",
  "rg x",
  "tar cf /dev/null .",
  "zip -r x.zip .",
  "cp -r . ../copy",
  "mytool .",
  "ls -R",
  "ls secrets",
  "find . -name x",
];

const LOOKED_AT: readonly string[] = [
  "ls .env",
  "ls -l .env README.md",
  "ls -la",
  "ls",
  "stat .env",
  "test -f .env",
  "[ -e .env ]",
  "[[ -f .env ]]",
  "/usr/bin/test -f .env",
  "readlink -f .env",
  "realpath .env",
  "find src -name .env",
  "du -sh src",
  "tree src",
  "rg --files src",
  "git check-ignore .env",
  "git ls-files .env",
  "git status .env",
  "git log --oneline -- .env",
  "git rm -n README.md",
  "echo .env",
  "printf %s .env",
  "basename .env",
  "grep .env README.md",
  "grep -e .env README.md",
  "rg --glob '!.env' x src",
  "tar --exclude .env -cf /dev/null src",
  "git commit -m .env",
  "npm run build",
  "mytool src README.md",
  "cat README.md",
];

describe("a command that nothing holds", () => {
  let world: DiskWorld;
  beforeAll(async () => {
    world = await openDisk({ rules: RULES, sandbox: "none" });
  });
  afterAll(() => world.close());

  it.each(READ)("reads what a word names: %s", async (command) => {
    expect(await world.decide(command)).toBe("deny");
  });

  it.each(OUTSIDE)("asks about what a word names outside: %s", async (command) => {
    expect(await world.decide(command)).toBe("ask");
  });

  it.each(WHOLE_TREE)(
    "is asked about when it reads a folder with closed files: %s",
    async (line) => {
      expect(await world.decide(line)).not.toBe("allow");
    },
  );

  it.each(LOOKED_AT)("reads nothing of what it only names: %s", async (command) => {
    expect(await world.decide(command)).toBe("allow");
  });

  it.each([
    `ls ${Array.from({ length: 1_600 }, (_, at) => `a${at}`).join(" ")}; mytool .env`,
    "for i in 1 2; do cd src; done; mytool ../.env",
    "for f in .env; do mytool $f; done",
    'mytool "$(ls -a)"',
  ])("is asked about when what its words name cannot be seen", async (command) => {
    expect(await world.decide(command)).toBe("ask");
  });

  it("is asked about when it deletes by a test, for nothing tells which files that is about", async () => {
    expect(await world.decide("find . -name '*.o' -delete")).toBe("ask");
  });
});

describe("a program that PATH finds in the workspace", () => {
  it("is the project's own, and not the system's that may run unasked", async () => {
    const world = await openDisk({ rules: [], sandbox: "none", path: "bin" });
    try {
      expect(await world.decide("cat README.md")).toBe("ask");
      expect(await world.decide("./bin/cat README.md")).toBe("ask");
      expect(await world.decide("head README.md")).toBe("allow");
    } finally {
      await world.close();
    }
  });

  it("is still denied by its name", async () => {
    const rules = [{ permission: "bash", pattern: "cat *", action: "deny" }] as const;
    const world = await openDisk({ rules, sandbox: "none", path: "bin" });
    try {
      expect(await world.decide("cat README.md")).toBe("deny");
    } finally {
      await world.close();
    }
  });
});
