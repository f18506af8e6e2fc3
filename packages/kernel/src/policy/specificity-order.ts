/**
 * "More specific", by containment: A is more specific than B when B's permission and pattern contain A's and not the
 * other way round. It must be a strict order (the choice of a winner, and the masks of a confinement, rest on that), so
 * containment is only ever claimed where it is certain; what is not comparable stays, and the severest action wins.
 */

import { CAPABILITIES } from "./capabilities.ts";
import type { CompiledRule, SubjectKind } from "./compiled-rule.ts";

/** Which rules of one policy are more specific than which: asked at every verdict, worked out once for each pair. */
export interface SpecificityOrder {
  /** True when `narrow` is strictly more specific than `wide`, both read as patterns over this kind of subject. */
  isMoreSpecific(narrow: CompiledRule, wide: CompiledRule, kind: SubjectKind): boolean;
}

/** The order of a policy with this many rules. */
export function createSpecificityOrder(count: number): SpecificityOrder {
  const known: Readonly<Record<SubjectKind, Map<number, boolean>>> = {
    path: new Map(),
    host: new Map(),
    argv: new Map(),
    text: new Map(),
  };
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
  return containsPermission(wide, narrow) && containsPattern(wide, narrow, kind);
}

function containsPermission(wide: CompiledRule, narrow: CompiledRule): boolean {
  if (wide.permission === narrow.permission || wide.permission === "*") return true;
  if (wide.permissionPrefix === null || narrow.permission === "*") return false;
  const start = narrow.permissionPrefix ?? narrow.permission;
  return !CAPABILITIES.has(narrow.permission) && start.startsWith(wide.permissionPrefix);
}

function containsPattern(wide: CompiledRule, narrow: CompiledRule, kind: SubjectKind): boolean {
  if (wide.everything) return true;
  if (kind === "path") return eachCovered(wide.paths, narrow.paths, (w, n) => w.covers(n));
  if (narrow.everything) return false;
  if (kind === "argv") return eachCovered(wide.argv, narrow.argv, (w, n) => w.covers(n));
  if (kind === "text") return eachCovered(wide.texts, narrow.texts, (w, n) => w.covers(n));
  // A restriction without a port binds every port, so it contains an allowance that names one.
  const broad = wide.action !== "allow";
  return eachCovered(wide.hosts, narrow.hosts, (w, n) =>
    broad ? w.coversBroadly(n) : w.covers(n),
  );
}

function eachCovered<T>(
  wide: readonly T[],
  narrow: readonly T[],
  covers: (wide: T, narrow: T) => boolean,
): boolean {
  return narrow.every((part) => wide.some((whole) => covers(whole, part)));
}
