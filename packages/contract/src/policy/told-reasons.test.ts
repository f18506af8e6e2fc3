import { expect, it } from "vitest";
import type { RuleReference } from "./rule.ts";
import { toldReasons } from "./told-reasons.ts";

it("puts what a person can act on first, the rule after it, and silence of the rules last", () => {
  const rule = {
    rule: { permission: "*", pattern: "*", action: "ask" },
  } as unknown as RuleReference;
  const silent = { judge: "rules" } as const;
  const asked = { judge: "rules", rule } as const;
  const floor = { judge: "floor" } as const;
  expect(toldReasons([silent, asked, floor])).toEqual([floor, asked, silent]);
});
