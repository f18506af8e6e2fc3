import { acpRequirements } from "./requirements/acp.ts";
import { adaptersRequirements } from "./requirements/adapters.ts";
import { approvalRequirements } from "./requirements/approval.ts";
import { capabilitiesRequirements } from "./requirements/capabilities.ts";
import { contractRequirements } from "./requirements/contract.ts";
import { executionStrategyRequirements } from "./requirements/execution-strategy.ts";
import { hooksRequirements } from "./requirements/hooks.ts";
import { hostApiRequirements } from "./requirements/host-api.ts";
import { kitsAndSkillsRequirements } from "./requirements/kits-and-skills.ts";
import { layersRequirements } from "./requirements/layers.ts";
import { lockedToolsRequirements } from "./requirements/locked-tools.ts";
import { orchestratorRequirements } from "./requirements/orchestrator.ts";
import { permissionRulesRequirements } from "./requirements/permission-rules.ts";
import type { Requirement } from "./requirements/requirement.ts";
import { resultsRequirements } from "./requirements/results.ts";
import { streamingRequirements } from "./requirements/streaming.ts";
import { subagentsRequirements } from "./requirements/subagents.ts";
import { toolImplementationsRequirements } from "./requirements/tool-implementations.ts";
import { toolModesRequirements } from "./requirements/tool-modes.ts";
import { toolSpecsRequirements } from "./requirements/tool-specs.ts";
import { truncationRequirements } from "./requirements/truncation.ts";

/** Every requirement, in the order of its id; the ledger test holds each to its proof. */
export const REQUIREMENTS: readonly Requirement[] = [
  ...contractRequirements,
  ...layersRequirements,
  ...resultsRequirements,
  ...streamingRequirements,
  ...executionStrategyRequirements,
  ...hooksRequirements,
  ...approvalRequirements,
  ...permissionRulesRequirements,
  ...capabilitiesRequirements,
  ...lockedToolsRequirements,
  ...truncationRequirements,
  ...acpRequirements,
  ...toolModesRequirements,
  ...orchestratorRequirements,
  ...toolSpecsRequirements,
  ...toolImplementationsRequirements,
  ...kitsAndSkillsRequirements,
  ...subagentsRequirements,
  ...adaptersRequirements,
  ...hostApiRequirements,
];
