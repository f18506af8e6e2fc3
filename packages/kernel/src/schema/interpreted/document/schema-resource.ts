import type { Dialect } from "./dialect.ts";

export type SchemaObject = Readonly<Record<string, unknown>>;

/** One schema with its own identity: a document, or a part of one that carries `$id`. */
export interface SchemaResource {
  readonly uri: string;
  readonly root: SchemaObject | boolean;
  readonly dialect: Dialect;
  /** Plain names, `$dynamicAnchor` included. */
  readonly anchors: Map<string, SchemaObject>;
  readonly dynamicAnchors: Map<string, SchemaObject>;
}

/** A schema and the resource whose URI its references are relative to. */
export interface Place {
  readonly schema: SchemaObject | boolean;
  readonly resource: SchemaResource;
}

export function createSchemaResource(
  uri: string,
  root: SchemaObject | boolean,
  dialect: Dialect,
): SchemaResource {
  return { uri, root, dialect, anchors: new Map(), dynamicAnchors: new Map() };
}

export function isSchemaObject(value: unknown): value is SchemaObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
