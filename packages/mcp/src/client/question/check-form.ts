/**
 * A form that a server asks a person to fill in, as far as it may be shown at all: not too long, of fields that every face knows,
 * and none that wants a secret typed into it.
 */
import type { JsonSchema } from "@toolplane/contract";
import type { Schemas } from "@toolplane/kernel";
import { type FormField, readFormField } from "./form-field.ts";

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

/** Null: it is not shown. */
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

/**
 * Matches a form that asks for something that must not be typed into one: the protocol forbids servers to ask for it this way,
 * because what is typed here passes through us and is kept in a record. Such a question is declined without being shown.
 */
const SENSITIVE =
  /\b(?:pass ?(?:word|phrase|code|wd)|passwd|secret|api ?key|access ?key|private ?key|secret ?key|(?:access|auth|api|bearer|refresh|session|security) ?token|token|credentials?|cvv|cvc|credit ?card|card ?number|ssn|social security|iban|account number|seed ?phrase|mnemonic|recovery (?:code|phrase)|otp|one ?time (?:code|password)|verification code|2fa|mfa|pin ?(?:code|number)?)\b/;

function isSensitive(texts: readonly string[]): boolean {
  return texts.some((text) => SENSITIVE.test(spacedWords(text)));
}

/** `apiKey`, `API_KEY` and `api-key` are two words. */
function spacedWords(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .toLowerCase();
}
