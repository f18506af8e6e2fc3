/**
 * Objects in strict spelling: closed, every property required, an optional one nullable. An object that is open on purpose
 * (a map, a free form, names by pattern) cannot be said so, and closing it would take the tool's use away; such a tool is not
 * sent as strict.
 */
import { isRecord } from "@toolplane/readings";
import { type Member, objectShape, shapeCost } from "../shape/object-shape.ts";
import type { RestorePlan } from "../shape/restore-arguments.ts";
import type { Place, SchemaObject } from "../shape/schema-place.ts";
import { strictChoice } from "./strict-choice.ts";
import { lose, REFUSED, type StrictContext, type StrictNode } from "./strict-context.ts";
import { withNull } from "./strict-nullable.ts";
import type { StrictPart } from "./strict-scalar.ts";

/** Keywords that strict mode does not have. */
const UNKNOWN = [
  "propertyNames",
  "minProperties",
  "maxProperties",
  "dependentRequired",
  "dependentSchemas",
  "unevaluatedProperties",
] as const;

/** So many names looked up cost what one schema does. */
const NAMES_PER_UNIT = 50;

/** Facts about an object beside its parts, when its root was merged from several forms. */
export interface MergedShape {
  readonly members: ReadonlyMap<string, Member>;
  readonly required: ReadonlySet<string>;
  readonly closedByForms: boolean;
}

/** The schema of an object; null when it can be none. */
export function strictObject(input: StrictPart, merged?: MergedShape): StrictNode | null {
  const { parts, context, notes } = input;
  context.charge(Math.ceil(shapeCost(parts) / NAMES_PER_UNIT));
  const read = objectShape(parts);
  if (read.impossible !== null) return null;
  const shape = merged ?? { ...read, closedByForms: false };
  for (const place of parts) {
    for (const keyword of UNKNOWN) {
      if (place.schema[keyword] !== undefined) lose(context, notes, { place, keyword });
    }
  }
  const isClosed = shape.closedByForms || parts.some(({ schema }) => closes(schema));
  const reason = openness(parts, { isClosed, names: shape.members.size });
  if (reason !== null) {
    context.refuse(reason);
    return REFUSED;
  }
  return writeObject(shape, context);
}

function closes(schema: SchemaObject): boolean {
  return schema.additionalProperties === false || schema.unevaluatedProperties === false;
}

/** Why the object is open on purpose, or null. */
function openness(
  parts: readonly Place[],
  { isClosed, names }: { readonly isClosed: boolean; readonly names: number },
): string | null {
  for (const { schema } of parts) {
    const { patternProperties, additionalProperties } = schema;
    if (isRecord(patternProperties) && Object.keys(patternProperties).length > 0) {
      return "takes properties by pattern";
    }
    if (!isClosed && (additionalProperties === true || isRecord(additionalProperties))) {
      return "takes properties of any name";
    }
  }
  return names === 0 && !isClosed ? "takes an object of any form" : null;
}

function writeObject(
  { members, required }: MergedShape,
  context: StrictContext,
): StrictNode | null {
  const properties: [string, SchemaObject][] = [];
  const plans = new Map<string, RestorePlan>();
  const optional = new Set<string>();
  for (const [name, member] of members) {
    const isRequired = required.has(name);
    const node = memberNode(member, context);
    if (node === null) {
      // A property that can have no value may never be sent.
      if (isRequired) return null;
      continue;
    }
    properties.push([name, isRequired ? node.schema : withNull(node.schema)]);
    if (node.plan !== null) plans.set(name, node.plan);
    if (!isRequired) optional.add(name);
  }
  for (const name of required) {
    if (!members.has(name))
      context.refuse(`says nothing of the property ${name}, which it demands`);
  }
  return {
    schema: {
      type: "object",
      properties: Object.fromEntries(properties),
      required: properties.map(([name]) => name),
      additionalProperties: false,
    },
    plan: optional.size + plans.size > 0 ? { kind: "object", optional, members: plans } : null,
  };
}

/** Prefers the root's own constraints on a property to those of the forms it was merged from. */
function memberNode({ all, any }: Member, context: StrictContext): StrictNode | null {
  if (all.length > 0 || any.length === 0) return context.project(all);
  return strictChoice(any.map((place) => context.project([place])));
}
