/** One parameter of a tool, as far as a command line must know it. */
import type { Json, JsonSchema, Tool } from "@toolplane/contract";
import { escapeText } from "../terminal/text/escape-text.ts";

/** More than these are not written out in one line. */
const MOST_NAMED = 5;

/** The form of a typed value. */
type ParameterKind = "text" | "number" | "boolean" | "list" | "json";

/** A property of the tool's schema. */
export interface Parameter {
  readonly name: string;
  readonly kind: ParameterKind;
  readonly isRequired: boolean;
  /** For a list: what its items are. */
  readonly items: ParameterKind;
  readonly choices: readonly Json[];
  readonly summary: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Every property in the order of the schema, required ones in the order in which they are required. */
export function readParameters(schema: JsonSchema): readonly Parameter[] {
  const root = objectOf(schema);
  const properties = objectOf(root.properties);
  const required = Array.isArray(root.required) ? root.required.map(String) : [];
  return Object.entries(properties).map(([name, property]) => {
    const own = objectOf(property);
    return {
      name,
      kind: kindOf(own),
      isRequired: required.includes(name),
      items: kindOf(objectOf(own.items)),
      choices: Array.isArray(own.enum) ? (own.enum as Json[]) : [],
      summary: typeof own.description === "string" ? own.description : "",
      schema: own,
    };
  });
}

/** Words in the order in which plain words fill them: what is required, then a path. */
export function wordOrder(parameters: readonly Parameter[]): readonly Parameter[] {
  return [
    ...parameters.filter(({ isRequired }) => isRequired),
    ...parameters.filter(({ isRequired, name }) => !isRequired && name === "path"),
  ];
}

/** `toolplane call code_exec CODE [--language L]`: the words of a call, then what else it takes, by name. */
export function usageOf({ id, parameters: schema }: Pick<Tool, "id" | "parameters">): string {
  const parameters = readParameters(schema);
  const placed = wordOrder(parameters).filter(({ kind }) => kind !== "json");
  const words = placed.map(({ name, isRequired }) =>
    isRequired ? name.toUpperCase() : `[${name.toUpperCase()}]`,
  );
  const others = parameters.filter((one) => !placed.includes(one));
  const options = others.length <= MOST_NAMED ? others.map(optionOf) : ["[OPTION…]"];
  return escapeText(["toolplane", "call", id, ...words, ...options].join(" "));
}

function optionOf({ name, kind, isRequired }: Parameter): string {
  const value = kind === "boolean" ? "" : ` ${kind === "number" ? "N" : "…"}`;
  const option = `--${optionName(name)}${value}`;
  return isRequired ? option : `[${option}]`;
}

export function optionName(name: string): string {
  return name.replaceAll("_", "-");
}

function kindOf({ type }: Readonly<Record<string, unknown>>): ParameterKind {
  const types = Array.isArray(type) ? type : [type];
  if (types.includes("string")) return "text";
  if (types.includes("number") || types.includes("integer")) return "number";
  if (types.includes("boolean")) return "boolean";
  return types.includes("array") ? "list" : "json";
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}
