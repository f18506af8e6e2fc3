import { compileArray } from "./keywords/compile-array.ts";
import { compileLogic } from "./keywords/compile-logic.ts";
import { compileNumber } from "./keywords/compile-number.ts";
import { compileObject } from "./keywords/compile-object.ts";
import { compileReferences } from "./keywords/compile-reference.ts";
import { compileFormat, compileString } from "./keywords/compile-string.ts";
import { compileType } from "./keywords/compile-type.ts";
import { compileUnevaluated } from "./keywords/compile-unevaluated.ts";
import { compileValues } from "./keywords/compile-values.ts";
import { allHold } from "./run/all-hold.ts";
import { always, type Compilation, type SchemaNode } from "./run/compilation.ts";
import type { Check } from "./run/run.ts";

type Group =
  | "values"
  | "number"
  | "string"
  | "format"
  | "array"
  | "object"
  | "reference"
  | "logic"
  | "unevaluated";

// One look at the names that a schema holds says which compilers it needs; everything else in it,
// `x-…` and the like, is an annotation and never fails.
const groups: ReadonlyMap<string, Group> = new Map<string, Group>([
  ...keywords("values", "enum const"),
  ...keywords("number", "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf"),
  ...keywords("string", "minLength maxLength pattern"),
  ...keywords("format", "format"),
  ...keywords("array", "items prefixItems minItems maxItems uniqueItems contains"),
  ...keywords("object", "properties patternProperties additionalProperties propertyNames required"),
  ...keywords("object", "minProperties maxProperties"),
  ...keywords("object", "dependentRequired dependentSchemas dependencies"),
  ...keywords("reference", "$ref $recursiveRef $dynamicRef"),
  ...keywords("logic", "allOf anyOf oneOf not if"),
  ...keywords("unevaluated", "unevaluatedProperties unevaluatedItems"),
]);

function keywords(group: Group, names: string): readonly (readonly [string, Group])[] {
  return names.split(" ").map((name) => [name, group] as const);
}

/** Turns one schema object into one check. */
export function compileSchema(node: SchemaNode, compilation: Compilation): Check {
  compilation.charge(1);
  const { draft } = node.resource.dialect;
  if (draft === "draft-07" && Object.hasOwn(node.schema, "$ref")) {
    // Before 2019-09 a reference hides everything beside it.
    return together(compileReferences(node, compilation));
  }
  const present = new Set<Group>();
  for (const name of Object.keys(node.schema)) {
    const group = groups.get(name);
    if (group !== undefined) {
      present.add(group);
    }
  }
  const body = together(compileGroups(node, present, compilation));
  const isTracked = present.has("unevaluated") && draft !== "draft-07";
  const whole = isTracked ? compileUnevaluated(node, body, compilation) : body;
  const type = compileType(node, compilation);
  if (type === null) {
    return whole;
  }
  // A value of the wrong type gets that fault and no other.
  return whole === always ? type : (value, run) => type(value, run) && whole(value, run);
}

function compileGroups(
  node: SchemaNode,
  present: ReadonlySet<Group>,
  compilation: Compilation,
): readonly Check[] {
  const checks: (Check | null)[] = [];
  const add = (group: Group, compile: () => readonly (Check | null)[]): void => {
    if (present.has(group)) {
      checks.push(...compile());
    }
  };
  add("values", () => compileValues(node, compilation));
  add("number", () => compileNumber(node));
  add("string", () => [compileString(node, compilation)]);
  add("format", () => [compileFormat(node, compilation)]);
  add("array", () => [compileArray(node, compilation)]);
  add("object", () => [compileObject(node, compilation)]);
  add("reference", () => compileReferences(node, compilation));
  add("logic", () => compileLogic(node, compilation));
  return checks.filter((check) => check !== null);
}

function together(checks: readonly Check[]): Check {
  const [first = always, second = always] = checks;
  if (checks.length <= 1) {
    return first;
  }
  if (checks.length === 2) {
    return (value, run) =>
      run.isCollecting ? allHold(checks, value, run) : first(value, run) && second(value, run);
  }
  return (value, run) => allHold(checks, value, run);
}
