/** One operation, worked out: how to call it, and which arguments a model writes. */
import type { JsonSchema } from "@toolplane/contract";
import type { OpenApiDocument } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import { memberOf, objectIn, type SpecObject, textsIn } from "../document/spec-value.ts";
import type { OperationPlan } from "../plan/operation-plan.ts";
import { collectDefinitions } from "../schema/collect-definitions.ts";
import type { Keywords } from "../schema/keep-keywords.ts";
import type { OperationSchemas, SchemaReader } from "../schema/schema-reader.ts";
import { createArgumentNames } from "./argument-names.ts";
import { takesBody } from "./body-fault.ts";
import type { PreparedOperation } from "./prepare-operation.ts";
import { type ReadParameter, readParameter, undeclaredParameter } from "./read-parameters.ts";
import { type OperationPath, readPath } from "./read-path.ts";
import { type BodyReading, readRequestBody } from "./read-request-body.ts";

export interface ReadOperation {
  readonly plan: OperationPlan;
  readonly parameters: JsonSchema;
}

export interface OperationInput {
  readonly document: OpenApiDocument;
  readonly resolve: Resolve;
  readonly reader: SchemaReader;
  readonly maxSchemaSize: number;
  /** Readings of the parts that several operations name. */
  readonly known: {
    readonly parameters: Map<SpecObject, ReadParameter>;
    readonly bodies: Map<unknown, BodyReading>;
    readonly answerTypes: Map<SpecObject, readonly string[]>;
  };
}

const MAX_ANSWER_TYPES = 100;
const NO_PATH: OperationPath = { path: "/", query: "", names: [] };

/** Null for one whose body cannot be sent. */
export function readOperation(
  { listed, given, target, hidden, unsendable }: PreparedOperation,
  input: OperationInput,
): ReadOperation | null {
  const { document, resolve, reader } = input;
  const { operation, method } = listed;
  const path = readPath(listed.path) ?? NO_PATH;
  const schemas = reader.open();
  const names = createArgumentNames();
  const isHidden = (place: string, name: string) =>
    hidden.some((one) => one.place === place && sameName(place, one.name, name));
  const common = { version: document.version, resolve, schemas };
  const reading = { ...common, names, known: input.known.parameters, isHidden };
  const parameters: ReadParameter[] = [];
  for (const each of given) {
    const parameter = readParameter(each, reading);
    if (parameter !== null) parameters.push(parameter);
  }
  const fixed = path.query === "" ? null : new URLSearchParams(path.query);
  const declared = parameters.filter(({ plan }) => {
    // A parameter that the path itself carries cannot be chosen.
    if (plan.place === "query") return fixed === null || !fixed.has(plan.name);
    return plan.place !== "path" || path.names.includes(plan.name);
  });
  for (const name of path.names)
    if (!declared.some(({ plan }) => plan.place === "path" && plan.name === name))
      declared.push(undeclaredParameter(name, names));
  const body = readRequestBody(operation, {
    ...common,
    root: document.root,
    parameters: given,
    known: input.known.bodies,
  });
  if (unsendable !== null || typeof body === "string") return null;
  const sent = body !== null && takesBody(method) ? { ...body, argument: names.takeBody() } : null;
  return {
    plan: {
      method,
      origin: target.origin,
      path: `${target.path}${path.path}`,
      fixedQuery: path.query,
      parameters: declared.map(({ plan }) => plan),
      body: sent === null ? null : { ...sent.plan, argument: sent.argument },
      accept: acceptOf(operation, input),
      credentials: target.credentials,
    },
    parameters: schemaOf(declared, sent, { reader, schemas, maxSize: input.maxSchemaSize }),
  };
}

function sameName(place: string, left: string, right: string): boolean {
  return place === "header" ? left.toLowerCase() === right.toLowerCase() : left === right;
}

function schemaOf(
  parameters: readonly ReadParameter[],
  body: { readonly argument: string; readonly schema: Keywords; readonly required: boolean } | null,
  {
    reader,
    schemas,
    maxSize,
  }: {
    readonly reader: SchemaReader;
    readonly schemas: OperationSchemas;
    readonly maxSize: number;
  },
): JsonSchema {
  const properties: Record<string, unknown> = {};
  const required: string[] = [];
  for (const { plan, schema, required: isRequired } of parameters) {
    properties[plan.argument] = schema;
    if (isRequired) required.push(plan.argument);
  }
  if (body !== null) {
    properties[body.argument] = body.schema;
    if (body.required) required.push(body.argument);
  }
  const { $defs } = collectDefinitions(reader, schemas.uses, maxSize - schemas.size);
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...($defs === null ? {} : { $defs }),
  };
}

/** The type that is asked for: JSON where the operation can answer so. */
function acceptOf(operation: SpecObject, input: OperationInput): string {
  const { document } = input;
  const types =
    document.version === "2.0"
      ? legacyTypes(operation, document.root)
      : modernTypes(operation, input);
  const usable = types.filter((type) => /^[\w.+-]+\/[\w.+-]+$/.test(type));
  const chosen = usable.find((type) => /[/+]json$/.test(type)) ?? usable[0];
  return chosen === undefined ? "application/json, */*;q=0.5" : `${chosen}, */*;q=0.5`;
}

function legacyTypes(operation: SpecObject, root: SpecObject): readonly string[] {
  const own = textsIn(operation, "produces");
  return own.length > 0 ? own : textsIn(root, "produces");
}

function modernTypes(
  operation: SpecObject,
  { resolve, known: { answerTypes } }: OperationInput,
): readonly string[] {
  const responses = objectIn(operation, "responses");
  for (const status of ["200", "201", "202", "206", "2XX", "default"]) {
    const found = resolve(memberOf(responses, status));
    const content = found.ok ? objectIn(found.value, "content") : null;
    if (content === null) continue;
    const types = answerTypes.get(content) ?? Object.keys(content).slice(0, MAX_ANSWER_TYPES);
    answerTypes.set(content, types);
    if (types.length > 0) return types.map((type) => (type.split(";")[0] ?? "").trim());
  }
  return [];
}
