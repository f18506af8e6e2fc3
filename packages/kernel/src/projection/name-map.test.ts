import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createNameMap, MCP_NAMES, MODEL_NAMES } from "./name-map.ts";

const long = `mcp__${"server".repeat(12)}__tool`;

describe("createNameMap", () => {
  it("leaves names that fit as they are", () => {
    const names = ["read", "mcp__github__create_issue", "x-y", "a".repeat(64)];
    const map = createNameMap(names, MODEL_NAMES);
    expect(names.map((name) => map.shown(name))).toEqual(names);
    expect(names.map((name) => map.flat(name))).toEqual(names);
  });

  it("replaces strange characters, cuts, and adds a digest of the whole name", () => {
    const names = ["mcp:github.create_issue", "mcp_github_create_issue", long, "日本"];
    const map = createNameMap(names, MODEL_NAMES);
    const shown = names.map((name) => map.shown(name));
    expect(shown).toEqual([
      "mcp_github_create_issue_h3bd481ae",
      "mcp_github_create_issue",
      "mcp__serverserverserverserverserverserverserverservers_h2d25ea7b",
      "___hac3da3e9",
    ]);
    expect(shown.map((name) => map.flat(name))).toEqual(names);
  });

  it("keeps dots for MCP, whose names may be longer too", () => {
    const map = createNameMap(["github.create_issue", long, "mcp:x"], MCP_NAMES);
    expect(map.shown("github.create_issue")).toBe("github.create_issue");
    expect(map.shown(long)).toBe(long);
    expect(map.shown("mcp:x")).toMatch(/^mcp_x_h[0-9a-f]{8}$/);
  });

  it("never lets a tool take the name that another will be shown under", () => {
    const victim = "github.create_issue";
    const target = createNameMap([victim], MODEL_NAMES).shown(victim);
    for (const names of [
      [victim, target],
      [target, victim],
    ]) {
      const map = createNameMap(names, MODEL_NAMES);
      expect(map.shown(victim)).toBe(target);
      expect(map.flat(target)).toBe(victim);
      expect(map.shown(target)).not.toBe(target);
    }
  });

  it("lets a name through that was never shown", () => {
    expect(createNameMap(["read"], MODEL_NAMES).flat("made_up")).toBe("made_up");
  });

  it("gives every list short, unique names that lead back and do not depend on the list", () => {
    const part = fc.constantFrom(
      "a",
      "B",
      "_",
      "__",
      ".",
      ":",
      "-",
      "é",
      "\ud800",
      "_h00000000",
      "x".repeat(40),
    );
    const name = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    const rules = fc.constantFrom(MODEL_NAMES, MCP_NAMES);
    fc.assert(
      fc.property(fc.uniqueArray(name, { maxLength: 12 }), rules, (names, rule) => {
        const map = createNameMap(names, rule);
        const shown = names.map((each) => map.shown(each));
        expect(new Set(shown).size).toBe(names.length);
        expect(shown.every((each) => rule.fits.test(each))).toBe(true);
        expect(shown.map((each) => map.flat(each))).toEqual(names);
        const alone = names.map((each) => createNameMap([each], rule).shown(each));
        expect(alone).toEqual(shown);
        expect(names.map((each) => createNameMap(names.toReversed(), rule).shown(each))).toEqual(
          shown,
        );
      }),
    );
  });
});
