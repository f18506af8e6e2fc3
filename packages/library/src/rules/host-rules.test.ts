import type { PolicyLayer, Rule } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { findHostRules } from "./host-rules.ts";

function layer(
  scope: PolicyLayer["scope"],
  rows: readonly string[],
  more: Partial<PolicyLayer> = {},
): PolicyLayer {
  const rules = rows.map((row): Rule => {
    const [action, ...pattern] = row.split(" ");
    return {
      permission: "net.fetch",
      pattern: pattern.join(" "),
      action: action as Rule["action"],
    };
  });
  return { scope, rules, ...more };
}

describe("findHostRules", () => {
  it("names what a person's rules open to commands, and not what an untrusted file would", () => {
    const found = findHostRules([
      layer("default", ["allow docs.example"]),
      layer("project", ["allow a.example", "deny b.example", "ask c.example"]),
      layer("project", ["allow evil.example"], { untrusted: true }),
    ]);
    expect(found).toEqual({ opened: ["a.example"], read: [], readsAll: false });
  });

  it.each([
    ["deny GET api.example/v1/**", false],
    ["allow api.example/v1/**", false],
    ["deny WRITE *", true],
    ["deny POST *", true],
    ["ask POST *.example", false],
    ["deny */admin", true],
  ])("says of %s that requests have to be read", (row, readsAll) => {
    expect(findHostRules([layer("project", [row])])).toMatchObject({ read: [row], readsAll });
  });
});
