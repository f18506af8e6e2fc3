// data table: requirements R230 to R247, orchestrator, wrapper, budget
import type { Requirement } from "./requirement.ts";

export const orchestratorRequirements: readonly Requirement[] = [
  {
    id: "R230",
    source: "S2:71",
    behaviour: "tools_enabled=false → on_tools_disabled dispatched and immediate return.",
  },
  {
    id: "R231",
    source: "S2:69-79",
    behaviour:
      "Check order: disabled → existence → permission → approval → budget → before hook → execute/retry → fast-fail → post hooks.",
  },
  {
    id: "R232",
    source: "S2:73",
    behaviour: "Permission uses flag `allow_{tool}_{role}` and ALLOW_CODE_EXECUTION gating.",
  },
  {
    id: "R233",
    source: "S2:55-58",
    behaviour:
      "Dangerous set: bash_manager, code_exec, file_manager.delete, git_manager.commit, git_manager.push.",
  },
  {
    id: "R234",
    source: "S2:60,74",
    behaviour:
      "Dangerous actions call the awaitable on_approval_required(tool, params) → bool; false blocks.",
  },
  {
    id: "R235",
    source: "S2:75,91",
    behaviour: "Budget is isolated per async workflow; concurrent workflows do not share it.",
  },
  {
    id: "R236",
    source: "S2:75",
    behaviour: "Token estimate comes from the parameter JSON.",
  },
  {
    id: "R237",
    source: "S2:52-53",
    behaviour: "Default budget 8000 tokens; enable flag can switch it off.",
  },
  {
    id: "R238",
    source: "S2:65,91",
    behaviour: "reset_token_budget() zeroes usage at workflow start.",
  },
  {
    id: "R239",
    source: "S2:50-51,77",
    behaviour: "Up to MAX_RETRIES (3) attempts with delay backoff_base^attempt + jitter, base 1.5.",
  },
  {
    id: "R240",
    source: "S2:78",
    behaviour:
      "No retry for file-not-found, workspace-boundary violation, deterministic test failure.",
  },
  {
    id: "R241",
    source: "S2:63",
    behaviour:
      "execute_tool accepts tool_name, parameters, role, max_tokens, workspace, session_id and returns a record.",
  },
  {
    id: "R242",
    source: "S2:95-101",
    behaviour: 'safe_tool_call defaults role "agent", workspace "main".',
  },
  {
    id: "R243",
    source: "S2:105",
    behaviour: "safe_tool_call returns an error for an empty/whitespace name.",
  },
  {
    id: "R244",
    source: "S2:106",
    behaviour: "safe_tool_call fails fast when bash_manager's command is missing or empty.",
  },
  {
    id: "R245",
    source: "S2:107",
    behaviour: "safe_tool_call routes `mcp:` names to the owning MCP client.",
  },
  {
    id: "R246",
    source: "S2:108",
    behaviour: "safe_tool_call records per-tool latency and success/failure.",
  },
  {
    id: "R247",
    source: "S2:109",
    behaviour: "Non-MCP calls are delegated to the orchestrator.",
  },
];
