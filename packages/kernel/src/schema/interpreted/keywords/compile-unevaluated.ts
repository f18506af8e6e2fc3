import {
  type Compilation,
  compileChild,
  never,
  readKeyword,
  type SchemaNode,
} from "../run/compilation.ts";
import { createEvaluated, type Evaluated, mergeEvaluated } from "../run/evaluated.ts";
import { type Check, fail, locate, note, type Run, spend } from "../run/run.ts";

/**
 * `unevaluatedProperties` and `unevaluatedItems`: wraps everything else that a schema says, records
 * what that looked at, and judges the rest.
 */
export function compileUnevaluated(node: SchemaNode, body: Check, compilation: Compilation): Check {
  const read = (keyword: string): Check | null => {
    const schema = readKeyword(node, keyword);
    return schema === undefined ? null : compileChild(node, keyword, schema, compilation);
  };
  const properties = read("unevaluatedProperties");
  const items = read("unevaluatedItems");
  return (value, run) => {
    const outer = run.evaluated;
    const mine = createEvaluated();
    run.evaluated = mine;
    let isValid = body(value, run);
    if (!isValid && !run.isCollecting) {
      run.evaluated = outer;
      return false;
    }
    run.evaluated = null;
    // After a failure the record is incomplete, and "unevaluated" would only be noise.
    if (isValid && items !== null && Array.isArray(value)) {
      isValid = judgeItems(value, items, mine, run);
    } else if (isValid && properties !== null && typeof value === "object" && value !== null) {
      isValid = Array.isArray(value) || judgeMembers(value, properties, mine, run);
    }
    run.evaluated = outer;
    if (outer !== null) {
      mergeEvaluated(outer, mine);
    }
    return isValid;
  };
}

function judgeMembers(object: object, check: Check, seen: Evaluated, run: Run): boolean {
  let isValid = true;
  for (const name of Object.keys(object)) {
    if (seen.names.has(name)) {
      continue;
    }
    spend(run, 1);
    const from = run.findings.length;
    const member = (object as Readonly<Record<string, unknown>>)[name];
    const isMemberValid =
      check === never
        ? note(run, {
            path: [],
            keyword: "unevaluatedProperties",
            message: "unknown property",
            known: [...seen.names],
          })
        : check(member, run);
    if (!isMemberValid) {
      if (!run.isCollecting) {
        return false;
      }
      locate(run, from, name);
      isValid = false;
    }
    seen.names.add(name);
  }
  return isValid;
}

function judgeItems(items: readonly unknown[], check: Check, seen: Evaluated, run: Run): boolean {
  let isValid = true;
  for (let index = seen.itemCount; index < items.length; index += 1) {
    if (seen.items.has(index)) {
      continue;
    }
    spend(run, 1);
    const from = run.findings.length;
    const isItemValid =
      check === never
        ? fail(run, "unevaluatedItems", "is an item too many")
        : check(items[index], run);
    if (!isItemValid) {
      if (!run.isCollecting) {
        return false;
      }
      locate(run, from, String(index));
      isValid = false;
    }
  }
  seen.itemCount = items.length;
  return isValid;
}
