import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folderKey, foldersKey, hostKey, pathKey, programKey } from "./approval-keys.ts";

describe("approval keys of the bundled preset", () => {
  it.each([
    ["a.txt", "."],
    ["./src/../a.txt", "."],
    ["src/lib/a.txt", "src/lib"],
    ["/etc/passwd", "/etc"],
    ["/a", "/"],
    ["../a/b", "../a"],
    ["src//a/./b", "src/a"],
  ])("the folder of %s is %s", (path, key) => {
    expect(folderKey(path)).toBe(key);
  });

  it.each([
    [undefined, "."],
    [".", "."],
    ["src/", "src"],
    ["/", "/"],
    ["a/../b", "b"],
  ])("the path %s is %s", (path, key) => {
    expect(pathKey(path)).toBe(key);
  });

  it("joins folders, sorted, each once", () => {
    expect(foldersKey(["src/b", "a.txt", "src/a"])).toBe(".|src");
  });

  it.each([
    ["https://Example.com:8080/x?y", "example.com"],
    ["http://[::1]/", "[::1]"],
    ["nonsense", "url"],
  ])("the host of %s is %s", (url, key) => {
    expect(hostKey(url)).toBe(key);
  });

  it.each([
    ["git status", "git"],
    ["  FOO=1 BAR='x' npm test", "npm"],
    [">out.txt echo hi", "echo"],
    ["2> err cmd", "cmd"],
    ["FOO=1", "command"],
    ["", "command"],
    ["npm test 2>&1", "npm"],
    ["ls && rm -rf src", "ls + rm"],
    ["ls; ls -l", "ls"],
    ["echo $(rm x)", "echo + rm"],
    ["if true; then rm x; fi", "true + rm"],
    ["cat a | { sort; }", "cat + sort"],
  ])("the program of %s is %s", (command, key) => {
    expect(programKey(command)).toBe(key);
  });

  it("differ where what they name differs, however long that is", () => {
    const long = `${"a/".repeat(300)}`;
    expect(folderKey(`${long}b/x`)).not.toBe(folderKey(`${long}c/x`));
    expect(pathKey("a\u0001")).not.toBe(pathKey("a?"));
  });

  it("are never empty, long, or hold control characters", () => {
    const keys = fc
      .string({ unit: "binary", maxLength: 400 })
      .map((text) => [
        folderKey(text),
        pathKey(text),
        foldersKey([text]),
        hostKey(text),
        programKey(text),
      ]);
    fc.assert(
      fc.property(keys, (all) => {
        for (const key of all) {
          expect(key.length).toBeGreaterThan(0);
          expect(Buffer.byteLength(key)).toBeLessThanOrEqual(1_024);
          expect(key).not.toMatch(/\p{Cc}/u);
        }
      }),
    );
  });
});
