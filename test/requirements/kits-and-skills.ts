// data table: requirements R269 to R273, kits and skills
import type { Requirement } from "./requirement.ts";

export const kitsAndSkillsRequirements: readonly Requirement[] = [
  {
    id: "R269",
    source: "S2:142-150",
    behaviour:
      "Four kits ship: tdd_workflow, debug_cycle, project_setup, code_quality with the listed steps.",
  },
  {
    id: "R270",
    source: "S2:152",
    behaviour: "Kits are injected into the system prompt as structured instructions.",
  },
  {
    id: "R271",
    source: "S2:152",
    behaviour: "Only kits whose tools are in the agent's allowlist are included.",
  },
  {
    id: "R272",
    source: "S2:154-166",
    behaviour:
      "Eight per-tool skills ship (file_manager, bash_manager, git_manager, code_exec, test_runner, lsp_manager, code_search, diff_editor).",
  },
  {
    id: "R273",
    source: "S2:168",
    behaviour:
      "Each skill defines when_to_use, when_not_to_use, examples, tips and is injected into the prompt.",
  },
];
