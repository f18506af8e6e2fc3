import { describe, expect, it } from "vitest";
import { nameTriggers } from "./name-triggers.ts";
import { patternShape } from "./pattern-shape.ts";

describe("patternShape", () => {
  it.each([
    ["/ws/**", { head: "/ws", literal: false, tree: true, last: "ws", tail: 1, stars: 0 }],
    ["/**/.env", { head: "/", literal: false, tree: false, last: ".env", tail: 1, stars: 1 }],
    [
      "/**/.git/hooks/**",
      { head: "/", literal: false, tree: true, last: "hooks", tail: 2, stars: 1 },
    ],
    [
      "/ws/a\\*b",
      { head: "/ws/a*b", literal: true, tree: false, last: "a\\*b", tail: 2, stars: 0 },
    ],
    ["/ws/*.x", { head: "/ws", literal: false, tree: false, last: "*.x", tail: 2, stars: 0 }],
    ["/**", { head: "/", literal: false, tree: true, last: null, tail: 0, stars: 0 }],
    ["/a/**/b/**/c/", { head: "/a", literal: false, tree: true, last: "c", tail: 1, stars: 2 }],
  ])("reads the outline of %s", (pattern, shape) => {
    expect(patternShape(pattern)).toEqual(shape);
  });
});

describe("nameTriggers", () => {
  const triggers = nameTriggers(["/**/.env", "/**/*.pem", "/ws/secrets/**", "/ws/a\\*"]);

  it.each([".env", ".ENV", "x.pem", "X.PEM", "secrets", "a*", "é"])("asks about %s", (name) => {
    expect(triggers.test(name)).toBe(true);
  });

  it.each(["env", "xpem", "a", "ab", "index.ts"])("does not ask about %s", (name) => {
    expect(triggers.test(name)).toBe(false);
  });

  it("asks about every name when a pattern is not ASCII", () => {
    expect(nameTriggers(["/**/é"]).test("x")).toBe(true);
    expect(nameTriggers(["/ws/*"]).neutral).toBeNull();
  });

  it("asks about no other name because of many stars, and is not slow", () => {
    const many = nameTriggers([`/**/${"*a".repeat(60)}*b`]);
    expect(many.test("a".repeat(250))).toBe(false);
    expect(many.test(`${"a".repeat(250)}B`)).toBe(true);
  });
});
