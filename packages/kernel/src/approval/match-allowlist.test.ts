import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callKeys } from "./call-keys.ts";
import { matchesAllowlist } from "./match-allowlist.ts";
import { file, unit } from "./resource.fixture.ts";

describe("matchesAllowlist", () => {
  it("matches a tool's name for any key, also when there is none [R133]", () => {
    expect(matchesAllowlist(["web_fetch"], "web_fetch", ["https://h:443"])).toBe(true);
    expect(matchesAllowlist(["web_fetch"], "web_fetch", [])).toBe(true);
    expect(matchesAllowlist(["web_fetch"], "web_search", ["q"])).toBe(false);
    expect(matchesAllowlist(["*"], "bash", [])).toBe(false);
    expect(matchesAllowlist([], "bash", ["k"])).toBe(false);
  });

  it("matches a key pattern, alone or behind the tool's name [R133]", () => {
    const keys = ["fs.write:/w/src/a.ts"];
    expect(matchesAllowlist(["fs.write:/w/src/*"], "write", keys)).toBe(true);
    expect(matchesAllowlist(["write:fs.write:/w/*"], "write", keys)).toBe(true);
    expect(matchesAllowlist(["edit:fs.write:/w/*"], "write", keys)).toBe(false);
    expect(matchesAllowlist(["write:/w/*"], "write", keys)).toBe(false);
    expect(matchesAllowlist(["*"], "write", keys)).toBe(true);
  });

  it("wants every key of the call matched, by whichever entries", () => {
    const keys = ["$ git status @ /w", "$ npm test @ /w"];
    expect(matchesAllowlist(["npm test"], "bash", keys)).toBe(false);
    expect(matchesAllowlist(["npm test", "bash:git *"], "bash", keys)).toBe(true);
  });

  it("takes a command without its directory, and never with its redirects unseen", () => {
    const key = (words: readonly string[], to?: string): readonly string[] =>
      (
        callKeys(
          { id: "bash", approvalKey: null },
          {},
          {
            resources: [
              unit(0, words),
              ...(to === undefined
                ? []
                : [file("fs.write", to, { via: "redirect", unitIndex: 0 })]),
            ],
          },
        ) ?? []
      ).map((entry) => entry.key);
    expect(matchesAllowlist(["npm test"], "bash", key(["npm", "test"]))).toBe(true);
    expect(matchesAllowlist(["$ npm test @ /w"], "bash", key(["npm", "test"]))).toBe(true);
    expect(matchesAllowlist(["$ npm test @ /x"], "bash", key(["npm", "test"]))).toBe(false);
    expect(matchesAllowlist(["npm test"], "bash", key(["npm", "test", "x"]))).toBe(false);
    expect(matchesAllowlist(["npm test"], "bash", key(["npm test"]))).toBe(false);
    expect(matchesAllowlist(["git log *"], "bash", key(["git", "log", "-1"]))).toBe(true);
    expect(matchesAllowlist(["git log *"], "bash", key(["git", "log", "-1"], "/w/a.ts"))).toBe(
      false,
    );
  });

  it("does not cut a path in two that happens to look like a command's key", () => {
    expect(matchesAllowlist(["fs.read:/a"], "read", ["fs.read:/a @ /b"])).toBe(false);
  });

  it("reads every character but the star as itself, anchored at both ends", () => {
    const piece = fc.constantFrom("a", "b", ".", "?", "[a]", "*", "\\", "(", "+", "/");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 7 }).map((parts) => parts.join("")),
        fc
          .array(piece, { minLength: 1, maxLength: 7 })
          .map((parts) => parts.join("").replaceAll("*", "")),
        (pattern, key) => {
          fc.pre(key !== "" && pattern !== "t");
          const regex = new RegExp(
            `^${pattern
              .split("*")
              .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"))
              .join("[\\s\\S]*")}$`,
          );
          expect(matchesAllowlist([pattern], "t", [key])).toBe(regex.test(key));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
