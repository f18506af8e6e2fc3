import type { Command } from "../../command/command.ts";

/** `toolplane policy explain TOOL …`: why a call would run, ask or be denied. */
export const policyExplainCommand: Command = {
  name: "policy explain",
  group: "Decide",
  summary: "Say what would come of a call, and why; nothing runs.",
  description: [
    "Arguments are given as for toolplane call. Every rule that was considered is",
    "named with its file and line: the one that wins, and why the others lost.",
    "Exit status: 0 it would run, 3 it would be denied, 4 a person would be asked.",
  ].join("\n"),
  arguments: [
    { name: "tool", summary: "Which one; toolplane tools lists them.", required: true },
    { name: "arguments", summary: "JSON, or words and options of the tool.", rest: true },
  ],
  options: {
    "args-file": {
      type: "text",
      value: "FILE",
      summary: "Read the arguments from a JSON file; - is standard input.",
    },
    rules: {
      type: "text",
      value: "FILE",
      summary: "Judge by this rule file in place of the project's.",
    },
    seen: {
      type: "text",
      value: "LABELS",
      summary: "As if the session had read such things: private,untrusted.",
    },
    said: { type: "text", value: "TEXT", summary: "As if the person had written this." },
  },
  examples: [
    { line: "toolplane policy explain read .env", meaning: "Who may read it?" },
    { line: "toolplane policy explain bash 'npm publish'", meaning: "A command." },
    {
      line: "toolplane policy explain web_fetch https://a.example --seen private,untrusted",
      meaning: "After both were read.",
    },
  ],
  takesAnyOption: true,
  load: async () => (await import("./run-policy-explain.ts")).runPolicyExplain,
};
