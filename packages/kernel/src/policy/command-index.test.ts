import type { Rule, ShellUnit, ShellWord } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePolicy } from "./compile-policy.ts";
import { SUBJECTS } from "./rule/subjects.ts";

const name = fc.constantFrom("rm", "RM", "/bin/rm", "./rm", "git", "Git", "g", "a/b", "");
const pattern = fc.constantFrom(
  ...["rm *", "RM", "/bin/rm -rf", "git push *", "GIT*", "g*t push", "* -rf", "./rm", "./*", "*"],
  ...["**", "***", "", "git", "git {workspace}", "a/b *"],
);
const rule = fc.record({
  permission: fc.constantFrom("shell.run", "*", "bash"),
  pattern,
  action: fc.constantFrom("allow", "ask", "deny"),
}) as fc.Arbitrary<Rule>;
const word: fc.Arbitrary<ShellWord> = fc.oneof(name, fc.constant({ dynamic: "$x" }));
const argv = fc
  .tuple(word, fc.array(fc.constantFrom("push", "-rf", "/ws"), { maxLength: 2 }))
  .map(([first, rest]) => [first, ...rest]);

describe("the index of rules about commands", () => {
  it("finds every rule that matches, in the order of the rules", () => {
    fc.assert(
      fc.property(
        fc.array(rule, { maxLength: 12 }),
        argv,
        fc.option(fc.array(argv, { maxLength: 2 }), { nil: undefined }),
        (rules, words, alternates) => {
          const policy = compilePolicy({
            layers: [{ scope: "project", rules }],
            variables: { workspace: ["/ws"] },
          });
          const unit: ShellUnit = {
            argv: words,
            cwd: "/ws",
            text: "",
            ...(alternates ? { alternates } : {}),
          };
          const matching = (all: ReturnType<typeof policy.rulesFor>) =>
            all
              .filter((one) => SUBJECTS.argv.matches(one, { capability: "shell.run", unit }))
              .map(({ index }) => index);
          for (const toolId of ["bash", null])
            expect(matching(policy.rulesForCommand(unit, toolId))).toEqual(
              matching(policy.rulesFor("shell.run", toolId)),
            );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("leaves out rules about other programs", () => {
    const rules: readonly Rule[] = [
      { permission: "shell.run", pattern: "git push *", action: "deny" },
      { permission: "shell.run", pattern: "rm *", action: "ask" },
      { permission: "shell.run", pattern: "*", action: "ask" },
    ];
    const policy = compilePolicy({ layers: [{ scope: "project", rules }], variables: {} });
    const found = policy.rulesForCommand({ argv: ["/usr/bin/RM"], cwd: "/", text: "" }, null);
    expect(found.map(({ index }) => index)).toEqual([1, 2]);
  });
});
