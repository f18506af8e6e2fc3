import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readGitRemotes } from "./read-git-remotes.ts";

const base = mkdtempSync(join(tmpdir(), "toolplane-remotes-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

function configure(text: string): string {
  mkdirSync(join(base, ".git/objects"), { recursive: true });
  mkdirSync(join(base, ".git/refs"), { recursive: true });
  mkdirSync(join(base, "src"), { recursive: true });
  writeFileSync(join(base, ".git/HEAD"), "ref: refs/heads/main\n");
  writeFileSync(join(base, ".git/config"), text);
  return base;
}

describe("readGitRemotes", () => {
  it("gives where a push goes, from any folder of the work tree", () => {
    const root = configure(`[remote "origin"]
  url = https://git.example/ours.git
[remote "fork"]
  url = https://git.example/read.git
  pushurl = ssh://git@git.example/write.git
`);
    const remotes = [
      { name: "origin", meant: ["https://git.example/ours.git"] },
      { name: "fork", meant: ["ssh://git@git.example/write.git"] },
    ];
    expect(readGitRemotes(root)).toEqual(remotes);
    expect(readGitRemotes(join(root, "src"))).toEqual(remotes);
  });

  it("counts what rewrites addresses as part of their meaning", () => {
    const plain = '[remote "origin"]\n  url = https://git.example/ours.git\n';
    const before = readGitRemotes(configure(plain));
    const after = readGitRemotes(
      configure(`${plain}[url "https://evil.example/"]\n  insteadOf = https://git.example/\n`),
    );
    expect(after[0]?.meant).not.toEqual(before[0]?.meant);
  });

  it("knows none where there is no repository", () => {
    const root = configure("");
    expect(readGitRemotes(root)).toEqual([]);
    expect(readGitRemotes(join(base, "nowhere"))).toEqual([]);
  });
});
