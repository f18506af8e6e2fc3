// data table: requirements R001 to R033, contract, identity, registration
import type { Requirement } from "./requirement.ts";

export const contractRequirements: readonly Requirement[] = [
  {
    id: "R001",
    source: "S0:42 S1:2 S4:2",
    behaviour:
      "Every tool from any source (bundled, agent-specific, plugin, OpenAPI, MCP) is exposed to the loop through one uniform contract.",
  },
  {
    id: "R002",
    source: "S0:11",
    behaviour: 'Contract `kind` is the literal "Tool".',
  },
  {
    id: "R003",
    source: "S0:6,12",
    behaviour:
      "Contract carries `contractVersion` (SemVer) and the tool contract version is 1.0.0.",
  },
  {
    id: "R004",
    source: "S0:13",
    behaviour:
      "Contract carries `requiredCoreVersion` (range); an unsatisfied range prevents loading.",
  },
  {
    id: "R005",
    source: "S0:14,79",
    behaviour: "Contract carries `configSchema` (JSON Schema); config is validated with it.",
  },
  {
    id: "R006",
    source: "S0:15-16,87-88",
    behaviour:
      "`loadedCardinality` and `activeCardinality` are unlimited: any number load and every loaded tool is callable.",
  },
  {
    id: "R007",
    source: "S0:17,93",
    behaviour: "`stateSlot` is optional; a stateless tool declares none.",
  },
  {
    id: "R008",
    source: "S0:18",
    behaviour: "Contract carries `discoveryRules`.",
  },
  {
    id: "R009",
    source: "S0:19,102",
    behaviour: "`reloadBehavior` is between-turns.",
  },
  {
    id: "R010",
    source: "S0:20 S1:7 S4:17",
    behaviour: "A tool publishes a stable name/id reused across agents and sessions.",
  },
  {
    id: "R011",
    source: "S1:8 S4:19",
    behaviour: "A tool publishes a description the model reads to decide on calling.",
  },
  {
    id: "R012",
    source: "S0:21 S1:9 S4:20",
    behaviour: "A tool publishes a JSON-Schema for parameters (inputSchema/parameters).",
  },
  {
    id: "R013",
    source: "S0:22,55",
    behaviour: "A tool may publish `outputSchema`, shown to the model.",
    note: "Narrowed: where a provider has no field for it, the description carries it, bounded.",
  },
  {
    id: "R014",
    source: "S0:55",
    behaviour: "Core does not validate tool output against `outputSchema`.",
  },
  {
    id: "R015",
    source: "S0:23,35",
    behaviour: "`executor` is `local` or `remote`.",
  },
  {
    id: "R016",
    source: "S0:24",
    behaviour: "`gated: boolean` is part of the contract.",
  },
  {
    id: "R017",
    source: "S0:25",
    behaviour: "`deriveApprovalKey(args) → string` is part of the contract.",
  },
  {
    id: "R018",
    source: "S1:10,205",
    behaviour: "A tool publishes `requires` (RequirementSet); registration without it is rejected.",
  },
  {
    id: "R019",
    source: "S1:204-205",
    behaviour: "Registration missing id, description, parameters or requires is rejected.",
  },
  {
    id: "R020",
    source: "S1:11 S4:21-22",
    behaviour: "`execute` receives LLM args and a separate system-provided context/runtime.",
  },
  {
    id: "R021",
    source: "S4:18",
    behaviour: "A tool has a human-readable `label` separate from its name.",
  },
  {
    id: "R022",
    source: "S0:5",
    behaviour:
      "Tools are compatible with the ai-sdk `tool()` shape (description, input schema, execute).",
  },
  {
    id: "R023",
    source: "S0:127",
    behaviour: "There is no `validationSeverity` field on tools.",
  },
  {
    id: "R024",
    source: "S0:127",
    behaviour:
      "A tool failing load validation is disabled (omitted from the loaded set) and the session continues.",
  },
  {
    id: "R025",
    source: "S0:28",
    behaviour: "Names are flat: no origin prefix or scope qualifier is required to call a tool.",
    note: "Under the profile stud for tools of servers too; two with one name are a warning that names both. By default those carry their server's name.",
  },
  {
    id: "R026",
    source: "S2:34-39",
    behaviour: "The registry supports register/get/list/unregister/clear.",
  },
  {
    id: "R027",
    source: "S2:35,44",
    behaviour: "`register(name)` works as a decorator/wrapper that returns the original function.",
  },
  {
    id: "R028",
    source: "S2:36",
    behaviour: "`get_tool` of an unknown name returns null, not an exception.",
  },
  {
    id: "R029",
    source: "S2:38",
    behaviour: "`unregister` returns true when removed and false when absent.",
  },
  {
    id: "R030",
    source: "S2:43",
    behaviour:
      "The registry is instantiable (independent instances share nothing); one global default instance exists.",
  },
  {
    id: "R031",
    source: "S2:136",
    behaviour:
      "Registered name may differ from file name (code_execution→code_exec, pdf_reader→pdf_read) and the registered name is the lookup key.",
  },
  {
    id: "R032",
    source: "S4:104,108-109",
    behaviour:
      "The definition sent to the LLM (schema half) is separate from the executable half; calls are matched back by name.",
  },
  {
    id: "R033",
    source: "S0:101",
    behaviour: "Tools are unordered: no ordering manifest exists for tools.",
  },
];
