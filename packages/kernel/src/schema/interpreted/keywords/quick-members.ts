import { always, never } from "../run/compilation.ts";
import { type Check, spend } from "../run/run.ts";
import { checkedType } from "./compile-type.ts";
import type { MemberPlan, ObjectCheck } from "./judge-members.ts";

// The first run over an object that only names its members, which nearly every tool's parameters are:
// one loop that answers yes or no, for `properties`, `required` and `additionalProperties` together.
// Members mostly come in the order of the schema, so the next name is compared before it is looked up,
// and a member of a plain type is judged in the loop, without a call. Twice as fast as check by check.

/** Types that are tested in the loop. Numbers below, because texts in the switch cost a quarter of the run. */
const KINDS: readonly unknown[] = ["string", "integer", "boolean", "number"];

/** `null` where the plan needs more than that. Own members only: not for a polluted prototype. */
export function quickMembers(plan: MemberPlan, required: readonly string[]): ObjectCheck | null {
  const { properties, additional } = plan;
  const isPlain = plan.patterns.length === 0 && plan.names === null;
  const needed = new Set(required);
  if (!isPlain || properties.size === 0 || ![...needed].every((name) => properties.has(name))) {
    return null;
  }
  const names = [...properties.keys()];
  const checks = [...properties.values()];
  const kinds = checks.map((check) => KINDS.indexOf(checkedType(check)));
  const needs = names.map((name) => (needed.has(name) ? 1 : 0));
  const places = new Map(names.map((name, place) => [name, place]));
  const others = additional ?? always;

  return (object, run) => {
    let next = 0;
    let count = 1;
    let missing = needed.size;
    for (const name in object) {
      count += 1;
      const place = names[next] === name ? next : places.get(name);
      const value = object[name];
      if (place === undefined) {
        if (others === never || !others(value, run)) {
          return false;
        }
        continue;
      }
      next = place + 1;
      missing -= needs[place] as number;
      switch (kinds[place]) {
        case 0:
          if (typeof value !== "string") return false;
          break;
        case 1:
          if (!Number.isInteger(value)) return false;
          break;
        case 2:
          if (typeof value !== "boolean") return false;
          break;
        case 3:
          if (typeof value !== "number") return false;
          break;
        default:
          if (!(checks[place] as Check)(value, run)) return false;
      }
    }
    spend(run, count);
    return missing === 0;
  };
}
