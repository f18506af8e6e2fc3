import type { Command } from "../../command/command.ts";

/** `toolplane policy suggest`: rules from past answers. */
export const policySuggestCommand: Command = {
  name: "policy suggest",
  group: "Decide",
  summary: "Find rules that would have spared questions, each with its blast radius.",
  description: [
    "Rules are mined from what people answered in this workspace. A rule that would",
    "have let through anything a person rejected or a rule denied is not suggested.",
    "Nothing is put into force unless you say --write.",
  ].join("\n"),
  options: {
    days: { type: "number", value: "DAYS", summary: "How far back; 30 unless given." },
    limit: { type: "number", value: "COUNT", summary: "How many at the most; 10 unless given." },
    write: { type: "flag", summary: "Add them to the project's policy.jsonc." },
    global: { type: "flag", summary: "--write adds to your own rules." },
  },
  examples: [
    { line: "toolplane policy suggest", meaning: "Look at them." },
    { line: "toolplane policy suggest --limit 1 --write", meaning: "Take the first." },
  ],
  load: async () => (await import("./run-policy-suggest.ts")).runPolicySuggest,
};
