// A parameters schema as rows of a table: one for each argument, members of lists and objects below theirs.
import type { JsonSchema } from "@toolplane/contract";

export interface ParameterRow {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
}

type Schema = Readonly<Record<string, unknown>>;

export function describeSchema(schema: JsonSchema, prefix = ""): readonly ParameterRow[] {
  if (typeof schema !== "object") return [];
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries((schema.properties ?? {}) as Readonly<Record<string, Schema>>).flatMap(
    ([name, member]) => [
      {
        name: `${prefix}${name}`,
        type: describeType(member),
        required: required.has(name),
        description: typeof member.description === "string" ? member.description : "",
      },
      ...below(member, `${prefix}${name}`),
    ],
  );
}

function below(schema: Schema, name: string): readonly ParameterRow[] {
  const items = schema.items as Schema | undefined;
  if (items?.type === "object") return describeSchema(items, `${name}[].`);
  return schema.type === "object" && schema.properties ? describeSchema(schema, `${name}.`) : [];
}

export function describeType(schema: Schema): string {
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => `\`${value}\``).join(", ");
  if (schema.type === undefined) return "anything";
  if (schema.type === "array") {
    const items = (schema.items ?? {}) as Schema;
    return `list of ${describeType(items)}${bounds(schema, ["minItems", "maxItems"])}`;
  }
  if (schema.type === "string")
    return `string${bounds(schema, ["minLength", "maxLength"])}${pattern(schema)}`;
  return `${String(schema.type)}${bounds(schema, ["minimum", "maximum"])}`;
}

/** A lower end of nothing (no characters, no entries) is not worth a word. */
function bounds(schema: Schema, [low, high]: readonly [string, string]): string {
  const from = schema[low];
  const to = schema[high];
  const isPlain = low !== "minimum" && (from === 0 || from === 1);
  const least = typeof from === "number" && !isPlain ? from.toLocaleString("en") : null;
  const most = typeof to === "number" ? to.toLocaleString("en") : null;
  if (least !== null && most !== null) return `, ${least} to ${most}`;
  if (most !== null) return `, at most ${most}`;
  return least === null ? "" : `, at least ${least}`;
}

function pattern({ pattern: text }: Schema): string {
  return typeof text === "string" ? `, \`${text}\`` : "";
}
