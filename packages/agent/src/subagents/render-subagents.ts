import type { SubagentType } from "./subagent-type.ts";

/** What a model is told of the kinds of subagents; empty where it has no tool to start one. */
export function renderSubagents(types: readonly SubagentType[]): string {
  if (types.length === 0) return "";
  return [
    "# Subagents (subagent_type of the tool task)",
    ...types.map(({ name, description }) => `- ${name}: ${description}`),
  ].join("\n");
}
