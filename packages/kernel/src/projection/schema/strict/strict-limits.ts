/** The size that OpenAI documents for schemas in strict mode. Past it a request is refused, so the tool is not sent as strict. */
import { isRecord } from "@toolplane/readings";
import type { SchemaObject } from "../shape/schema-place.ts";

/** Objects inside one another. */
const MAX_LEVELS = 10;
/** Properties of all objects together. */
const MAX_PROPERTIES = 5_000;
/** Characters of names and values together. */
const MAX_NAME_CHARS = 120_000;
/** Values of all lists together. */
const MAX_VALUES = 1_000;
/** Values of one list, from which on their characters are counted. */
const MANY_VALUES = 250;
const MAX_VALUE_CHARS = 15_000;

interface Count {
  properties: number;
  chars: number;
  values: number;
  fault: string | null;
}

export function strictLimitFault(schema: SchemaObject): string | null {
  const count: Count = { properties: 0, chars: 0, values: 0, fault: null };
  const { $defs, ...root } = schema;
  measure(root, 0, count);
  for (const [name, definition] of Object.entries(isRecord($defs) ? $defs : {})) {
    count.chars += name.length;
    measure(definition, 0, count);
  }
  if (count.properties > MAX_PROPERTIES) return `has more than ${MAX_PROPERTIES} properties`;
  if (count.chars > MAX_NAME_CHARS)
    return `has more than ${MAX_NAME_CHARS} characters of names and values`;
  if (count.values > MAX_VALUES) return `lists more than ${MAX_VALUES} values`;
  return count.fault;
}

function measure(node: unknown, level: number, count: Count): void {
  if (!isRecord(node)) return;
  const { properties, items, anyOf } = node;
  const values = node.enum;
  if (Array.isArray(values)) countValues(values, count);
  const members = isRecord(properties) ? Object.entries(properties) : [];
  const inside = isRecord(properties) ? level + 1 : level;
  if (inside > MAX_LEVELS) count.fault = `is nested deeper than ${MAX_LEVELS} levels`;
  for (const [name, member] of members) {
    count.properties += 1;
    count.chars += name.length;
    measure(member, inside, count);
  }
  measure(items, inside, count);
  for (const form of Array.isArray(anyOf) ? anyOf : []) measure(form, inside, count);
}

function countValues(values: readonly unknown[], count: Count): void {
  const chars = values.reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );
  count.values += values.length;
  count.chars += chars;
  if (values.length > MANY_VALUES && chars > MAX_VALUE_CHARS) {
    count.fault = `has a list of values with more than ${MAX_VALUE_CHARS} characters`;
  }
}
