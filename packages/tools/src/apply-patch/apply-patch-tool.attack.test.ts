import type { Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { openEditWorld } from "../fixtures/edit-world.fixture.ts";
import { applyPatchTool } from "./apply-patch-tool.ts";

const files = {
  "src/a.ts": "export const a = 1;\n",
  "b.md": "hello\n",
  "empty.txt": "",
  "/outside/secret.txt": "CANARY\n",
  ".git/config": "[core]\n",
};
const allowed: readonly Rule[] = [
  { permission: "fs.read", pattern: "{workspace}/**", action: "allow" },
  { permission: "fs.write", pattern: "{workspace}/**", action: "allow" },
];
const add = (path: string) => `--- /dev/null\n+++ ${path}\n@@ -0,0 +1 @@\n+x\n`;
const good =
  "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-export const a = 1;\n+export const a = 2;\n";
const v4a = (text: string) => `*** Begin Patch\n${text}\n*** End Patch\n`;

async function refuse(patch: string, rules: readonly Rule[] = []) {
  const world = openEditWorld(applyPatchTool, {
    files,
    links: { link: "/outside/secret.txt", dir: "/outside" },
    rules: [...allowed, ...rules],
    only: true,
  });
  const before = [world.host.tree(), Object.keys(files).map((path) => world.host.fileText(path))];
  const result = await world.call({ patch });
  const after = [world.host.tree(), Object.keys(files).map((path) => world.host.fileText(path))];
  expect(after).toEqual(before);
  expect(JSON.stringify(result)).not.toContain("CANARY");
  return result.type === "error" ? result.code : "output";
}

describe("a patch that reaches out", () => {
  it.each([
    ["by dots", add("b/../outside/new.txt")],
    ["by dots behind a folder", add("b/src/../../outside/new.txt")],
    ["by an absolute path", add("/outside/new.txt")],
    ["by a sibling that begins like the workspace", add("/workspace-evil/new.txt")],
    ["by a quoted name", add('"b/\\056\\056/outside/new.txt"')],
    ["to delete", "--- a/../outside/secret.txt\n+++ /dev/null\n@@ -1 +0,0 @@\n-CANARY\n"],
    [
      "to copy from",
      "diff --git a/../outside/secret.txt b/got.txt\ncopy from ../outside/secret.txt\ncopy to got.txt\n",
    ],
    [
      "to rename from",
      "diff --git a/../outside/secret.txt b/got.txt\nrename from ../outside/secret.txt\nrename to got.txt\n",
    ],
    [
      "to rename to",
      "diff --git a/b.md b/../outside/b.md\nrename from b.md\nrename to ../outside/b.md\n",
    ],
    ["through a link to a file", "--- a/link\n+++ b/link\n@@ -1 +1 @@\n-CANARY\n+x\n"],
    ["through a link to a folder", add("b/dir/new.txt")],
    ["in the V4A text", v4a("*** Add File: ../outside/new.txt\n+x")],
    ["in a V4A move", v4a("*** Update File: b.md\n*** Move to: ../outside/b.md\n@@\n-hello\n+x")],
    ["in its last file only", `${good}${add("b/../outside/new.txt")}`],
  ])("a patch is refused %s", async (_, patch) => {
    // There is no person here to ask about what lies outside.
    expect(await refuse(patch)).toBe("permission_denied");
  });

  it.each([
    [
      "a file that a rule denies to write",
      "--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-hello\n+x\n",
      "fs.write",
    ],
    [
      "a file that a rule denies to read, by a copy",
      "diff --git a/b.md b/got.md\ncopy from b.md\ncopy to got.md\n",
      "fs.read",
    ],
    [
      "a file that a rule denies to read, by a move",
      v4a("*** Update File: b.md\n*** Move to: got.md\n@@\n-hello\n+x"),
      "fs.read",
    ],
    [
      "a file that a rule denies, behind one it allows",
      `${good}--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-hello\n+x\n`,
      "fs.write",
    ],
  ])("a patch is refused for %s", async (_, patch, permission) => {
    const rule: Rule = { permission, pattern: "{workspace}/b.md", action: "deny" };
    expect(await refuse(patch, [rule])).toBe("permission_denied");
  });

  it.each([".git/hooks/pre-commit", ".vscode/settings.json", ".mcp.json", "sub/.husky/pre-push"])(
    "a patch of the protected %s is refused without a person to ask",
    async (path) => {
      expect(await refuse(add(`b/${path}`))).toBe("permission_denied");
      expect(await refuse(v4a(`*** Add File: ${path}\n+x`))).toBe("permission_denied");
    },
  );
});

describe("a patch that is not what it says", () => {
  it.each([
    ["a link as a new file", `diff --git a/l b/l\nnew file mode 120000\n${add("b/l")}`],
    ["a set-uid mode", `diff --git a/x b/x\nnew file mode 104755\n${add("b/x")}`],
    [
      "headers that disagree",
      "diff --git a/b.md b/b.md\n--- a/b.md\n+++ b/src/a.ts\n@@ -1 +1 @@\n-hello\n+x\n",
    ],
    ["a NUL in a name", add("b/a\0b")],
    ["a quoted NUL in a name", add('"b/a\\000b"')],
    [
      "numbers past every file",
      "--- a/b.md\n+++ b/b.md\n@@ -99999999999999999999,1 +1 @@\n-hello\n+x\n",
    ],
    ["nothing", ""],
    ["counts that lie", "--- a/b.md\n+++ b/b.md\n@@ -1,9 +1 @@\n-hello\n+x\n"],
  ])("a patch is invalid with %s", async (_, patch) => {
    expect(await refuse(patch)).toBe("invalid_input");
  });

  it.each([
    ["its second file does not fit", `${good}--- a/b.md\n+++ b/b.md\n@@ -1 +1 @@\n-other\n+x\n`],
    ["it creates what is there", `${good}${add("b/b.md")}`],
    [
      "it renames onto what is there",
      "diff --git a/b.md b/src/a.ts\nrename from b.md\nrename to src/a.ts\n",
    ],
    [
      "it deletes more than it shows",
      `${good}--- a/src/a.ts\n+++ /dev/null\n@@ -1 +0,0 @@\n-export const a = 1;\n`,
    ],
  ])("a patch changes nothing when %s", async (_, patch) => {
    expect(await refuse(patch)).toBe("conflict");
  });

  it("changes nothing when a file is missing", async () => {
    expect(await refuse(`${good}--- a/no.md\n+++ b/no.md\n@@ -1 +1 @@\n-a\n+b\n`)).toBe(
      "not_found",
    );
    expect(await refuse(v4a("*** Add File: new.txt\n+x\n*** Delete File: no.md"))).toBe(
      "not_found",
    );
  });
});
