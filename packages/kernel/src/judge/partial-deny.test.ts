import type { Resource, Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy, type Policy } from "../policy/compile-policy.ts";
import { isUnread, partialDeny } from "./partial-deny.ts";

function policyOf(...patterns: readonly string[]): Policy {
  const rules = patterns.map(
    (pattern): Rule => ({ permission: "shell.run", pattern, action: "deny" }),
  );
  return compilePolicy({ layers: [{ scope: "session", rules }], variables: {} });
}

const BASH = { id: "bash" };

describe("partialDeny", () => {
  it("is the first rule that denies some uses of a program, in any of the policies", () => {
    const none = policyOf();
    const some = policyOf("git push *");
    expect(partialDeny({ base: some, restrictions: [] }, BASH)?.rule.pattern).toBe("git push *");
    expect(partialDeny({ base: none, restrictions: [none, some] }, BASH)).not.toBeNull();
    expect(partialDeny({ base: none, restrictions: [] }, BASH)).toBeNull();
  });

  it("is none where a program is denied altogether, or every command is", () => {
    for (const pattern of ["git *", "**"])
      expect(partialDeny({ base: policyOf(pattern), restrictions: [] }, BASH)).toBeNull();
  });
});

describe("isUnread", () => {
  it("holds for commands and for what cannot be read that run something nobody has seen", () => {
    const unit = { argv: ["sh", "-c", "x"], cwd: "/ws", text: "sh -c x" };
    const common = { origin: "direct", via: "unit" } as const;
    const run = { ...common, capability: "shell.run", unitIndex: 0 } as const;
    const dark = {
      ...common,
      capability: "opaque",
      of: "shell.run",
      text: "$x",
      reason: "",
    } as const;
    const rows: readonly (readonly [Resource, boolean])[] = [
      [{ ...run, unit }, false],
      [{ ...run, unit: { ...unit, unreadProgram: true } }, true],
      [dark, false],
      [{ ...dark, unreadProgram: true }, true],
    ];
    for (const [resource, unread] of rows) expect(isUnread(resource)).toBe(unread);
  });
});
