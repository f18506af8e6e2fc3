import type { PolicyLayer, Rule, RuleScope } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "./compile-policy.ts";
import { deniedPrograms } from "./denied-programs.ts";

/** `deny bash git push *`, with an optional scope in front: `manifest: deny …`. */
function layerOf(text: string): PolicyLayer {
  const [, scope = "session", action, permission = "", pattern = ""] =
    /^(?:(\w+): )?(allow|ask|deny) (\S+) (.*)$/.exec(text) ?? [];
  const rule: Rule = { permission, pattern, action: action as Rule["action"] };
  return { scope: scope as RuleScope, rules: [rule] };
}

const denied = (rules: readonly string[], tool = "bash") => {
  const policy = compilePolicy({ layers: rules.map(layerOf), variables: {} });
  const { absent, partial } = deniedPrograms(policy, tool);
  return { absent, partial: partial.map(({ reference }) => reference.rule.pattern) };
};

describe("deniedPrograms", () => {
  it("names a program that a rule denies in all its uses", () => {
    expect(denied(["deny shell.run curl *", "deny bash wget*"])).toEqual({
      absent: ["curl", "wget"],
      partial: [],
    });
    expect(denied(["deny shell.run /usr/bin/nc *"]).absent).toEqual(["nc"]);
    expect(denied(["deny bash curl *"], "git")).toEqual({ absent: [], partial: [] });
  });

  it("takes a rule about some uses for partial", () => {
    for (const rule of ["git push *", "rm", "* --force", "g*t x"])
      expect(denied([`deny bash ${rule}`])).toEqual({ absent: [], partial: [rule] });
  });

  it("leaves a program there where a narrower rule lets part of it run, but for a manifest's deny", () => {
    const narrower = ["deny shell.run git *", "allow shell.run git status *"];
    expect(denied(narrower)).toEqual({ absent: [], partial: ["git *"] });
    expect(denied(["deny shell.run git *", "ask shell.run git push *"]).absent).toEqual([]);
    expect(
      denied(["manifest: deny shell.run git *", "allow shell.run git status *"]).absent,
    ).toEqual(["git"]);
    expect(
      denied(["deny shell.run git *", "default: allow shell.run git status *"]).absent,
    ).toEqual(["git"]);
  });

  it("has nothing to say of rules about every command, about other things, or that only ask", () => {
    const rules = ["deny bash **", "deny fs.read **/.env", "ask bash git push *", "allow bash *"];
    expect(denied(rules)).toEqual({ absent: [], partial: [] });
  });
});
