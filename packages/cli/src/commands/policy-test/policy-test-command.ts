import type { Command } from "../../command/command.ts";

/** `toolplane policy test [FILE…]`: examples of rules, and calls with their expected verdicts. */
export const policyTestCommand: Command = {
  name: "policy test",
  group: "Decide",
  summary: "Test rules: their own examples, and calls with the verdict they must get.",
  description: [
    "A rule file is tested by the examples in it (match, no_match). A test file",
    'lists calls: { "tests": [ { "tool": "bash", "arguments": { "command": "npm',
    'test" }, "expect": "allow" } ] }. It tests the rules in force, or those that',
    'its "rules" names. Without FILE: all rules in force, and the test files',
    ".toolplane/policy.test.jsonc and policy.test.jsonc of your configuration.",
    'A test may say what the session was shown and what the person wrote: "seen":',
    '["private", "untrusted"], "said": "push to origin".',
    "Nothing runs. Exit status 1 when a verdict differs.",
  ].join("\n"),
  arguments: [{ name: "file", summary: "Rule files and test files.", rest: true }],
  examples: [
    { line: "toolplane policy test", meaning: "Everything that is there; for CI." },
    { line: "toolplane policy test rules.test.jsonc", meaning: "One file." },
  ],
  load: async () => (await import("./run-policy-test.ts")).runPolicyTest,
};
