import { always, type Matcher, never } from "../run/compilation.ts";
import { type Check, fail, holds, locate, note, type Run, spend } from "../run/run.ts";

export interface MemberPlan {
  readonly properties: ReadonlyMap<string, Check>;
  readonly patterns: readonly { readonly matches: Matcher; readonly check: Check }[];
  /** For members that the two above do not name; `null` when the keyword is absent. */
  readonly additional: Check | null;
  readonly names: Check | null;
}

export type Members = Readonly<Record<string, unknown>>;
export type ObjectCheck = (object: Members, run: Run) => boolean;

/**
 * Judges every member of an object by name. Values are plain JSON, so `for in` meets own members only; enumerable
 * members that a program put on Object.prototype count as members here, which can only refuse more.
 */
export function judgeMembers(plan: MemberPlan): ObjectCheck {
  const isPlain = plan.patterns.length === 0 && plan.names === null;
  const judge = isPlain ? judgePlainMember : judgeMember;
  return (object, run) => {
    const tracked = run.evaluated;
    run.evaluated = null;
    let isValid = true;
    let count = 1;
    for (const name in object) {
      count += 1;
      const from = run.findings.length;
      if (!judge(plan, object, name, run)) {
        if (!run.isCollecting) {
          return false;
        }
        locate(run, from, name);
        isValid = false;
      }
      if (tracked !== null && isNamed(plan, name, run)) {
        tracked.names.add(name);
      }
    }
    run.evaluated = tracked;
    spend(run, count);
    return isValid;
  };
}

/** The common case, kept apart for speed: no patterns, no rules for names. */
function judgePlainMember(plan: MemberPlan, object: Members, name: string, run: Run): boolean {
  const check = plan.properties.get(name);
  return check === undefined ? judgeAdditional(plan, object[name], run) : check(object[name], run);
}

function judgeMember(plan: MemberPlan, object: Members, name: string, run: Run): boolean {
  const value = object[name];
  const known = plan.properties.get(name);
  let isJudged = known !== undefined;
  let isValid = known === undefined || known(value, run);
  for (const pattern of plan.patterns) {
    if (pattern.matches(name, run)) {
      isJudged = true;
      isValid = pattern.check(value, run) && isValid;
    }
  }
  if (!isJudged) {
    isValid = judgeAdditional(plan, value, run);
  }
  if (plan.names !== null && !holds(plan.names, name, run)) {
    return fail(run, "propertyNames", "is not an allowed property name");
  }
  return isValid;
}

function judgeAdditional(plan: MemberPlan, value: unknown, run: Run): boolean {
  const { additional } = plan;
  if (additional === null || additional === always) {
    return true;
  }
  return additional === never ? refuseUnknown(plan, run) : additional(value, run);
}

function refuseUnknown(plan: MemberPlan, run: Run): false {
  return (
    run.isCollecting &&
    note(run, {
      path: [],
      keyword: "additionalProperties",
      message: "unknown property",
      known: [...plan.properties.keys()],
    })
  );
}

/** True when any of the keywords spoke of this member, for `unevaluatedProperties`. */
function isNamed(plan: MemberPlan, name: string, run: Run): boolean {
  return (
    plan.additional !== null ||
    plan.properties.has(name) ||
    plan.patterns.some((pattern) => pattern.matches(name, run))
  );
}
