// data table: requirements R034 to R057, layers, discovery, shadowing, lifecycle
import type { Requirement } from "./requirement.ts";

export const layersRequirements: readonly Requirement[] = [
  {
    id: "R034",
    source: "S0:8",
    behaviour: "Default tools are registered as layer `bundled` at boot.",
  },
  {
    id: "R035",
    source: "S0:98",
    behaviour:
      "Third-party tools load from the global layer `~/.stud/tools/…` (home-relative, configurable).",
  },
  {
    id: "R036",
    source: "S0:99",
    behaviour: "Project tools load from `<cwd>/.stud/tools/…`.",
  },
  {
    id: "R037",
    source: "S0:28,100",
    behaviour: "Later layers shadow earlier ones by name (project > global > bundled).",
  },
  {
    id: "R038",
    source: "S0:29",
    behaviour: "Each loaded tool's origin layer is reported by discovery.",
  },
  {
    id: "R039",
    source: "S0:29,115",
    behaviour:
      "A `/tools` inspection lists each name with the implementation/origin currently bound.",
  },
  {
    id: "R040",
    source: "S0:29,33",
    behaviour: "Origin layer appears in the audit/event stream.",
  },
  {
    id: "R041",
    source: "S0:29,124-125",
    behaviour: "Origin layer is not persisted in the session manifest.",
  },
  {
    id: "R042",
    source: "S0:31,111",
    behaviour:
      "First entry to a project with a project layer triggers a trust prompt; project tools do not load before it is granted.",
  },
  {
    id: "R043",
    source: "S0:32,127",
    behaviour:
      "Validation errors in critical categories hard-fail (tools themselves are only disabled).",
  },
  {
    id: "R044",
    source: "S0:33",
    behaviour: "Every tool invocation is audited with its origin layer.",
  },
  {
    id: "R045",
    source: "S0:78-79",
    behaviour: "`init` validates config and prepares idempotent resources.",
  },
  {
    id: "R046",
    source: "S0:80-81",
    behaviour: "`activate` registers name and schemas with the registry.",
  },
  {
    id: "R047",
    source: "S0:82-83",
    behaviour: "`deactivate` drains in-flight invocations and refuses new calls.",
  },
  {
    id: "R048",
    source: "S0:84-85",
    behaviour: "`dispose` releases resources and is idempotent (second call is a no-op).",
  },
  {
    id: "R049",
    source: "S0:102",
    behaviour:
      "A reload requested during an active turn is held until the turn completes or is cancelled.",
  },
  {
    id: "R050",
    source: "S0:43-47",
    behaviour:
      "Every tool config accepts `enabled`; `enabled:false` hides the tool from the session.",
  },
  {
    id: "R051",
    source: "S0:48-49",
    behaviour: "Every tool config accepts `timeoutMs` as default execution timeout.",
  },
  {
    id: "R052",
    source: "S0:49",
    behaviour: "A call may override the default timeout.",
  },
  {
    id: "R053",
    source: "S2:116",
    behaviour:
      "`load_global_tools` imports every tool file of the tools folder at startup, skipping `_`-prefixed files.",
  },
  {
    id: "R054",
    source: "S2:117",
    behaviour: "`load_workspace_tools(name)` imports tool files from `workspaces/<name>/tools/`.",
  },
  {
    id: "R055",
    source: "S2:45,118",
    behaviour:
      "`unload_workspace_tools` removes those tools from the registry and the module cache without affecting globals.",
  },
  {
    id: "R056",
    source: "S2:134,183",
    behaviour: "Each registered S2 tool name maps to a ToolDefinition except ask_clarification.",
  },
  {
    id: "R057",
    source: "S0:111",
    behaviour:
      "Project tools' approval posture (gated/deriveApprovalKey) is reviewable through the trust prompt/inspection.",
  },
];
