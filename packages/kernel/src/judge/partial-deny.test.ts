import type { Resource, Rule, ShellUnit } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy, type Policy } from "../policy/compile-policy.ts";
import { partialDeny } from "./partial-deny.ts";

function policyOf(...patterns: readonly string[]): Policy {
  const rules = patterns.map(
    (pattern): Rule => ({ permission: "shell.run", pattern, action: "deny" }),
  );
  return compilePolicy({ layers: [{ scope: "session", rules }], variables: {} });
}

const BASH = { id: "bash" };
const common = { origin: "direct", via: "unit" } as const;
const unit: ShellUnit = { argv: ["sh", "-c", "x"], cwd: "/ws", text: "sh -c x" };
const runOf = (more: Partial<ShellUnit>): Resource => ({
  ...common,
  capability: "shell.run",
  unitIndex: 0,
  unit: { ...unit, ...more },
});
const dark: Resource = {
  ...common,
  capability: "opaque",
  of: "shell.run",
  text: "$x",
  reason: "",
};
const UNREAD = runOf({ unreadProgram: true });

describe("partialDeny", () => {
  it("finds the first rule that denies some uses of a program, in any of the policies", () => {
    const none = policyOf();
    const some = policyOf("git push *");
    const found = partialDeny({ base: some, restrictions: [] }, BASH, UNREAD);
    expect(found?.rule.pattern).toBe("git push *");
    expect(partialDeny({ base: none, restrictions: [none, some] }, BASH, UNREAD)).not.toBeNull();
    expect(partialDeny({ base: none, restrictions: [] }, BASH, UNREAD)).toBeNull();
  });

  it("finds no partial deny where a program is denied altogether, or every command is", () => {
    for (const pattern of ["git *", "**"])
      expect(partialDeny({ base: policyOf(pattern), restrictions: [] }, BASH, UNREAD)).toBeNull();
  });

  it("asks about code that was not read, and about words that could be the denied ones", () => {
    const policies = { base: policyOf("git push *", "rm -rf *"), restrictions: [] };
    const x = { dynamic: "$x" };
    const rows: readonly (readonly [Resource, boolean])[] = [
      [runOf({}), false],
      [UNREAD, true],
      [dark, false],
      [{ ...dark, unreadProgram: true } as Resource, true],
      [runOf({ argv: ["git", x] }), true],
      [runOf({ argv: ["git", "--bare", x], alternates: [["git", x]] }), true],
      [runOf({ argv: ["git", "commit", x] }), false],
      [runOf({ argv: ["npm", x] }), false],
      // An option is not taken for what a rule names.
      [runOf({ argv: ["rm", x] }), false],
    ];
    for (const [index, [resource, held]] of rows.entries())
      expect([index, partialDeny(policies, BASH, resource) !== null]).toEqual([index, held]);
  });
});
