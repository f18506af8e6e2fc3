import { showName } from "../../names/show-name.ts";
import type { Place, SchemaObject, SchemaResource } from "../document/schema-resource.ts";
import { own } from "../document/subschemas.ts";
import {
  always,
  type Compilation,
  enterResource,
  never,
  rejectKeyword,
  type SchemaNode,
} from "../run/compilation.ts";
import { type Check, loops, type Run, spend } from "../run/run.ts";

// References are resolved when the schema is compiled, so a missing target is known at once, and
// their targets are compiled when a value first reaches them: a document with hundreds of
// definitions costs what its used ones cost, and recursion needs no special case.

/** References that may be nested; the arguments themselves are 64 levels deep. */
const MAX_REFERENCES = 400;

export function compileReferences(node: SchemaNode, compilation: Compilation): readonly Check[] {
  const checks: Check[] = [];
  for (const keyword of ["$ref", "$recursiveRef", "$dynamicRef"]) {
    const reference = own(node.schema, keyword);
    if (reference !== undefined && reference !== null && isKnown(keyword, node)) {
      checks.push(compileReference(node, keyword, reference, compilation));
    }
  }
  return checks;
}

function isKnown(keyword: string, node: SchemaNode): boolean {
  const { draft } = node.resource.dialect;
  return (
    keyword === "$ref" || (keyword === "$dynamicRef" ? draft === "2020-12" : draft === "2019-09")
  );
}

function compileReference(
  node: SchemaNode,
  keyword: string,
  reference: unknown,
  compilation: Compilation,
): Check {
  if (typeof reference !== "string") {
    return rejectKeyword(node, keyword, "is not a text");
  }
  const target = compilation.registry.resolve(reference, node.resource);
  if (target === undefined) {
    return rejectKeyword(node, keyword, `refers to ${showName(reference)}, which is not there`);
  }
  const follow = followTo(target, node, compilation);
  if (keyword !== "$dynamicRef" || target.dynamicAnchor === undefined) {
    return follow;
  }
  return followDynamic(target.dynamicAnchor, follow, node, compilation);
}

function followTo(target: Place, from: SchemaNode, compilation: Compilation): Check {
  const { schema, resource } = target;
  if (typeof schema === "boolean") {
    return schema ? always : never;
  }
  let check: Check | undefined;
  return (value, run) => {
    if (check === undefined) {
      const compiled = compileTarget(schema, resource, compilation);
      check = resource === from.resource ? compiled : enterResource(compiled, resource);
    }
    spend(run, 1);
    run.references += 1;
    if (run.references > MAX_REFERENCES) {
      throw loops;
    }
    const answer = check(value, run);
    run.references -= 1;
    return answer;
  };
}

/** A bad target is found late; its reason is kept, so that it is not sought at every call. */
function compileTarget(
  schema: SchemaObject,
  resource: SchemaResource,
  compilation: Compilation,
): Check {
  try {
    return compilation.compile({ schema, resource, parent: null, key: resource.uri });
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** The outermost resource on the way here that has the anchor decides, else the static target. */
function followDynamic(
  anchor: string,
  fallback: Check,
  node: SchemaNode,
  compilation: Compilation,
): Check {
  const followers = new Map<SchemaResource, Check>();
  return (value, run) => {
    const resource = outermost(anchor, run);
    const schema = resource?.dynamicAnchors.get(anchor);
    if (resource === undefined || schema === undefined) {
      return fallback(value, run);
    }
    let follow = followers.get(resource);
    if (follow === undefined) {
      follow = followTo({ schema, resource }, node, compilation);
      followers.set(resource, follow);
    }
    return follow(value, run);
  };
}

function outermost(anchor: string, run: Run): SchemaResource | undefined {
  let found: SchemaResource | undefined;
  for (let scope = run.scope; scope !== null; scope = scope.outer) {
    if (scope.resource.dynamicAnchors.has(anchor)) {
      found = scope.resource;
    }
  }
  return found;
}
