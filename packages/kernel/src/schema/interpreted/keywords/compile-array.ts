import { allHold } from "../run/all-hold.ts";
import {
  always,
  type Compilation,
  compileChild,
  readAssertion,
  readCount,
  readKeyword,
  readList,
  type SchemaNode,
} from "../run/compilation.ts";
import { type Check, fail, holds, locate, type Run, spend } from "../run/run.ts";
import { deepKey } from "./deep-key.ts";

type Items = readonly unknown[];
type ArrayCheck = (items: Items, run: Run) => boolean;

interface ItemPlan {
  readonly prefix: readonly Check[];
  /** For the items behind the prefix; `null` when no keyword is about them. */
  readonly rest: Check | null;
}

export function compileArray(node: SchemaNode, compilation: Compilation): Check | null {
  const checks: ArrayCheck[] = [...compileCounts(node)];
  const plan = readPlan(node, compilation);
  if (plan.prefix.length > 0 || plan.rest !== null) {
    checks.push(judgeItems(plan));
  }
  if (readAssertion(node, "uniqueItems") === true) {
    checks.push(areUnique);
  }
  const contains = compileContains(node, compilation);
  if (contains !== null) {
    checks.push(contains);
  }
  if (checks.length === 0) {
    return null;
  }
  return (value, run) => !Array.isArray(value) || allHold(checks, value, run);
}

/**
 * Tuples are `prefixItems` and `items` since 2020-12, and a list in `items` with `additionalItems`
 * before. A list in `items` is read the old way in every draft: the new one gives it no meaning, and
 * many schemas that do not name their draft are written so.
 */
function readPlan(node: SchemaNode, compilation: Compilation): ItemPlan {
  const isNew = node.resource.dialect.draft === "2020-12";
  const items = readKeyword(node, "items");
  const isOldTuple = Array.isArray(items);
  const prefixKeyword = isOldTuple ? "items" : "prefixItems";
  const prefix = isNew || isOldTuple ? (readList(node, prefixKeyword) ?? []) : [];
  const restKeyword = isOldTuple ? "additionalItems" : "items";
  const rest = readKeyword(node, restKeyword);
  return {
    prefix: prefix.map((schema, index) =>
      compileChild(node, `${prefixKeyword}/${index}`, schema, compilation),
    ),
    rest: rest === undefined ? null : compileChild(node, restKeyword, rest, compilation),
  };
}

function judgeItems({ prefix, rest }: ItemPlan): ArrayCheck {
  const every = prefix.length === 0 ? rest : null;
  return (items, run) => {
    if (every !== null && run.isQuick && run.evaluated === null) {
      return judgeEvery(every, items, run);
    }
    const tracked = run.evaluated;
    run.evaluated = null;
    const end = rest === null ? Math.min(prefix.length, items.length) : items.length;
    let isValid = true;
    for (let index = 0; index < end; index += 1) {
      const from = run.findings.length;
      const check = prefix[index] ?? rest ?? always;
      if (!check(items[index], run)) {
        if (!run.isCollecting) {
          return false;
        }
        locate(run, from, String(index));
        isValid = false;
      }
    }
    run.evaluated = tracked;
    if (tracked !== null) {
      tracked.itemCount = Math.max(tracked.itemCount, end);
    }
    spend(run, end + 1);
    return isValid;
  };
}

/** The first run over a plain list: only yes or no. */
function judgeEvery(check: Check, items: Items, run: Run): boolean {
  for (let index = 0; index < items.length; index += 1) {
    if (!check(items[index], run)) {
      return false;
    }
  }
  spend(run, items.length + 1);
  return true;
}

function compileCounts(node: SchemaNode): readonly ArrayCheck[] {
  const least = readCount(node, "minItems");
  const most = readCount(node, "maxItems");
  const checks: ArrayCheck[] = [];
  if (least !== undefined) {
    const message = `must have at least ${least} items`;
    checks.push((items, run) => items.length >= least || fail(run, "minItems", message));
  }
  if (most !== undefined) {
    const message = `must have at most ${most} items`;
    checks.push((items, run) => items.length <= most || fail(run, "maxItems", message));
  }
  return checks;
}

/** By look-up, so that the time grows with the array and not with its square. */
function areUnique(items: Items, run: Run): boolean {
  const pay = (steps: number): void => spend(run, steps);
  pay(items.length);
  const plain = new Set<unknown>();
  const deep = new Set<string>();
  for (const item of items) {
    if (typeof item === "object" && item !== null) {
      deep.add(deepKey(item, pay));
    } else {
      plain.add(item);
    }
  }
  return (
    plain.size + deep.size === items.length || fail(run, "uniqueItems", "must not repeat an item")
  );
}

function compileContains(node: SchemaNode, compilation: Compilation): ArrayCheck | null {
  const schema = readKeyword(node, "contains");
  if (schema === undefined) {
    return null;
  }
  const { draft } = node.resource.dialect;
  const check = compileChild(node, "contains", schema, compilation);
  const least = (draft === "draft-07" ? undefined : readCount(node, "minContains")) ?? 1;
  const most = draft === "draft-07" ? undefined : readCount(node, "maxContains");
  return (items, run) => {
    const tracked = draft === "2020-12" ? run.evaluated : null;
    let found = 0;
    for (let index = 0; index < items.length; index += 1) {
      spend(run, 1);
      if (holds(check, items[index], run)) {
        found += 1;
        tracked?.items.add(index);
        if (found >= least && most === undefined && tracked === null) {
          return true;
        }
      }
    }
    if (found < least) {
      return fail(run, "contains", `must contain at least ${least} matching items`);
    }
    return (
      most === undefined ||
      found <= most ||
      fail(run, "maxContains", `must contain at most ${most} matching items`)
    );
  };
}
