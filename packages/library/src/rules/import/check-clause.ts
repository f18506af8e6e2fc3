/** A rule that our engine does not take must not stop an import, and must not be lost: what it restricts asks as a whole. */
import { isConfigurationError, type Rule, type Variables } from "@toolplane/contract";
import { compilePolicy } from "@toolplane/kernel";
import type { Clause, ClauseRule } from "./clauses/clause.ts";

const VARIABLES: Variables = {
  workspace: ["/workspace"],
  scratch: ["/scratch"],
  "ad-hoc": [],
  "user-data": [],
};

/** The clause with rules that compile. */
export function checkClause(clause: Clause): Clause {
  const faults: string[] = [];
  const rules = clause.rules.flatMap((said): readonly ClauseRule[] => {
    const fault = describeFault(said.rule);
    if (fault === null) return [said];
    const { permission, pattern, action } = said.rule;
    // The examples of the source may disagree with how words are read here; the rule itself is fine.
    if (describeFault({ permission, pattern, action }) === null)
      return [{ ...said, rule: { permission, pattern, action } }];
    faults.push(fault);
    return action === "allow"
      ? []
      : [{ rule: { permission, pattern: "*", action: "ask" }, isExact: false }];
  });
  if (faults.length === 0) return { ...clause, rules };
  return {
    ...clause,
    rules,
    outcome: rules.length === 0 ? "unsaid" : "stricter",
    why: `it cannot be written as a pattern (${faults[0]})`,
  };
}

function describeFault(rule: Rule): string | null {
  try {
    compilePolicy({ layers: [{ scope: "project", rules: [rule] }], variables: VARIABLES });
    return null;
  } catch (error) {
    if (isConfigurationError(error)) return error.message;
    throw error;
  }
}
