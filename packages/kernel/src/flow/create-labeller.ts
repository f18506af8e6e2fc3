/**
 * Gives what a call touched the labels that the rules assign, and those that were kept of what earlier calls wrote. Certificates that a
 * shipped rule takes for keys by their name carry none: their content says what they are. A search looks at thousands of files, and so does a
 * command that is shown a workspace: a rule is only tried on files whose names its plain parts allow.
 */
import type { FsTarget, LabelSource, Target } from "@toolplane/contract";
import { UNTRUSTED } from "@toolplane/contract";
import type { Analyzer, BroughtFiles } from "@toolplane/contract/ports";
import type { LabellingRule, Policy } from "../policy/compile-policy.ts";
import { evaluateRule } from "../policy/evaluate-rules.ts";
import { type FoldedPath, foldPath, pathFilter } from "../policy/rule/path-filter.ts";
import { describeTarget } from "../resource/describe-target.ts";

export interface Labeller {
  /** True when no rule labels anything. */
  readonly isEmpty: boolean;
  /** Every label that a rule gives. */
  readonly labels: readonly string[];
  /** False where no rule can mean a file of this path. */
  readonly mayMean: (path: string) => boolean;
  labelsOf(target: Target, tool: { readonly id: string }): readonly LabelSource[];
}

interface FilteredRule extends LabellingRule {
  readonly mayMatch: (path: FoldedPath) => boolean;
}

const NONE: readonly LabelSource[] = Object.freeze([]);

/** The sources of a label beside the names of a file. */
export interface LabelGround {
  readonly analyzer: Pick<Analyzer, "isPublic">;
  readonly brought: Pick<BroughtFiles, "labelsOf"> | null;
}

export function createLabeller(
  policies: { readonly base: Policy; readonly restrictions: readonly Policy[] },
  { analyzer, brought }: LabelGround,
): Labeller {
  const given = [policies.base, ...policies.restrictions].flatMap(({ flow }) => flow.labels);
  let filtered: readonly FilteredRule[] | null = null;
  const rules = (): readonly FilteredRule[] => {
    filtered ??= given.map((rule) => ({ ...rule, mayMatch: pathFilter(rule.rule) }));
    return filtered;
  };
  return {
    isEmpty: given.length === 0,
    labels: [...new Set(given.map(({ label }) => label))],
    mayMean(path) {
      const folded = foldPath(path);
      return rules().some(({ mayMatch }) => mayMatch(folded));
    },
    labelsOf(target, tool) {
      if (given.length === 0) return NONE;
      const paths = "real" in target ? [foldPath(target.path), foldPath(target.real)] : null;
      const found = new Set<string>();
      for (const { label, rule, mayMatch } of rules()) {
        if (found.has(label) || (paths !== null && !paths.some(mayMatch))) continue;
        if (evaluateRule(rule, { ...target, via: "argument" }, tool).action === null) continue;
        if (rule.scope === "default" && "real" in target && isOpen(analyzer, target)) continue;
        found.add(label);
      }
      const kept = "real" in target ? keptLabels(brought, target) : NONE;
      if (found.size === 0) return kept;
      const source = targetSource(target);
      return [...[...found].map((label) => ({ label, source })), ...kept];
    },
  };
}

function isOpen({ isPublic }: LabelGround["analyzer"], { real, history }: FsTarget): boolean {
  return isPublic?.(real, history) === true;
}

/** Outside text has a mark of its own. */
function keptLabels(
  brought: LabelGround["brought"],
  { path, real }: FsTarget,
): readonly LabelSource[] {
  if (brought === null) return NONE;
  const found = [brought.labelsOf(real), path === real ? NONE : brought.labelsOf(path)].flat();
  return found.flatMap(({ label, source }) => (label === UNTRUSTED ? [] : [{ label, source }]));
}

function targetSource(target: Target): string {
  return "real" in target ? target.path : describeTarget(target);
}
