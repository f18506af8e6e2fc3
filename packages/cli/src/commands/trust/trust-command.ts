import type { Command } from "../../command/command.ts";

export const trustCommand: Command = {
  name: "trust",
  group: "Decide",
  summary: "Look at a project's configuration, and let it apply.",
  description: [
    "What a project's .toolplane folder denies or asks about holds at once. What",
    "it allows or sets applies once you trusted it, and trust is in its content:",
    "after any change you are asked again. A project may hold rules and the",
    "configuration of tools. It cannot loosen what you denied, nor set mode,",
    "sandbox or anything else that guards you. No agent is told of its skills, in",
    ".agents/skills and .claude/skills, before you trusted their text, and no chat",
    "has its commands, in .toolplane/commands.",
  ].join("\n"),
  arguments: [{ name: "folder", summary: "With --revoke: another project than this one." }],
  options: {
    yes: { type: "flag", short: "y", summary: "Trust without being asked: for scripts." },
    list: { type: "flag", summary: "List the projects you trust." },
    revoke: { type: "flag", summary: "Take trust back." },
  },
  examples: [
    { line: "toolplane trust", meaning: "Shows what it says, what loosens first, and asks." },
    { line: "toolplane trust --revoke", meaning: "Nothing of this project applies any more." },
  ],
  load: async () => (await import("./run-trust.ts")).runTrust,
};
