/** Every check of a tool, in the order in which their failures make sense to a reader. */
import { checkInvalidArguments, checkValidArguments } from "./argument-checks.ts";
import {
  checkDefinitionComplete,
  checkDefinitionFrozen,
  checkDefinitionIsJson,
} from "./check-definition.ts";
import { checkFaults, checkFaultsStayHidden } from "./check-faults.ts";
import { checkApprovalKey, checkFootprintDeterministic } from "./check-identity.ts";
import { checkNoSharedState, checkRepeatable } from "./check-state.ts";
import { checkCancel, checkDeadline } from "./check-stopping.ts";
import { checkDoors, checkFootprintCovers } from "./check-touches.ts";
import { checkDetailsStayOut, checkOutputBound, checkResultIsJson } from "./result-checks.ts";
import type { ToolCheck } from "./tool-suite.ts";

export const TOOL_CHECKS: readonly ToolCheck[] = [
  checkDefinitionComplete,
  checkDefinitionFrozen,
  checkDefinitionIsJson,
  checkValidArguments,
  checkInvalidArguments,
  checkApprovalKey,
  checkFootprintDeterministic,
  checkFootprintCovers,
  checkDoors,
  checkCancel,
  checkDeadline,
  checkFaults,
  checkFaultsStayHidden,
  checkResultIsJson,
  checkOutputBound,
  checkDetailsStayOut,
  checkRepeatable,
  checkNoSharedState,
];
