/**
 * A form that a server asks a person to fill in, as far as it may be shown at all: not too long, of fields that every face knows,
 * and none that wants a secret typed into it.
 */
import type { JsonSchema } from "@toolplane/contract";
import type { Schemas } from "@toolplane/kernel";
import { type FormField, readFormField } from "./form-field.ts";
import { isSensitive } from "./is-sensitive.ts";

export interface FormRequest {
  readonly message: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
}

export interface CheckedForm {
  readonly fields: readonly FormField[];
  readonly schema: Compiled;
}

type Compiled = Extract<ReturnType<Schemas["compile"]>, { readonly ok: true }>["schema"];

const MAX_FIELDS = 20;

/** Null: nobody is shown it. */
export function checkForm(
  { message, requestedSchema }: FormRequest,
  schemas: Schemas,
): CheckedForm | null {
  const fields = readFields(requestedSchema);
  if (fields === null) return null;
  const open = fields.filter(({ isOpen }) => isOpen);
  const texts = open.flatMap((field) => field.texts);
  if (open.length > 0 && isSensitive([message, ...texts])) return null;
  const compiled = schemas.compile(requestedSchema as JsonSchema & object);
  return compiled.ok ? { fields, schema: compiled.schema } : null;
}

function readFields(schema: FormRequest["requestedSchema"]): readonly FormField[] | null {
  const { properties = {}, required = [] } = schema;
  if (typeof properties !== "object" || properties === null) return null;
  const entries = Object.entries(properties as Record<string, Record<string, unknown>>);
  if (entries.length > MAX_FIELDS) return null;
  const needed: readonly unknown[] = Array.isArray(required) ? required : [];
  const fields = entries.map(([name, given]) =>
    typeof given === "object" && given !== null
      ? readFormField(name, given, needed.includes(name))
      : null,
  );
  return fields.includes(null) ? null : (fields as FormField[]);
}
