import {
  type Compilation,
  compileChild,
  readKeyword,
  readList,
  type SchemaNode,
} from "../run/compilation.ts";
import { createEvaluated, mergeEvaluated } from "../run/evaluated.ts";
import { type Check, type Finding, fail, holds, note, type Run, spend } from "../run/run.ts";

/** The keywords that combine schemas over the same value. */
export function compileLogic(node: SchemaNode, compilation: Compilation): readonly Check[] {
  const branches = (keyword: string): readonly Check[] | undefined =>
    readList(node, keyword)?.map((schema, index) =>
      compileChild(node, `${keyword}/${index}`, schema, compilation),
    );
  const single = (keyword: string): Check | undefined => {
    const schema = readKeyword(node, keyword);
    return schema === undefined ? undefined : compileChild(node, keyword, schema, compilation);
  };
  const checks: Check[] = [...(branches("allOf") ?? [])];
  const anyOf = branches("anyOf");
  const oneOf = branches("oneOf");
  const not = single("not");
  const condition = single("if");
  if (anyOf !== undefined) {
    checks.push(matchAny(anyOf));
  }
  if (oneOf !== undefined) {
    checks.push(matchOne(oneOf));
  }
  if (not !== undefined) {
    checks.push(
      (value, run) => !holds(not, value, run) || fail(run, "not", "must not match this form"),
    );
  }
  if (condition !== undefined) {
    checks.push(choose(condition, single("then"), single("else")));
  }
  return checks;
}

function matchAny(branches: readonly Check[]): Check {
  return (value, run) => {
    spend(run, branches.length);
    if (run.isCollecting || run.evaluated !== null) {
      return countMatches("anyOf", branches, value, run) > 0;
    }
    for (const branch of branches) {
      if (branch(value, run)) {
        return true;
      }
    }
    return false;
  };
}

function matchOne(branches: readonly Check[]): Check {
  return (value, run) => {
    spend(run, branches.length);
    if (run.isCollecting || run.evaluated !== null) {
      const matches = countMatches("oneOf", branches, value, run);
      const message = `must match exactly one form, and matches ${matches}`;
      return matches === 1 || (matches > 1 && fail(run, "oneOf", message));
    }
    let matches = 0;
    for (const branch of branches) {
      matches += branch(value, run) ? 1 : 0;
      if (matches > 1) {
        return false;
      }
    }
    return matches === 1;
  };
}

/**
 * Runs every branch, keeping its findings and what the matching ones looked at. When none matches, one finding carries
 * them all, so that the reader sees the nearest branch only.
 */
function countMatches(
  keyword: string,
  branches: readonly Check[],
  value: unknown,
  run: Run,
): number {
  const { findings, evaluated } = run;
  const kept: Finding[][] = [];
  let matches = 0;
  for (const branch of branches) {
    run.findings = [];
    run.evaluated = evaluated === null ? null : createEvaluated();
    if (branch(value, run)) {
      matches += 1;
      if (evaluated !== null && run.evaluated !== null) {
        mergeEvaluated(evaluated, run.evaluated);
      }
    } else {
      kept.push(run.findings);
    }
  }
  run.findings = findings;
  run.evaluated = evaluated;
  if (matches === 0) {
    note(run, {
      path: [],
      keyword,
      message: "must match one of the allowed forms",
      branches: kept,
    });
  }
  return matches;
}

function choose(condition: Check, then: Check | undefined, otherwise: Check | undefined): Check {
  return (value, run) => {
    const next = matches(condition, value, run) ? then : otherwise;
    return next === undefined || next(value, run);
  };
}

/** Like `holds`, but what a matching condition looked at counts as evaluated. */
function matches(condition: Check, value: unknown, run: Run): boolean {
  const { isCollecting, evaluated } = run;
  run.isCollecting = false;
  run.evaluated = evaluated === null ? null : createEvaluated();
  const answer = condition(value, run);
  if (answer && evaluated !== null && run.evaluated !== null) {
    mergeEvaluated(evaluated, run.evaluated);
  }
  run.isCollecting = isCollecting;
  run.evaluated = evaluated;
  return answer;
}
