/** The schema of a form: an object whose members are values, or files where the form is multipart. */
import type { Resolve } from "../document/references.ts";
import {
  flagIn,
  isSpecObject,
  listIn,
  memberOf,
  objectIn,
  type SpecObject,
  textsIn,
} from "../document/spec-value.ts";
import { isMemberName } from "../schema/is-member-name.ts";
import type { Keywords } from "../schema/keep-keywords.ts";
import type { OperationSchemas } from "../schema/schema-reader.ts";
import { FILE_SCHEMA, isBinary } from "./body-kind.ts";

export interface FormInput {
  readonly resolve: Resolve;
  readonly schemas: OperationSchemas;
  readonly takesFiles: boolean;
}

const MAX_DEPTH = 8;
const MAX_MEMBERS = 300;

interface Members {
  /** The parts gathered so far: parts may name one another a hundred times over. */
  readonly seen: Set<SpecObject>;
  readonly properties: Map<string, unknown>;
  readonly required: Set<string>;
  closed: boolean;
}

export interface FormSchema {
  readonly schema: Keywords;
  /** The members that are no files. */
  readonly values: ReadonlySet<string>;
}

export function readFormSchema(schema: unknown, input: FormInput): FormSchema {
  const members: Members = {
    seen: new Set(),
    properties: new Map(),
    required: new Set(),
    closed: false,
  };
  gather(schema, members, { resolve: input.resolve, depth: 0 });
  const properties: Keywords = {};
  for (const [name, member] of [...members.properties].slice(0, MAX_MEMBERS))
    properties[name] = readMember(member, input);
  const required = [...members.required].filter((name) => Object.hasOwn(properties, name));
  const values = Object.keys(properties).filter((name) => !isFileSchema(properties[name]));
  return {
    schema: {
      type: "object",
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...(members.closed ? { additionalProperties: false } : {}),
    },
    values: new Set(values),
  };
}

function isFileSchema(schema: unknown): boolean {
  return schema === FILE_SCHEMA || memberOf(schema, "items") === FILE_SCHEMA;
}

function gather(
  schema: unknown,
  members: Members,
  { resolve, depth }: { readonly resolve: Resolve; readonly depth: number },
): void {
  const found = resolve(schema);
  if (!found.ok || !isSpecObject(found.value) || depth > MAX_DEPTH) return;
  const whole = found.value;
  if (members.seen.has(whole)) return;
  members.seen.add(whole);
  const properties: SpecObject = objectIn(whole, "properties") ?? {};
  for (const [name, member] of Object.entries(properties))
    if (isMemberName(name) && !flagIn(member, "readOnly")) members.properties.set(name, member);
  for (const name of textsIn(whole, "required")) members.required.add(name);
  if (memberOf(whole, "additionalProperties") === false) members.closed = true;
  for (const part of listIn(whole, "allOf")) gather(part, members, { resolve, depth: depth + 1 });
}

function readMember(member: unknown, { resolve, schemas, takesFiles }: FormInput): Keywords {
  if (!takesFiles) return schemas.read(member);
  const found = resolve(member);
  const value = found.ok ? found.value : undefined;
  if (isBinary(value)) return FILE_SCHEMA;
  const items = resolve(memberOf(value, "items"));
  if (items.ok && isBinary(items.value)) return { type: "array", items: FILE_SCHEMA };
  return schemas.read(member);
}
