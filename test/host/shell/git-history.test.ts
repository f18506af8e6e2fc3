/** A denied file that git tracks is in its objects, which nothing hides: what reads them asks, everyday commands do not. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { type DiskWorld, openDisk } from "./disk.fixture.ts";

const RULES = [
  { permission: "bash", pattern: "*", action: "allow" },
  { permission: "fs.read", pattern: "**/.env", action: "deny" },
] as const;

const READS_OBJECTS: readonly string[] = [
  "git show",
  "git show HEAD~1",
  "git log -p",
  "git log -S SECRET",
  "git diff",
  "git diff HEAD~1 HEAD",
  "git diff --cached",
  "git cat-file -p HEAD",
  "git cat-file --batch",
  "git archive HEAD",
  "git stash show -p",
  "git stash",
  "git stash pop",
  "git add -A",
  "git checkout main",
  "git checkout -- .",
  "git restore .",
  "git reset --hard",
  "git worktree add tree",
  "git grep -n x HEAD",
  "git grep --cached x",
  "git format-patch -1",
  "git fast-export HEAD",
  "git bundle create x.bundle HEAD",
  "git -C src log -p",
  "git --git-dir=.git log -p",
  "git all",
];

const NAMED: readonly string[] = [
  "git show HEAD:.env",
  "git show :.env",
  "git show HEAD:./.env",
  "git cat-file blob HEAD:.env",
  "git log -p -- .env",
  "git diff HEAD -- .env",
  "git blame .env",
  "git checkout HEAD -- .env",
  "git restore .env",
];

const EVERYDAY: readonly string[] = [
  "git status",
  "git log --oneline",
  "git log -5 --stat",
  "git add README.md",
  "git commit -m x",
  "git diff --stat",
  "git diff --name-only HEAD~1",
  "git diff -- README.md",
  "git show HEAD:README.md",
  "git show --stat",
  "git log -p -- README.md",
  "git blame README.md",
  "git checkout -b new",
  "git switch -c new",
  "git branch",
  "git stash list",
  "git ls-files",
  "git rev-parse HEAD",
  "git reset",
];

const PLACES = [
  { name: "without a sandbox", sandbox: "none" },
  ...(hasSandbox ? [{ name: "in a sandbox", sandbox: "auto" } as const] : []),
] as const;

describe.each(PLACES)("a denied file that git tracks, $name", ({ sandbox }) => {
  let world: DiskWorld;
  beforeAll(async () => {
    world = await openDisk({ rules: RULES, sandbox });
    world.git("add", "-f", ".env");
    world.git("commit", "-qm", "second");
    world.git("config", "alias.all", "log -p");
  });
  afterAll(() => world.close());

  it.each(READS_OBJECTS)("asks before its history is read: %s", async (command) => {
    expect(await world.decide(command)).toBe("ask");
  });

  it.each(NAMED)("is denied in its history by name: %s", async (command) => {
    expect(await world.decide(command)).toBe("deny");
  });

  it.each(EVERYDAY)("is in nobody's way: %s", async (command) => {
    expect(await world.decide(command)).toBe("allow");
  });
});

describe("a denied file that git does not track", () => {
  it("makes nobody ask about the history", async () => {
    const world = await openDisk({ rules: RULES, sandbox: "none" });
    try {
      for (const command of ["git show", "git log -p", "git diff", "git grep x HEAD"])
        expect([command, await world.decide(command)]).toEqual([command, "allow"]);
    } finally {
      await world.close();
    }
  });
});

describe("a repository that points elsewhere", () => {
  it("is read where its files say, unless git itself made it so", async () => {
    const world = await openDisk({ rules: RULES.slice(0, 1), sandbox: "none" });
    try {
      expect(await world.decide("git status")).toBe("allow");
      world.git("worktree", "add", "-q", "tree");
      expect(await world.decide("git -C tree status")).toBe("allow");
      world.borrow(".git/objects/info/alternates", `${world.outside}\n`);
      expect(await world.decide("git status")).toBe("ask");
    } finally {
      await world.close();
    }
  });
});
