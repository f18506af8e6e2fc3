import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commandKey } from "../resource/command-kind.ts";
import { callKeys } from "./call-keys.ts";
import { matchesAllowlist } from "./match-allowlist.ts";
import { file, unit } from "./resource.fixture.ts";

describe("matchesAllowlist", () => {
  it("matches a tool's name for any key, also when there is none [R133]", () => {
    expect(matchesAllowlist(["web_fetch"], { tool: "web_fetch", keys: ["https://h:443"] })).toBe(
      true,
    );
    expect(matchesAllowlist(["web_fetch"], { tool: "web_fetch", keys: [] })).toBe(true);
    expect(matchesAllowlist(["web_fetch"], { tool: "web_search", keys: ["q"] })).toBe(false);
    expect(matchesAllowlist(["*"], { tool: "bash", keys: [] })).toBe(false);
    expect(matchesAllowlist([], { tool: "bash", keys: ["k"] })).toBe(false);
  });

  it("matches a key pattern, alone or behind the tool's name [R133]", () => {
    const keys = ["fs.write:/w/src/a.ts"];
    expect(matchesAllowlist(["fs.write:/w/src/*"], { tool: "write", keys })).toBe(true);
    expect(matchesAllowlist(["write:fs.write:/w/*"], { tool: "write", keys })).toBe(true);
    expect(matchesAllowlist(["edit:fs.write:/w/*"], { tool: "write", keys })).toBe(false);
    expect(matchesAllowlist(["write:/w/*"], { tool: "write", keys })).toBe(false);
    expect(matchesAllowlist(["*"], { tool: "write", keys })).toBe(true);
  });

  it("wants every key of the call matched, by whichever entries", () => {
    const keys = ["$ git status @ /w", "$ npm test @ /w"];
    expect(matchesAllowlist(["npm test"], { tool: "bash", keys })).toBe(false);
    expect(matchesAllowlist(["npm test", "bash:git *"], { tool: "bash", keys })).toBe(true);
  });

  it("takes a command without its directory, and never with its redirects unseen", () => {
    const key = (words: readonly string[], to?: string): readonly string[] =>
      (
        callKeys(
          { tool: { id: "bash" }, approvalKey: null },
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
    expect(matchesAllowlist(["npm test"], { tool: "bash", keys: key(["npm", "test"]) })).toBe(true);
    expect(
      matchesAllowlist(["$ npm test @ /w"], { tool: "bash", keys: key(["npm", "test"]) }),
    ).toBe(true);
    expect(
      matchesAllowlist(["$ npm test @ /x"], { tool: "bash", keys: key(["npm", "test"]) }),
    ).toBe(false);
    expect(matchesAllowlist(["npm test"], { tool: "bash", keys: key(["npm", "test", "x"]) })).toBe(
      false,
    );
    expect(matchesAllowlist(["npm test"], { tool: "bash", keys: key(["npm test"]) })).toBe(false);
    expect(matchesAllowlist(["git log *"], { tool: "bash", keys: key(["git", "log", "-1"]) })).toBe(
      true,
    );
    expect(
      matchesAllowlist(["git log *"], { tool: "bash", keys: key(["git", "log", "-1"], "/w/a.ts") }),
    ).toBe(false);
  });

  it("does not take a word of a command for the directory it runs in", () => {
    const keys = [commandKey({ argv: ["deploy", "now @ /w"], cwd: "/w", text: "" }, [])];
    expect(matchesAllowlist(['deploy "now'], { tool: "bash", keys })).toBe(false);
    expect(matchesAllowlist(['deploy "now @ /w"'], { tool: "bash", keys })).toBe(true);
  });

  it("does not cut a path in two that happens to look like a command's key", () => {
    expect(matchesAllowlist(["fs.read:/a"], { tool: "read", keys: ["fs.read:/a @ /b"] })).toBe(
      false,
    );
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
          expect(matchesAllowlist([pattern], { tool: "t", keys: [key] })).toBe(regex.test(key));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});
