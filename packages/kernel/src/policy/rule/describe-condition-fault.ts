/** Describes a fault in a rule's conditions. */
import { LABEL_PATTERN, type Rule } from "@toolplane/contract";
import { isFlowPermission } from "./flow-permission.ts";

/** A condition can only tighten: a rule that holds after something asks or denies. */
export function describeConditionFault({ permission, action, after, unless }: Rule): string | null {
  if (after !== undefined && !isLabels(after))
    return `after must be a list of 1 to ${MAX_LABELS} labels in lower case, such as ["private", "untrusted"]`;
  if (unless !== undefined && unless !== "named")
    return `unless can only be "named", not ${JSON.stringify(unless)?.slice(0, 40)}`;
  if (action === "allow" && (after !== undefined || unless !== undefined))
    return "a rule with after or unless asks or denies; what a session has seen allows nothing";
  if (unless !== undefined && after === undefined && !isFlowPermission(permission))
    return "unless belongs to a rule with after, or about data.send or data.change";
  return null;
}

/** More labels than a rule combines. */
const MAX_LABELS = 8;

function isLabels(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_LABELS &&
    value.every((label) => typeof label === "string" && LABEL_PATTERN.test(label))
  );
}
