import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { gitKey, parseGitConfig } from "./parse-git-config.ts";

const hasGit: boolean = spawnSync("git", ["--version"]).status === 0;

describe("git's configuration", () => {
  it("is read with subsections, quotes, escapes and continued lines", () => {
    const text = `[core]\n\tbare = false\n[Filter "A b"] Clean = "x; y" \\\n  z # end\n[old.Sub]\nflag\n`;
    expect(parseGitConfig(text)).toEqual([
      { section: "core", subsection: null, name: "bare", value: "false" },
      { section: "filter", subsection: "A b", name: "clean", value: "x; y   z" },
      { section: "old", subsection: "sub", name: "flag", value: "true" },
    ]);
  });

  it("has no continued comments", () => {
    expect(parseGitConfig("# one \\\n[a]\nb = c ; two \\\nd = e\n")).toMatchObject([
      { name: "b", value: "c" },
      { name: "d", value: "e" },
    ]);
  });
});

describe.skipIf(!hasGit)("against git itself (needs git)", () => {
  const pieces = [
    ...["[a]", '[filter "x"]', "[b.c]", '["x"]', "[ a]", '[a "b\\"c"]', '[a "d"', "]"],
    ...["\n", "\r\n", " ", "\t", "\\\n", "\\", "#", ";", '"', "=", "clean", "key = value", "x=y"],
    ...["\\n", "\\x", "\uFEFF", "\0", "é"],
  ];

  it("finds every key that git finds", () => {
    const folder = mkdtempSync(join(tmpdir(), "toolplane-git-config-"));
    const file = join(folder, "config");
    try {
      fc.assert(
        fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 14 }), (parts) => {
          const text = parts.join("");
          writeFileSync(file, text);
          const git = spawnSync("git", ["config", "-f", file, "--list", "--name-only", "-z"], {
            encoding: "utf8",
          });
          if (git.status !== 0) return;
          const ours = new Set(parseGitConfig(text).map(gitKey));
          const missed = git.stdout.split("\0").filter((key) => key !== "" && !ours.has(key));
          expect(missed).toEqual([]);
        }),
        { numRuns: 150 },
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
