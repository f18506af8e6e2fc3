import { showName } from "../../names/show-name.ts";
import { allHold } from "../run/all-hold.ts";
import {
  type Compilation,
  compileChild,
  readAssertion,
  readCount,
  readKeyword,
  readMap,
  rejectKeyword,
  type SchemaNode,
} from "../run/compilation.ts";
import { type Check, fail, note } from "../run/run.ts";
import { judgeMembers, type MemberPlan, type Members, type ObjectCheck } from "./judge-members.ts";
import { quickMembers } from "./quick-members.ts";

/** The keywords that look at objects. */
export function compileObject(node: SchemaNode, compilation: Compilation): Check | null {
  const checks: ObjectCheck[] = [];
  const required = readNames(node, "required", readAssertion(node, "required"));
  if (required.length > 0) {
    checks.push(requireNames(required, "required", "missing"));
  }
  const plan = readPlan(node, compilation);
  const hasMembers = plan.properties.size + plan.patterns.length > 0;
  if (hasMembers || plan.additional !== null || plan.names !== null) {
    checks.push(judgeMembers(plan));
  }
  const others = [...compileCounts(node), ...compileDependencies(node, compilation)];
  checks.push(...others);
  if (checks.length === 0) {
    return null;
  }
  const quick = quickMembers(plan, required);
  return (value, run) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return true;
    }
    if (quick !== null && run.isQuick && run.evaluated === null) {
      return (
        quick(value as Members, run) &&
        (others.length === 0 || allHold(others, value as Members, run))
      );
    }
    return allHold(checks, value as Members, run);
  };
}

function readPlan(node: SchemaNode, compilation: Compilation): MemberPlan {
  const properties = new Map<string, Check>();
  for (const [name, schema] of readMap(node, "properties")) {
    properties.set(name, compileChild(node, `properties/${name}`, schema, compilation));
  }
  const patterns = readMap(node, "patternProperties").map(([source, schema]) => ({
    matches: compilation.matcher(source, node),
    check: compileChild(node, `patternProperties/${source}`, schema, compilation),
  }));
  const read = (keyword: string): Check | null => {
    const schema = readKeyword(node, keyword);
    return schema === undefined ? null : compileChild(node, keyword, schema, compilation);
  };
  return {
    properties,
    patterns,
    additional: read("additionalProperties"),
    names: read("propertyNames"),
  };
}

function compileCounts(node: SchemaNode): readonly ObjectCheck[] {
  const least = readCount(node, "minProperties");
  const most = readCount(node, "maxProperties");
  const checks: ObjectCheck[] = [];
  if (least !== undefined) {
    const message = `must have at least ${least} properties`;
    checks.push(
      (object, run) => Object.keys(object).length >= least || fail(run, "minProperties", message),
    );
  }
  if (most !== undefined) {
    const message = `must have at most ${most} properties`;
    checks.push(
      (object, run) => Object.keys(object).length <= most || fail(run, "maxProperties", message),
    );
  }
  return checks;
}

function requireNames(names: readonly string[], keyword: string, message: string): ObjectCheck {
  return (object, run) => {
    let isValid = true;
    for (const name of names) {
      if (!Object.hasOwn(object, name)) {
        if (!run.isCollecting) {
          return false;
        }
        isValid = note(run, { path: [name], keyword, message });
      }
    }
    return isValid;
  };
}

/** `dependentRequired`, `dependentSchemas`, and `dependencies` of the drafts before, both forms. */
function compileDependencies(node: SchemaNode, compilation: Compilation): readonly ObjectCheck[] {
  const checks: ObjectCheck[] = [];
  for (const keyword of ["dependentRequired", "dependentSchemas", "dependencies"]) {
    for (const [name, dependency] of readMap(node, keyword)) {
      const isNames = Array.isArray(dependency) || keyword === "dependentRequired";
      if (isNames && !node.resource.dialect.hasValidation) {
        continue;
      }
      const check: ObjectCheck = isNames
        ? requireNames(
            readNames(node, keyword, dependency),
            keyword,
            `missing, needed beside ${showName(name)}`,
          )
        : compileChild(node, `${keyword}/${name}`, dependency, compilation);
      checks.push((object, run) => !Object.hasOwn(object, name) || check(object, run));
    }
  }
  return checks;
}

function readNames(node: SchemaNode, keyword: string, value: unknown): readonly string[] {
  // Draft-03 wrote `required: true` inside a property; it says nothing about this object.
  if (value === undefined || typeof value === "boolean") {
    return [];
  }
  if (!Array.isArray(value) || !value.every((name) => typeof name === "string")) {
    return rejectKeyword(node, keyword, "is not a list of property names");
  }
  return value;
}
