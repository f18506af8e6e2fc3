/** A schema object inside a document, and its place there: the steps of a projection hand these to one another. */
import { isRecord } from "@toolplane/readings";

/** A schema as an object; booleans have become objects by the time a step sees one. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/**
 * A schema with its JSON pointer in the document. A step `$ref` means what the reference there points to, at that place
 * only: the definition itself may be whole elsewhere.
 */
export interface Place {
  readonly schema: SchemaObject;
  readonly path: string;
}

/**
 * A keyword that a projection could not carry over. The projected schema is wider by exactly these: a value it accepts is
 * accepted by the original once they are taken out of it. The road validates with the original, so nothing wider ever runs.
 * Paths are in 2020-12 spelling, definitions under `/$defs`.
 */
export interface LostKeyword {
  readonly path: string;
  readonly keyword: string;
  /** Not taken out but weakened: a `oneOf` whose forms are all there, as `anyOf`. */
  readonly as?: "anyOf";
}

/** The members of a keyword that maps names to schemas; none when it is absent. */
export function membersOf(
  schema: SchemaObject,
  keyword: string,
): readonly [string, SchemaObject][] {
  const map = schema[keyword];
  if (!isRecord(map)) return [];
  return Object.entries(map).filter((member): member is [string, SchemaObject] =>
    isRecord(member[1]),
  );
}

/** The schemas of a keyword that lists them; none when it is absent. */
export function listOf(schema: SchemaObject, keyword: string): readonly SchemaObject[] {
  const list = schema[keyword];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

export function pointerStep(name: string): string {
  return /[~/]/.test(name) ? `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` : `/${name}`;
}

/** True for `{ not: {} }`, the spelling of `false` inside a document. */
export function isNever(schema: SchemaObject): boolean {
  const { not } = schema;
  return isRecord(not) && Object.keys(not).length === 0;
}
