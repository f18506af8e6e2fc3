/** Compares a parameters schema with a locked shape: names, which are required, types. Everything else may differ. */
import type { JsonSchema } from "@toolplane/contract";
import type { Shape } from "./locked-shapes.ts";

type Members = Readonly<Record<string, unknown>>;

/** Describes the first difference, or returns null. `at` is its place in the arguments. */
export function describeShapeFault(
  schema: JsonSchema,
  shape: Shape,
  at = "parameters",
): string | null {
  if (shape === "any") return null;
  if (typeof schema !== "object" || schema === null) return `${at}: must be a schema`;
  if (typeof shape === "string") {
    return typeOf(schema) === shape ? null : `${at}: must be of type ${shape}`;
  }
  if (isList(shape)) {
    if (typeOf(schema) !== "array") return `${at}: must be of type array`;
    return describeShapeFault((schema.items ?? true) as JsonSchema, shape[0], `${at}[]`);
  }
  return describeMembersFault(schema, shape, at);
}

function describeMembersFault(
  schema: Exclude<JsonSchema, boolean>,
  shape: { readonly [member: string]: Shape },
  at: string,
): string | null {
  if (typeOf(schema) !== "object") return `${at}: must be of type object`;
  if (schema.additionalProperties !== false)
    return `${at}: must refuse unknown properties (additionalProperties: false)`;
  const properties = (schema.properties ?? {}) as Members;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const known = new Set<string>();
  for (const [member, inner] of Object.entries(shape)) {
    const optional = member.endsWith("?");
    const name = optional ? member.slice(0, -1) : member;
    known.add(name);
    if (!Object.hasOwn(properties, name)) return `${at}.${name}: is missing`;
    if (required.has(name) === optional)
      return `${at}.${name}: must ${optional ? "not " : ""}be required`;
    const fault = describeShapeFault(properties[name] as JsonSchema, inner, `${at}.${name}`);
    if (fault) return fault;
  }
  const more = [...Object.keys(properties), ...required].find((name) => !known.has(String(name)));
  return more === undefined ? null : `${at}.${more}: is not part of the locked shape`;
}

/** The one type of a schema; an enumeration or a constant has the type of its values. */
function typeOf(schema: Exclude<JsonSchema, boolean>): string | null {
  if (typeof schema.type === "string") return schema.type;
  const values = Array.isArray(schema.enum) ? schema.enum : "const" in schema ? [schema.const] : [];
  const types = new Set(values.map((value) => (value === null ? "null" : typeof value)));
  return types.size === 1 ? ([...types][0] ?? null) : null;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}
