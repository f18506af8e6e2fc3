/**
 * Which labels the rules give to what a call touched. A search asks about thousands of files, so a rule whose last name is plain is
 * only tried on files of such a name.
 */
import type { LabelSource, Target } from "@toolplane/contract";
import { foldText } from "@toolplane/readings";
import type { LabellingRule, Policy } from "../policy/compile-policy.ts";
import { evaluateRule } from "../policy/evaluate-rules.ts";
import { describeTarget } from "../resource/describe-target.ts";

export interface Labeller {
  /** True when no rule labels anything. */
  readonly isEmpty: boolean;
  /** Every label that a rule gives. */
  readonly labels: readonly string[];
  /** False where no rule can mean a file of this name. */
  mayMean(name: string): boolean;
  labelsOf(target: Target, tool: { readonly id: string }): readonly LabelSource[];
}

interface FilteredRule extends LabellingRule {
  readonly mayMatch: (name: string) => boolean;
}

const NONE: readonly LabelSource[] = Object.freeze([]);

export function createLabeller(policies: {
  readonly base: Policy;
  readonly restrictions: readonly Policy[];
}): Labeller {
  const given = [policies.base, ...policies.restrictions].flatMap(({ flow }) => flow.labels);
  let filtered: readonly FilteredRule[] | null = null;
  const rules = (): readonly FilteredRule[] => {
    filtered ??= given.map((rule) => ({ ...rule, mayMatch: nameFilter(rule) }));
    return filtered;
  };
  return {
    isEmpty: given.length === 0,
    labels: [...new Set(given.map(({ label }) => label))],
    mayMean(name) {
      const folded = foldText(name);
      return rules().some(({ mayMatch }) => mayMatch(folded));
    },
    labelsOf(target, tool) {
      if (given.length === 0) return NONE;
      const names = "real" in target ? [nameOf(target.path), nameOf(target.real)] : null;
      const found = new Set<string>();
      for (const { label, rule, mayMatch } of rules()) {
        if (found.has(label) || (names !== null && !names.some(mayMatch))) continue;
        if (evaluateRule(rule, { ...target, via: "argument" }, tool).action !== null)
          found.add(label);
      }
      if (found.size === 0) return NONE;
      const source = sourceOf(target);
      return [...found].map((label) => ({ label, source }));
    },
  };
}

function sourceOf(target: Target): string {
  return "real" in target ? target.path : describeTarget(target);
}

function nameOf(path: string): string {
  return foldText(path.slice(path.lastIndexOf("/") + 1));
}

/** Says no only where the pattern's last name certainly does not match. */
function nameFilter({ rule }: LabellingRule): (name: string) => boolean {
  const { pattern } = rule.reference.rule;
  const last = foldText(pattern.slice(pattern.lastIndexOf("/") + 1));
  if (rule.everything || last.includes("**") || /[?{}[\]\\]/.test(pattern)) return () => true;
  const star = last.indexOf("*");
  if (star < 0) return (name) => name === last;
  const end = last.slice(last.lastIndexOf("*") + 1);
  const start = last.slice(0, star);
  return (name) => name.startsWith(start) && name.endsWith(end);
}
