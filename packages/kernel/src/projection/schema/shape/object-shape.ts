/** The properties of an object that several schemas describe together. */
import { isRecord } from "@toolplane/readings";
import { membersOf, type Place, pointerStep, type SchemaObject } from "./schema-place.ts";

/** Constraints on one property: all of `all`, and one of `any` when there are any. */
export interface Member {
  readonly all: readonly Place[];
  readonly any: readonly Place[];
}

/** The object that all parts describe. */
export interface ObjectShape {
  /** By name, in the author's order. */
  readonly members: ReadonlyMap<string, Member>;
  readonly required: ReadonlySet<string>;
  /** A name that one part demands and another forbids. */
  readonly impossible: string | null;
}

/** Reads the properties that the parts declare. A name that a closed part does not know is left out. */
export function objectShape(parts: readonly Place[]): ObjectShape {
  const members = new Map<string, Member>();
  for (const part of parts) {
    for (const [name] of membersOf(part.schema, "properties")) {
      if (members.has(name)) continue;
      const all = declarationsOf(name, parts);
      if (all !== null) members.set(name, { all, any: [] });
    }
  }
  const required = new Set(parts.flatMap(({ schema }) => requiredOf(schema.required)));
  const impossible = [...required].find((name) => declarationsOf(name, parts) === null) ?? null;
  return { members, required, impossible };
}

/** The cost of reading the properties: every name is looked for in every part. */
export function shapeCost(parts: readonly Place[]): number {
  const names = parts.reduce((sum, { schema }) => {
    const { properties, required } = schema;
    return (
      sum +
      (isRecord(properties) ? Object.keys(properties).length : 0) +
      requiredOf(required).length
    );
  }, 0);
  return names * parts.length;
}

/** Closed, and no pattern lets a name in that is not listed. */
export function isSealed(schema: SchemaObject): boolean {
  return schema.additionalProperties === false && !hasPatterns(schema);
}

/** True when patterns describe some names; then no check is made whether another name is one of the rest. */
export function hasPatterns({ patternProperties }: SchemaObject): boolean {
  return patternProperties !== undefined;
}

/** Every schema that a property of this name must meet; null when a sealed part does not list it. */
export function declarationsOf(name: string, parts: readonly Place[]): readonly Place[] | null {
  const declared: Place[] = [];
  for (const { schema, path } of parts) {
    const properties = schema.properties;
    const own =
      isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (isRecord(own)) {
      declared.push({ schema: own, path: `${path}/properties${pointerStep(name)}` });
      continue;
    }
    if (isSealed(schema)) return null;
    const rest = schema.additionalProperties;
    if (isRecord(rest) && !hasPatterns(schema))
      declared.push({ schema: rest, path: `${path}/additionalProperties` });
  }
  return declared;
}

export function requiredOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}
