import type { Command } from "../../command/command.ts";

/** `toolplane policy list`: the rules in force. */
export const policyListCommand: Command = {
  name: "policy list",
  group: "Decide",
  summary: "List the rules in force, each with its file and line.",
  description: [
    "The narrower rule wins; if two are equal, the stricter. A deny of yours, or in",
    "a tool's own file, always holds. A project's denies and asks hold at once, what",
    "it allows once you trust it. Where no rule of these matches, the default does.",
  ].join("\n"),
  options: {
    default: { type: "flag", summary: "Show the rules of the default policy too." },
    hits: { type: "flag", summary: "Say how often each rule decided a call, and when last." },
  },
  examples: [
    { line: "toolplane policy list", meaning: "What was decided here, and where it is written." },
    { line: "toolplane policy list --default", meaning: "With what holds unless said otherwise." },
    { line: "toolplane policy list --hits", meaning: "Which rules are used, and which never are." },
  ],
  load: async () => (await import("./run-policy-list.ts")).runPolicyList,
};

/** `toolplane policy` alone is the same. */
export const policyCommand: Command = { ...policyListCommand, name: "policy" };
