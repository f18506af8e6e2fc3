import type { ShellWord } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compileArgvPattern } from "./argv-pattern.ts";

function argv(text: string): readonly ShellWord[] {
  return text.split(" ").map((word) => (word.startsWith("$") ? { dynamic: word } : word));
}

function allowed(pattern: string, commands: readonly string[]): readonly string[] {
  const compiled = compileArgvPattern(pattern);
  return commands.filter((command) => compiled.matches(argv(command)));
}

function restricted(pattern: string, commands: readonly string[]): readonly string[] {
  const compiled = compileArgvPattern(pattern);
  return commands.filter((command) => compiled.matchesBasename(argv(command)));
}

describe("compileArgvPattern", () => {
  it.each([
    ["git status", ["git status", "git status -s", "git", "git status-evil"], ["git status"]],
    ["cat *", ["cat", "cat a", "cat a b", "catalog a"], ["cat", "cat a", "cat a b"]],
    ["ls*", ["ls", "ls -l", "lsof", "lsof -i"], ["ls", "ls -l"]],
    [
      "npm run test*",
      ["npm run test", "npm run test:unit x", "npm run tes", "npm run"],
      ["npm run test", "npm run test:unit x"],
    ],
    [
      "git * --stat",
      ["git diff --stat", "git --stat", "git a b --stat", "git diff --stat x"],
      ["git diff --stat"],
    ],
    ["rm *.log", ["rm a.log", "rm a.log b.log", "rm a.txt"], ["rm a.log"]],
    ["l*s x", ["ls x", "lots x", "l/s x"], ["ls x", "lots x"]],
    ["git * *", ["git", "git a", "git a b c"], ["git a", "git a b c"]],
    ["git **", ["git", "git a b"], ["git", "git a b"]],
    ["", ["", "git"], []],
    ["   ", ["", "git"], []],
  ])("reads %j as a list of words [R144]", (pattern, commands, expected) => {
    expect(allowed(pattern, commands)).toEqual(expected);
  });

  it("groups a word by quotes, and takes a quote that never closes as text", () => {
    const grouped = compileArgvPattern(`git commit -m "two words" 'and more'`);
    expect(grouped.matches(["git", "commit", "-m", "two words", "and more"])).toBe(true);
    expect(grouped.literal).toBe(true);
    expect(compileArgvPattern("echo don't *").matches(["echo", "don't", "x"])).toBe(true);
  });

  it("wants the bare name exactly where it allows, and the base name where it restricts", () => {
    const names = ["rm x", "/bin/rm x", "./rm x", "RM x", "/bin/RM x", "arm x"];
    expect(allowed("rm *", names)).toEqual(["rm x"]);
    expect(restricted("rm *", names)).toEqual(["rm x", "/bin/rm x", "./rm x", "RM x", "/bin/RM x"]);
    expect(
      allowed("./scripts/*", ["./scripts/a.sh x", "./scripts/../b x", "scripts/a.sh x"]),
    ).toEqual(["./scripts/a.sh x"]);
    expect(allowed("./scripts/* -n", ["./scripts/a -n", "./scripts/a x -n"])).toEqual([
      "./scripts/a -n",
    ]);
    expect(restricted("/bin/rm *", ["/bin/rm x", "rm x"])).toEqual(["/bin/rm x"]);
    expect(allowed("* --version", ["node --version", "./node --version"])).toEqual([
      "node --version",
    ]);
  });

  it("matches a dynamic word by a lone star or the rest, never by a text or a prefix", () => {
    expect(allowed("git *", ["git $x", "git a $x"])).toEqual(["git $x", "git a $x"]);
    expect(allowed("git push", ["git $x"])).toEqual([]);
    expect(allowed("git p*", ["git $x", "git push $x"])).toEqual(["git push $x"]);
    expect(allowed("git *x y", ["git $x y"])).toEqual([]);
    expect(allowed("git * y", ["git $x y"])).toEqual(["git $x y"]);
  });

  it("lets a dynamic name be allowed by everything only", () => {
    expect(allowed("*", ["$x a", "git a"])).toEqual(["$x a", "git a"]);
    expect(allowed("**", ["$x a"])).toEqual(["$x a"]);
    expect(allowed("* *", ["$x a"])).toEqual([]);
    expect(restricted("* *", ["$x a", "git a"])).toEqual(["$x a", "git a"]);
    expect(restricted("git *", ["$x a"])).toEqual([]);
  });

  it.each([
    ["*", "* *", true],
    ["git *", "git push *", true],
    ["git push *", "git push origin main", true],
    ["git push *", "git *", false],
    ["ls*", "ls *", true],
    ["ls *", "ls*", true],
    ["npm run test*", "npm run test:unit", true],
    ["npm run *", "npm run test*", true],
    ["git * --stat", "git diff --stat", true],
    ["git *", "./git x", false],
    ["* x", "./git x", false],
    ["git status", "git status *", false],
    ["* *", "*", false],
  ])("%s covers %s: %s", (wide, narrow, expected) => {
    expect(compileArgvPattern(wide).covers(compileArgvPattern(narrow))).toBe(expected);
  });

  it("reads a pattern in time, however many stars it has in a row", { timeout: 60_000 }, () => {
    const stars = "*".repeat(200_000);
    expect(compileArgvPattern(`a${stars}b*`).matches(["axb"])).toBe(true);
  });
});
