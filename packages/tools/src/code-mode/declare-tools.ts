/** Tools as TypeScript would declare them: shorter than their schemas, and what a program is written against. */
import type { CallableTool, JsonSchema } from "@toolplane/contract";

const MAX_DEPTH = 6;
const MAX_MEMBERS = 60;

export function declareTools(tools: readonly CallableTool[]): string {
  const lines = tools.map(({ id, description, parameters, output }) => {
    const result = output === null ? "unknown" : typeOf(output, 0);
    return `  /** ${commentText(description)} */\n  ${propertyName(id)}(args: ${typeOf(parameters, 0)}): Promise<${result}>;`;
  });
  return `declare const tools: {\n${lines.join("\n")}\n};`;
}

function typeOf(schema: unknown, depth: number): string {
  if (typeof schema !== "object" || schema === null || depth > MAX_DEPTH) return "unknown";
  const { const: only, enum: values, anyOf, oneOf, type } = schema as Fields;
  if (only !== undefined) return JSON.stringify(only);
  if (Array.isArray(values)) return union(values.map((value) => JSON.stringify(value)));
  const branches = anyOf ?? oneOf;
  if (Array.isArray(branches)) return union(branches.map((branch) => typeOf(branch, depth + 1)));
  if (Array.isArray(type)) return union(type.map((one) => plainType(one, schema as Fields, depth)));
  return plainType(type, schema as Fields, depth);
}

type Fields = Readonly<Record<string, unknown>> & Exclude<JsonSchema, boolean>;

function plainType(type: unknown, schema: Fields, depth: number): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return `${typeOf(schema.items, depth + 1)}[]`;
    case "object":
      return objectType(schema, depth);
    default:
      return "unknown";
  }
}

function objectType(schema: Fields, depth: number): string {
  const { properties, additionalProperties, required } = schema;
  const names = Object.keys((properties as object | undefined) ?? {}).slice(0, MAX_MEMBERS);
  if (names.length === 0)
    return typeof additionalProperties === "object"
      ? `Record<string, ${typeOf(additionalProperties, depth + 1)}>`
      : "object";
  const needed = Array.isArray(required) ? required : [];
  const members = names.map((name) => {
    const type = typeOf((properties as Fields)[name], depth + 1);
    return `${propertyName(name)}${needed.includes(name) ? "" : "?"}: ${type}`;
  });
  return `{ ${members.join("; ")} }`;
}

function union(types: readonly string[]): string {
  const different = [...new Set(types)];
  return different.length === 1 ? (different[0] as string) : `(${different.join(" | ")})`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
}

function commentText(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/").slice(0, 300).toWellFormed();
}
