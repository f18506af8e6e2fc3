import type { Registry } from "../document/registry.ts";
import { rejectSchema } from "../document/reject-schema.ts";
import {
  isSchemaObject,
  type SchemaObject,
  type SchemaResource,
} from "../document/schema-resource.ts";
import { own } from "../document/subschemas.ts";
import type { Check, Run } from "./run.ts";

/** A schema object being compiled, with the way to it for messages. */
export interface SchemaNode {
  readonly schema: SchemaObject;
  readonly resource: SchemaResource;
  readonly parent: SchemaNode | null;
  readonly key: string;
}

/** Tells whether a pattern is found anywhere in a text, in time linear in the text. */
export type Matcher = (text: string, run: Run) => boolean;

/** The context that the compilers of the keywords share; `compile` closes the circle between them. */
export interface Compilation {
  readonly registry: Registry;
  readonly assertsFormats: boolean;
  compile(node: SchemaNode): Check;
  matcher(source: string, node: SchemaNode): Matcher;
  /** Pays for compile work, and ends the compilation when it has become too much. */
  charge(units: number): void;
}

export const always: Check = () => true;

/** The answer of the schema `false`; keywords that can say more compare with it. */
export const never: Check = (_value, run) => {
  if (run.isCollecting) {
    run.findings.push({ path: [], keyword: "false schema", message: "is not allowed" });
  }
  return false;
};

/** Compiles the schema at `keyword` (and `name` below it) of a node. */
export function compileChild(
  parent: SchemaNode,
  key: string,
  value: unknown,
  compilation: Compilation,
): Check {
  if (typeof value === "boolean") {
    return value ? always : never;
  }
  if (!isSchemaObject(value)) {
    return rejectSchema(`${pathOf(parent)}/${key}`, "is not an object or a boolean");
  }
  const resource = compilation.registry.resourceOf(value, parent.resource);
  const check = compilation.compile({ schema: value, resource, parent, key });
  return resource === parent.resource ? check : enterResource(check, resource);
}

/** Makes a resource visible to `$dynamicRef` while its schemas run. */
export function enterResource(check: Check, resource: SchemaResource): Check {
  if (resource.dynamicAnchors.size === 0) {
    return check;
  }
  return (value, run) => {
    const outer = run.scope;
    run.scope = { resource, outer };
    const answer = check(value, run);
    run.scope = outer;
    return answer;
  };
}

export function pathOf(node: SchemaNode): string {
  return node.parent === null ? node.key : `${pathOf(node.parent)}/${node.key}`;
}

export function rejectKeyword(node: SchemaNode, keyword: string, why: string): never {
  return rejectSchema(`${pathOf(node)}/${keyword}`, why);
}

/**
 * A keyword's value, `undefined` when absent. `null` counts as absent: several serialisers write
 * unset keywords that way, and no keyword read through here has a meaning for it.
 */
export function readKeyword(node: SchemaNode, keyword: string): unknown {
  return own(node.schema, keyword) ?? undefined;
}

/** The same for keywords of the validation vocabulary, which a metaschema can leave out. */
export function readAssertion(node: SchemaNode, keyword: string): unknown {
  return node.resource.dialect.hasValidation ? readKeyword(node, keyword) : undefined;
}

export function readCount(node: SchemaNode, keyword: string): number | undefined {
  const value = readAssertion(node, keyword);
  if (value === undefined) {
    return undefined;
  }
  if (typeof value !== "number" || !Number.isInteger(value) || value < 0) {
    return rejectKeyword(node, keyword, "is not a whole number");
  }
  return value;
}

/** A keyword that maps names to something, such as `properties`. */
export function readMap(node: SchemaNode, keyword: string): readonly [string, unknown][] {
  const value = readKeyword(node, keyword);
  if (value === undefined) {
    return [];
  }
  if (!isSchemaObject(value)) {
    return rejectKeyword(node, keyword, "is not an object");
  }
  return Object.keys(value).map((name) => [name, value[name]]);
}

export function readList(node: SchemaNode, keyword: string): readonly unknown[] | undefined {
  const value = readKeyword(node, keyword);
  if (value !== undefined && !Array.isArray(value)) {
    return rejectKeyword(node, keyword, "is not an array");
  }
  return value;
}
