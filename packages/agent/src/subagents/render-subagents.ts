import type { SubagentType } from "./subagent-type.ts";

/** Lists the kinds of subagents for a model; empty where it has no tool to start one. */
export function renderSubagents(types: readonly SubagentType[]): string {
  if (types.length === 0) return "";
  return [
    "# Subagents (subagent_type of the tool task)",
    ...types.map(({ name, description }) => `- ${name}: ${description}`),
  ].join("\n");
}
