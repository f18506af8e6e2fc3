/**
 * "More specific", by containment: A is more specific than B when B's permission and pattern contain A's and not the
 * other way round. It must be a strict order (the choice of a winner, and the masks of a confinement, rest on that), so
 * containment is only ever claimed where it is certain; what is not comparable stays, and the severest action wins.
 */

import { isCapability } from "../resource/capabilities.ts";
import type { SubjectKind } from "../resource/kind.ts";
import type { CompiledRule } from "./rule/compiled-rule.ts";
import { SUBJECT_KINDS, SUBJECTS } from "./rule/subjects.ts";

/** Knows which rules of one policy are more specific than which: asked at every verdict, worked out once for each pair. */
export interface SpecificityOrder {
  /** True when `narrow` is strictly more specific than `wide`, both read as patterns over this kind of subject. */
  isMoreSpecific(narrow: CompiledRule, wide: CompiledRule, kind: SubjectKind): boolean;
}

/** The order of a policy with this many rules. */
export function createSpecificityOrder(count: number): SpecificityOrder {
  const known = Object.fromEntries(
    SUBJECT_KINDS.map((kind) => [kind, new Map<number, boolean>()]),
  ) as Readonly<Record<SubjectKind, Map<number, boolean>>>;
  return {
    isMoreSpecific(narrow, wide, kind) {
      const pair = narrow.index * count + wide.index;
      const remembered = known[kind].get(pair);
      if (remembered !== undefined) return remembered;
      const answer = isMoreSpecific(narrow, wide, kind);
      known[kind].set(pair, answer);
      return answer;
    },
  };
}

function isMoreSpecific(narrow: CompiledRule, wide: CompiledRule, kind: SubjectKind): boolean {
  return contains(wide, narrow, kind) && !contains(narrow, wide, kind);
}

function contains(wide: CompiledRule, narrow: CompiledRule, kind: SubjectKind): boolean {
  return containsPermission(wide, narrow) && SUBJECTS[kind].contains(wide, narrow);
}

function containsPermission(wide: CompiledRule, narrow: CompiledRule): boolean {
  if (wide.permission === narrow.permission || wide.permission === "*") return true;
  if (wide.permissionPrefix === null || narrow.permission === "*") return false;
  const start = narrow.permissionPrefix ?? narrow.permission;
  return !isCapability(narrow.permission) && start.startsWith(wide.permissionPrefix);
}
