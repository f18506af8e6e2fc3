/** Notes on tools for a system prompt: those of the agent's tools only. */
import type { ToolSkill } from "./kit.ts";

/** Renders them; an empty text where none is about a tool that the agent has. */
export function renderToolSkills(skills: readonly ToolSkill[], tools: readonly string[]): string {
  const usable = skills.filter(({ tool }) => tools.includes(tool));
  if (usable.length === 0) return "";
  return ["# Notes on tools", ...usable.map(renderToolSkill)].join("\n\n");
}

function renderToolSkill({ tool, whenToUse, whenNotToUse, examples, tips }: ToolSkill): string {
  const part = (title: string, lines: readonly string[]): readonly string[] =>
    lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line}`)];
  return [
    `## ${tool}`,
    ...part("When to use", whenToUse),
    ...part("When not to use", whenNotToUse),
    ...part("Examples", examples),
    ...part("Tips", tips),
  ].join("\n");
}
