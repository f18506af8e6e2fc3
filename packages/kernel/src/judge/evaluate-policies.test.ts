import type { Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy, type Policy } from "../policy/compile-policy.ts";
import { evaluatePolicies } from "./evaluate-policies.ts";

type Action = Rule["action"];

function policy(...actions: readonly (Action | null)[]): Policy {
  const rules = actions.flatMap((action) =>
    action ? [{ permission: "fs.write", pattern: "/ws/a", action }] : [],
  );
  return compilePolicy({ layers: [{ scope: "session", rules }], variables: {} });
}

function actionOf(base: Action | null, ...restrictions: readonly (Action | null)[]) {
  const resource = {
    capability: "fs.write",
    path: "/ws/a",
    real: "/ws/a",
    via: "argument",
  } as const;
  const policies = { base: policy(base), restrictions: restrictions.map((one) => policy(one)) };
  return evaluatePolicies(policies, resource, { id: "write" }).action;
}

describe("evaluatePolicies", () => {
  it("takes the severest of all restrictions on the way", () => {
    expect(actionOf("allow", "ask", "deny")).toBe("deny");
    expect(actionOf("allow", "deny", "ask")).toBe("deny");
    expect(actionOf("allow", null, "allow", "deny")).toBe("deny");
    expect(actionOf("allow", "allow", null, "ask")).toBe("ask");
    expect(actionOf(null, null, "ask")).toBe("ask");
  });

  it("never lets a restriction loosen what was found before it", () => {
    expect(actionOf("deny", "allow", "ask")).toBe("deny");
    expect(actionOf("ask", "allow")).toBe("ask");
    expect(actionOf("ask", null)).toBe("ask");
    expect(actionOf(null, "allow")).toBe(null);
  });
});
