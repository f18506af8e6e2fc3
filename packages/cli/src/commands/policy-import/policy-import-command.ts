import type { Command } from "../../command/command.ts";

/** `toolplane policy import SOURCE [FILE…]`: rules of other programs. */
export const policyImportCommand: Command = {
  name: "policy import",
  group: "Decide",
  summary: "Translate the rules of Claude Code, opencode, Codex or Gemini CLI.",
  description: [
    "Prints a rule file, and what became of every line: taken as it is, stricter,",
    "or not to be said. What was denied or asked about there never runs unasked",
    "here by an imported rule. Without FILE the files are looked for where the",
    "program keeps them, in the project and in your home.",
  ].join("\n"),
  arguments: [
    { name: "source", summary: "claude-code, opencode, codex or gemini.", required: true },
    { name: "file", summary: "Files of that program.", rest: true },
  ],
  options: {
    write: { type: "flag", summary: "Add the rules to the project's policy.jsonc." },
    global: { type: "flag", summary: "Read your own files only; --write adds to your own rules." },
  },
  examples: [
    { line: "toolplane policy import claude-code", meaning: "Look at it first." },
    { line: "toolplane policy import opencode --write", meaning: "Add the rules." },
  ],
  load: async () => (await import("./run-policy-import.ts")).runPolicyImport,
};
