/** When the changes of a session land: the longest that one of the checks holds them back. */
import type { RequireOption } from "../checks/require-option.ts";
import type { CheckedPart } from "../ground/required-check.ts";

const ORDER: readonly CheckedPart[] = ["call", "turn", "run"];

export function landsAt(required: RequireOption): CheckedPart {
  const parts = required.map(({ per = "turn" }) => ORDER.indexOf(per));
  return ORDER[Math.max(0, ...parts)] ?? "turn";
}

/** The checks that are about one part. */
export function checksOf(required: RequireOption, part: CheckedPart): RequireOption {
  return required.filter(({ per = "turn" }) => per === part);
}
