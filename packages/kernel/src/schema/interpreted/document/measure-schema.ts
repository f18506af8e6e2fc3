import { rejectSchema } from "./reject-schema.ts";

/** Limits of a schema's cost before and while it is used. Counts, not times: the same everywhere. */
export interface SchemaLimits {
  readonly maxDepth: number;
  /** Characters of the schema as JSON, counted about. */
  readonly maxSize: number;
  /** Units of compile work: schema nodes, enum values, pattern instructions. */
  readonly maxWork: number;
  /** Units of validation work for one value. */
  readonly maxSteps: number;
}

export const defaultSchemaLimits: SchemaLimits = Object.freeze({
  maxDepth: 64,
  maxSize: 256 * 1024,
  maxWork: 200_000,
  maxSteps: 1_000_000,
});

export interface SchemaMeasure {
  /** True when any object holds a name that may start a resource or an anchor. */
  readonly hasIdentifiers: boolean;
}

interface Counting {
  size: number;
  hasIdentifiers: boolean;
  readonly limits: SchemaLimits;
}

/** Refuses a schema that is too deep or too large; a cyclic object graph is too deep. */
export function measureSchema(schema: unknown, limits: SchemaLimits): SchemaMeasure {
  const counting = { size: 0, hasIdentifiers: false, limits };
  count(schema, 1, counting);
  if (counting.size > limits.maxSize) {
    rejectSchema("", `is larger than ${limits.maxSize} characters`);
  }
  return counting;
}

function count(value: unknown, depth: number, counting: Counting): void {
  if (typeof value === "string") {
    counting.size += value.length + 2;
    return;
  }
  counting.size += 1;
  if (typeof value !== "object" || value === null) {
    return;
  }
  if (depth > counting.limits.maxDepth) {
    rejectSchema("", `is nested deeper than ${counting.limits.maxDepth} levels`);
  }
  if (counting.size > counting.limits.maxSize) {
    rejectSchema("", `is larger than ${counting.limits.maxSize} characters`);
  }
  if (Array.isArray(value)) {
    for (const item of value) {
      count(item, depth + 1, counting);
    }
    return;
  }
  for (const name of Object.keys(value)) {
    counting.size += name.length + 4;
    if (name === "$id" || name === "$anchor" || name === "$dynamicAnchor") {
      counting.hasIdentifiers = true;
    }
    count((value as Record<string, unknown>)[name], depth + 1, counting);
  }
}
