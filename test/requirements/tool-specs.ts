// data table: requirements R248 to R255, specs, allowlists, legacy mode
import type { Requirement } from "./requirement.ts";

export const toolSpecsRequirements: readonly Requirement[] = [
  {
    id: "R248",
    source: "S2:11-18,26",
    behaviour:
      "ToolDefinition{name, description, parameters, required?}.to_openai_spec(strict=false) yields a valid function-calling spec.",
  },
  {
    id: "R249",
    source: "S2:27",
    behaviour: "Strict adds strict:true and additionalProperties:false.",
  },
  {
    id: "R250",
    source: "S2:27",
    behaviour: "MCP-prefixed tools are excluded from strict.",
  },
  {
    id: "R251",
    source: "S2:20,28",
    behaviour: "Exactly 11 definitions with types, enums, descriptions.",
  },
  {
    id: "R252",
    source: "S2:22",
    behaviour: "build_tool_definitions(allowed) filters; null = all.",
  },
  {
    id: "R253",
    source: "S2:24,29",
    behaviour:
      "expand_allowed_tools: exact, prefix and sanitized-MCP-prefix expansion; null stays null.",
  },
  {
    id: "R254",
    source: "S2:25",
    behaviour: "tool_matches_allowlist(name, list) → bool.",
  },
  {
    id: "R255",
    source: "S2:23,30",
    behaviour:
      "build_tool_instructions(allowed, project_root, plan_mode=true) produces text instructions for models without function calling.",
  },
];
