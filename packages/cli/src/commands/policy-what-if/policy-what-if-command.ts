import type { Command } from "../../command/command.ts";

/** `toolplane policy what-if FILE`: a draft over recorded calls. */
export const policyWhatIfCommand: Command = {
  name: "policy what-if",
  group: "Decide",
  summary: "Judge recorded calls by a draft of the rules; nothing runs.",
  description: [
    "The draft stands in for the project's policy.jsonc, everything else stays as",
    "it is. Every call that was recorded in this workspace is judged by the rules",
    "in force and by the draft, from the footprint it had then.",
  ].join("\n"),
  arguments: [{ name: "file", summary: "The draft, a rule file.", required: true }],
  options: {
    all: { type: "flag", summary: "List every call whose verdict changes." },
    days: { type: "number", value: "DAYS", summary: "How far back; 30 unless given." },
    global: {
      type: "flag",
      summary: "The draft stands in for your own rules, in every workspace.",
    },
    "fail-on": {
      type: "text",
      value: "WHAT",
      choices: ["ask", "deny", "loosen"],
      summary: "Exit 3 when a call would newly ask, be denied, or run.",
    },
  },
  examples: [
    { line: "toolplane policy what-if draft.jsonc", meaning: "What would change." },
    { line: "toolplane policy what-if draft.jsonc --fail-on deny", meaning: "For CI." },
  ],
  load: async () => (await import("./run-policy-what-if.ts")).runPolicyWhatIf,
};
