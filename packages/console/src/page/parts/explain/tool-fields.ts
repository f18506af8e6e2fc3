/** The fields of a form that is made from a tool's schema, what was typed into them, and what is wrong with it, in plain words. */
import type { JsonSchema } from "@toolplane/contract";

export interface Field {
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "json";
  readonly choices: readonly string[];
  readonly isRequired: boolean;
  readonly summary: string;
  /** For JSON: how a value could look. */
  readonly sample: string;
  readonly schema: Schema;
}

export interface Filled {
  readonly given: Readonly<Record<string, unknown>>;
  readonly faults: ReadonlyMap<string, string>;
}

type Schema = Readonly<Record<string, unknown>>;

export function readFields(parameters: JsonSchema): readonly Field[] {
  const schema = recordOf(parameters);
  const required = listOf(schema.required);
  return Object.entries(recordOf(schema.properties)).map(([name, property]) => {
    const own = recordOf(property);
    const kind = kindOf(own);
    return {
      name,
      kind,
      schema: own,
      isRequired: required.includes(name),
      choices: kind === "text" ? listOf(own.enum).map(String) : [],
      summary: typeof own.description === "string" ? own.description : "",
      sample: kind === "json" ? JSON.stringify(sampleOf(own, DEEPEST)) : "",
    };
  });
}

/** Values as the tool takes them. An empty field is not given. */
export function readValues(
  fields: readonly Field[],
  values: Readonly<Record<string, string>>,
): Filled {
  const given: Record<string, unknown> = {};
  const faults = new Map<string, string>();
  for (const field of fields) {
    const text = values[field.name] ?? "";
    if (text === "") continue;
    const value = field.kind === "text" ? text : parsed(text);
    const fault = faultOf(field, value);
    if (fault === null) given[field.name] = value;
    else faults.set(field.name, fault);
  }
  return { given, faults };
}

const INVALID = "Invalid arguments: ";

/** The finding of the tool's own check, with the field that it is about; null for any other text. */
export function readRefusal(
  text: string,
  fields: readonly Field[],
): ReadonlyMap<string, string> | null {
  if (!text.startsWith(INVALID)) return null;
  const found = new Map<string, string>();
  for (const part of text.slice(INVALID.length).split("; ")) {
    const at = part.indexOf(": ");
    const place = at < 0 ? part : part.slice(0, at);
    const name = fields.find((one) => place === one.name || /^[.[]/.test(rest(place, one.name)));
    if (name === undefined) return null;
    const before = found.get(name.name);
    found.set(name.name, before === undefined ? part : `${before}; ${part}`);
  }
  return found;
}

/** The text that follows a name; empty where something else does. */
function rest(place: string, name: string): string {
  return place.startsWith(name) ? place.slice(name.length) : "";
}

function kindOf(schema: Schema): Field["kind"] {
  const types = typesOf(schema);
  if (types.includes("string")) return "text";
  if (types.includes("number") || types.includes("integer")) return "number";
  return types.includes("boolean") ? "boolean" : "json";
}

function typesOf({ type }: Schema): readonly unknown[] {
  return Array.isArray(type) ? type : [type];
}

const UNREAD = Symbol("no JSON");

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return UNREAD;
  }
}

/** One sentence; null where nothing is wrong that can be seen from here. */
function faultOf({ kind, schema }: Field, value: unknown): string | null {
  if (kind === "number") return numberFault(schema, value);
  if (kind === "json") return jsonFault(schema, value);
  const { maxLength } = schema;
  if (typeof value === "string" && typeof maxLength === "number" && value.length > maxLength)
    return `At most ${maxLength} characters. You gave ${value.length}.`;
  return null;
}

function numberFault(schema: Schema, value: unknown): string | null {
  if (typeof value !== "number") return "Give a number.";
  if (!typesOf(schema).includes("number") && !Number.isInteger(value))
    return `Give a whole number. You gave ${value}.`;
  const { minimum, maximum } = schema;
  if (typeof maximum === "number" && value > maximum)
    return `At most ${maximum}. You gave ${value}.`;
  if (typeof minimum === "number" && value < minimum)
    return `At least ${minimum}. You gave ${value}.`;
  return null;
}

function jsonFault(schema: Schema, value: unknown): string | null {
  const types = typesOf(schema);
  const isList = types.includes("array");
  const isObject = types.includes("object");
  if (value === UNREAD)
    return isList
      ? "Give a list as JSON, in [ ]."
      : isObject
        ? "Give an object as JSON, in { }."
        : "Give a JSON value; a text stands in quotes.";
  if (isList && !isObject && !Array.isArray(value)) return "Give a list as JSON, in [ ].";
  const isOne = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && !isList && !isOne ? "Give an object as JSON, in { }." : null;
}

const DEEPEST = 3;

/** The smallest value of its shape. */
function sampleOf(schema: Schema, depth: number): unknown {
  const [choice] = listOf(schema.enum);
  if (choice !== undefined) return choice;
  const types = typesOf(schema);
  if (types.includes("array"))
    return depth === 0 ? [] : [sampleOf(recordOf(schema.items), depth - 1)];
  if (types.includes("object")) {
    const properties = Object.entries(recordOf(schema.properties));
    const required = listOf(schema.required);
    const shown = properties.filter(([name]) => required.length === 0 || required.includes(name));
    if (depth === 0) return {};
    return Object.fromEntries(
      shown.map(([name, one]) => [name, sampleOf(recordOf(one), depth - 1)]),
    );
  }
  if (types.includes("string")) return "…";
  return types.includes("boolean") ? false : types.includes("null") ? null : 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Schema {
  return typeof value === "object" && value !== null ? (value as Schema) : {};
}
