import type { Command } from "../../command/command.ts";

/** `toolplane policy fmt [FILE…]`: the one way to write a rule file. */
export const policyFmtCommand: Command = {
  name: "policy fmt",
  group: "Decide",
  summary: "Lay out rule files: one rule a line, in one order, comments kept.",
  description: [
    "Rules are put in order within blocks; a blank line keeps two blocks apart.",
    "Order decides nothing, so the policy stays the same. Without FILE: the",
    "project's policy.jsonc and your own. Exit status 1 with --check when a file",
    "would change.",
  ].join("\n"),
  arguments: [{ name: "file", summary: "Rule files.", rest: true }],
  options: { check: { type: "flag", summary: "Change nothing; say what would change." } },
  examples: [
    { line: "toolplane policy fmt", meaning: "All rule files here." },
    { line: "toolplane policy fmt --check", meaning: "For CI." },
  ],
  load: async () => (await import("./run-policy-fmt.ts")).runPolicyFmt,
};
