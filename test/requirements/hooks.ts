// data table: requirements R109 to R121, hooks and callbacks
import type { Requirement } from "./requirement.ts";

export const hooksRequirements: readonly Requirement[] = [
  {
    id: "R109",
    source: "S4:88",
    behaviour: "`before_tool_execution(name,id,args)` fires before ToolExecutionStart.",
  },
  {
    id: "R110",
    source: "S4:88,92",
    behaviour: "Returning false skips the call: no Start/End events are emitted.",
  },
  {
    id: "R111",
    source: "S4:92",
    behaviour: "A skipped call yields a synthetic error result to the LLM.",
  },
  {
    id: "R112",
    source: "S4:89",
    behaviour: "`after_tool_execution(name,id,is_error)` fires after ToolExecutionEnd.",
  },
  {
    id: "R113",
    source: "S4:90",
    behaviour:
      "`before_tool_execution_update(name,id,text)` fires before each update; false suppresses that event.",
  },
  {
    id: "R114",
    source: "S4:91",
    behaviour: "`after_tool_execution_update` fires after each update only when not suppressed.",
  },
  {
    id: "R115",
    source: "S4:85",
    behaviour: "All four callbacks are optional.",
  },
  {
    id: "R116",
    source: "S2:78,84",
    behaviour:
      "Hook `on_before_tool` fires before execution with tool_name, parameters, attempt, workspace.",
  },
  {
    id: "R117",
    source: "S2:85",
    behaviour:
      "Hook `on_after_tool` fires after success with tool_name, result, duration, attempt.",
  },
  {
    id: "R118",
    source: "S2:86",
    behaviour: "Hook `on_tool_error` fires on exception with tool_name, error, attempt.",
  },
  {
    id: "R119",
    source: "S2:87",
    behaviour: "Hook `on_permission_denied` fires with tool_name, role, workspace.",
  },
  {
    id: "R120",
    source: "S2:88",
    behaviour: "Hook `on_token_budget_exceeded` fires with tool_name, parameters.",
  },
  {
    id: "R121",
    source: "S2:71,89",
    behaviour: "Hook `on_tools_disabled` fires when tools are globally off.",
  },
];
