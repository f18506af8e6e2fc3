import type { Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "./compile-policy.ts";
import { evaluateRules } from "./evaluate-rules.ts";

const workspace: Rule = { permission: "fs.read", pattern: "{workspace}/**", action: "allow" };

function judgeTree(root: string, rules: readonly Rule[], real = root) {
  const policy = compilePolicy({
    layers: [{ scope: "session", rules }],
    variables: { workspace: ["/ws"] },
  });
  const target = {
    capability: "fs.read",
    path: root,
    real,
    tree: true,
    via: "argument",
  } as const;
  return evaluateRules(policy, target, { id: "grep" });
}

describe("a tree that is read", () => {
  it.each(["deny", "ask"] as const)(
    "a rule that names the root of a tree that is read decides: %s",
    (action) => {
      const found = judgeTree("/ws/.env", [
        workspace,
        { permission: "fs.read", pattern: "**/.env", action },
      ]);
      expect(found).toMatchObject({ action, cuts: [] });
    },
  );

  it("a rule that names a part of a tree that is read cuts it out", () => {
    const found = judgeTree("/ws", [
      workspace,
      { permission: "fs.read", pattern: "**/.env", action: "deny" },
    ]);
    expect(found.action).toBe("allow");
    expect(found.cuts.map(({ reference }) => reference.rule.pattern)).toEqual(["**/.env"]);
  });

  it("rules cut parts out below either name of a tree that is read", () => {
    const rules = ["/ws/link/a/**", "/far/b/**"].map(
      (pattern): Rule => ({ permission: "fs.read", pattern, action: "deny" }),
    );
    const all: Rule = { permission: "fs.read", pattern: "**", action: "allow" };
    const cuts = (path: string, real: string) =>
      judgeTree(path, [all, ...rules], real)
        .cuts.map(({ reference }) => reference.rule.pattern)
        .toSorted();
    expect(cuts("/ws/link", "/far")).toEqual(["/far/b/**", "/ws/link/a/**"]);
    expect(cuts("/far", "/ws/link")).toEqual(["/far/b/**", "/ws/link/a/**"]);
  });

  it("a rule that names only the root of a tree does not allow it", () => {
    expect(
      judgeTree("/ws", [{ permission: "fs.read", pattern: "/ws", action: "allow" }]).action,
    ).toBeNull();
  });
});
