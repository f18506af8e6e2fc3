/** One operation, worked out: how to call it, and what a model is told to write. A text says why it cannot be. */
import type { JsonSchema } from "@toolplane/contract";
import type { ChooseCredentials } from "../auth/choose-credentials.ts";
import type { OpenApiDocument } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import { memberOf, objectIn, type SpecObject, textsIn } from "../document/spec-value.ts";
import type { OperationPlan } from "../plan/operation-plan.ts";
import { collectDefinitions } from "../schema/collect-definitions.ts";
import type { Keywords } from "../schema/keep-keywords.ts";
import type { OperationSchemas, SchemaReader } from "../schema/schema-reader.ts";
import { createArgumentNames } from "./argument-names.ts";
import type { ChooseServer } from "./choose-server.ts";
import type { ListedOperation } from "./list-operations.ts";
import { type BodyReading, readBody } from "./read-body.ts";
import {
  gatherParameters,
  MAX_PARAMETERS,
  type ReadParameter,
  readParameter,
  undeclaredParameter,
} from "./read-parameters.ts";

export interface ReadOperation {
  readonly plan: OperationPlan;
  readonly parameters: JsonSchema;
  readonly host: string;
  readonly hostname: string;
}

export interface OperationInput {
  readonly document: OpenApiDocument;
  readonly resolve: Resolve;
  readonly reader: SchemaReader;
  readonly chooseServer: ChooseServer;
  readonly chooseCredentials: ChooseCredentials;
  readonly maxSchemaSize: number;
  /** Asks for so many parameters of what the whole description may have: operations may share one long list. */
  readonly takeParameters: (count: number) => boolean;
  /** What earlier operations made of the parts that several of them name. */
  readonly known: {
    readonly parameters: Map<SpecObject, ReadParameter>;
    readonly bodies: Map<unknown, BodyReading>;
    readonly answerTypes: Map<SpecObject, readonly string[]>;
  };
}

const MAX_ANSWER_TYPES = 100;

/** Nearly every path is plain, and needs no part of it encoded. */
const PLAIN_PATH = /^(?:[A-Za-z0-9/._~:@-]|\{[A-Za-z0-9_.-]+\})*$/;

export function readOperation(
  listed: ListedOperation,
  input: OperationInput,
): ReadOperation | string {
  const { document, resolve, reader } = input;
  const { operation, item, method, title } = listed;
  const server = input.chooseServer(item, operation);
  if ("reason" in server) return server.reason;
  const given = gatherParameters([operation, item], resolve);
  if (typeof given === "string") return given;
  if (!input.takeParameters(given.length))
    return "the operations before it have more parameters than a description may have in all";
  const path = readPath(listed.path);
  if (path === null) return "its path has braces that do not pair";
  if (path.names.length > MAX_PARAMETERS)
    return `its path has more than ${MAX_PARAMETERS} parameters`;
  const credentials = input.chooseCredentials(operation, { title, origin: server.origin });
  const schemas = reader.open();
  const names = createArgumentNames();
  const isHidden = (place: string, name: string) =>
    credentials.hidden.some((one) => one.place === place && sameName(place, one.name, name));
  const common = { version: document.version, resolve, schemas };
  const reading = { ...common, names, known: input.known.parameters, isHidden };
  const parameters: ReadParameter[] = [];
  for (const each of given) {
    const parameter = readParameter(each, reading);
    if (parameter !== null) parameters.push(parameter);
  }
  const fixed = path.query === "" ? null : new URLSearchParams(path.query);
  const declared = parameters.filter(({ plan }) => {
    // What the path itself carries cannot be chosen.
    if (plan.place === "query") return fixed === null || !fixed.has(plan.name);
    return plan.place !== "path" || path.names.includes(plan.name);
  });
  for (const name of path.names)
    if (!declared.some(({ plan }) => plan.place === "path" && plan.name === name))
      declared.push(undeclaredParameter(name, names));
  const body = readBody(operation, {
    ...{ ...common, root: document.root, parameters: given, known: input.known.bodies },
  });
  if (typeof body === "string") return body;
  const sendsBody = method !== "GET" && method !== "HEAD";
  if (body?.required && !sendsBody)
    return `it wants a body in a ${method} request, which HTTP gives no meaning`;
  const sent = body !== null && sendsBody ? { ...body, argument: names.takeBody() } : null;
  return {
    host: server.host,
    hostname: server.hostname,
    plan: {
      method,
      origin: server.origin,
      path: `${server.path}${path.path}`,
      fixedQuery: path.query,
      parameters: declared.map(({ plan }) => plan),
      body: sent === null ? null : { ...sent.plan, argument: sent.argument },
      accept: acceptOf(operation, input),
      credentials: credentials.applied,
    },
    parameters: schemaOf(declared, sent, { reader, schemas, maxSize: input.maxSchemaSize }),
  };
}

function sameName(place: string, left: string, right: string): boolean {
  return place === "header" ? left.toLowerCase() === right.toLowerCase() : left === right;
}

/** Some descriptions tell operations of one address apart by a query or a fragment in the path; only the query is sent. */
function readPath(
  text: string,
): { readonly path: string; readonly query: string; readonly names: readonly string[] } | null {
  if (PLAIN_PATH.test(text))
    return { path: text, query: "", names: text.includes("{") ? namesIn(text) : [] };
  const [whole = ""] = text.split("#", 1);
  const [path = "", ...query] = whole.split("?");
  const names = namesIn(path);
  if (/[{}]/.test(path.replace(/\{[^{}]*\}/g, ""))) return null;
  const fixed = path.replace(/\{[^{}]*\}|[^{}]+/g, (part) =>
    part.startsWith("{") ? part : encodeFixed(part),
  );
  return { path: fixed, query: encodeFixed(query.join("?")), names };
}

function namesIn(path: string): readonly string[] {
  return path.match(/(?<=\{)[^{}]*(?=\})/g) ?? [];
}

/** What the description's author wrote stays as a URL would have it, so that it reads back the same. */
function encodeFixed(part: string): string {
  return part
    .toWellFormed()
    .replace(/[^\x21-\x7e]|["<>`\\^|]/gu, (sign) => encodeURIComponent(sign));
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
