// data table: requirements R274 to R279, sub-agents
import type { Requirement } from "./requirement.ts";

export const subagentsRequirements: readonly Requirement[] = [
  {
    id: "R274",
    source: "S4:58",
    behaviour:
      "SubAgentTool runs a fresh child loop with its own system prompt, tools and provider.",
  },
  {
    id: "R275",
    source: "S4:58",
    behaviour: "Its result is the child's final text output.",
  },
  {
    id: "R276",
    source: "S4:59-67",
    behaviour:
      "Attributes: tool_name, tool_description, system_prompt, model_config, provider_override, tools, thinking_level.",
  },
  {
    id: "R277",
    source: "S4:68",
    behaviour: "Children never receive other SubAgentTools.",
  },
  {
    id: "R278",
    source: "S4:68",
    behaviour: "Parent cancellation propagates to the child.",
  },
  {
    id: "R279",
    source: "S4:68",
    behaviour: "Child events stream to the parent via on_update.",
  },
];
