/**
 * Narrows a session while something is in use there, such as a skill that lists the tools it takes. Each narrowing is a
 * list of rules that allow, held against what the model asked for: a call that one of them does not allow is denied,
 * and one that all allow is judged as if there were none. So a narrowing can close and never open. A child has its
 * ancestors' narrowings beside its own, as they are at that moment.
 */
import type { Footprint, Narrowing, Opinion, Resource, Tool, Variables } from "@toolplane/contract";
import { ConfigurationError } from "@toolplane/contract";
import { compilePolicy, type Policy } from "../policy/compile-policy.ts";
import { evaluateRules } from "../policy/evaluate-rules.ts";
import { describeTarget } from "../resource/describe-target.ts";
import { isOwn } from "../resource/is-own.ts";

export interface ActiveNarrowing {
  readonly narrowing: Narrowing;
  readonly policy: Policy;
}

export interface Narrowings {
  /** Its own and its ancestors'. */
  active(): readonly ActiveNarrowing[];
  list(): readonly Narrowing[];
  /** Adds one, in place of an earlier one by the same. Throws a ConfigurationError on rules that are wrong or do not allow. */
  add(narrowing: Narrowing): void;
  /** Ends one of its own; false when there is none by this name. */
  lift(by: string): boolean;
}

const NONE: readonly ActiveNarrowing[] = Object.freeze([]);
/** More skills than a session uses at once; past them nothing more is let in. */
const MAX_ACTIVE = 100;

export function createNarrowings(variables: Variables, parent: Narrowings | null): Narrowings {
  let own = NONE;
  return {
    active() {
      const above = parent === null ? NONE : parent.active();
      return above.length === 0 ? own : own.length === 0 ? above : [...above, ...own];
    },
    list: () => own.map(({ narrowing }) => narrowing),
    add(narrowing) {
      const { by, rules } = narrowing;
      if (rules.some(({ action }) => action !== "allow"))
        throw new ConfigurationError(`narrowing ${by}`, "may hold rules that allow only");
      const others = own.filter((other) => other.narrowing.by !== by);
      if (others.length >= MAX_ACTIVE)
        throw new ConfigurationError(`narrowing ${by}`, `would be one more than ${MAX_ACTIVE}`);
      const policy = compilePolicy({ layers: [{ scope: "session", rules }], variables });
      own = [...others, { narrowing: Object.freeze({ by, rules: [...rules] }), policy }];
    },
    lift(by) {
      const left = own.filter(({ narrowing }) => narrowing.by !== by);
      const isLess = left.length < own.length;
      own = left.length === 0 ? NONE : left;
      return isLess;
    },
  };
}

/** Adds a deny for each narrowing that does not allow all of a call. */
export function judgeNarrowings(
  active: readonly ActiveNarrowing[],
  { tool, footprint, named }: JudgedFootprint,
  opinions: Opinion[],
): void {
  const resources = footprint.resources.length > 0 ? footprint.resources : [named];
  for (const { narrowing, policy } of active) {
    const index = resources.findIndex((resource) => !isAllowed(policy, resource, tool));
    const resource = resources[index];
    if (resource === undefined) continue;
    opinions.push({
      judge: "rules",
      action: "deny",
      hard: true,
      reason: `The ${narrowing.by} is in use and does not permit ${describeTarget(resource)}. It permits ${permitted(narrowing)}.`,
      ...(footprint.resources.length > 0 ? { resource: index } : {}),
    });
  }
}

interface JudgedFootprint {
  readonly tool: Tool;
  readonly footprint: Footprint;
  readonly named: Resource;
}

/**
 * Holds a resource against a narrowing. What a command touches on its way belongs to the command, and is judged as
 * always. A redirect does not: it is a write that the words of the command do not hold. What was not understood is
 * allowed only by a rule about everything.
 */
function isAllowed(policy: Policy, resource: Resource, tool: Tool): boolean {
  const isAsked = isOwn(resource) || resource.via === "redirect";
  if (!isAsked && resource.capability !== "opaque") return true;
  if (resource.capability === "shell.run" && resource.unit.neutral) return true;
  return evaluateRules(policy, { ...resource, via: "unit" }, tool).action === "allow";
}

const MAX_NAMED = 12;

function permitted({ rules }: Narrowing): string {
  if (rules.length === 0) return "no tool";
  const names = rules.map(({ permission, pattern }) =>
    pattern === "*" ? permission : `${permission} ${pattern}`,
  );
  const more = names.length > MAX_NAMED ? `, and ${names.length - MAX_NAMED} more` : "";
  return names.slice(0, MAX_NAMED).join(", ") + more;
}
