import type { Command } from "../../command/command.ts";

export const skillsCommand: Command = {
  name: "skills",
  group: "Look",
  summary: "List the skills that were found, where, and what was left out and why.",
  description: [
    "A skill is a folder with a SKILL.md: instructions that an agent loads when a",
    "task calls for them. They are looked for in .agents/skills and .claude/skills,",
    "of the project first, then of your home, then in skillPaths and skillUrls of",
    "your configuration; the first of a name counts. Skills of a project are other",
    "people's text: toolplane trust shows them, and none is used before.",
  ].join("\n"),
  arguments: [{ name: "name", summary: "One skill, with its whole text." }],
  options: {},
  examples: [
    { line: "toolplane skills", meaning: "All of them, and what was left out." },
    { line: "toolplane skills --json", meaning: "The same for a program." },
  ],
  load: async () => (await import("./run-skills.ts")).runSkills,
};
