/**
 * The body of an operation: which of the offered types is sent, and what the model writes for it. JSON before forms before text
 * before bytes. Files are given as text or base64: an operation reaches its API and nothing else, so it reads no file itself.
 */
import { stripMarkup } from "@toolplane/readings";
import type { OpenApiVersion } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import {
  flagIn,
  isSpecObject,
  listIn,
  memberOf,
  objectIn,
  type SpecObject,
  textIn,
  textsIn,
} from "../document/spec-value.ts";
import type { BodyPlan, ParameterStyle, PartPlan } from "../plan/operation-plan.ts";
import type { Keywords } from "../schema/keep-keywords.ts";
import type { OperationSchemas } from "../schema/schema-reader.ts";
import { type BodyKind, FILE_SCHEMA, kindOfMedia } from "./body-kind.ts";
import { type FormSchema, readFormSchema } from "./form-schema.ts";

interface ReadBody {
  readonly plan: Omit<BodyPlan, "argument">;
  readonly schema: Keywords;
  readonly required: boolean;
}

export interface BodyInput {
  readonly version: OpenApiVersion;
  readonly resolve: Resolve;
  readonly schemas: OperationSchemas;
  readonly root: SpecObject;
  /** The operation's parameters, as the description has them: in 2.0 the body is among them. */
  readonly parameters: readonly SpecObject[];
  /** Readings of the bodies that several operations name. */
  readonly known: Map<unknown, BodyReading>;
}

/** Null without a body; a text says why it cannot be sent. */
export type BodyReading = ReadBody | string | null;

const ORDER: readonly BodyKind[] = ["json", "form", "multipart", "text", "file"];
const NO_PARTS: ReadonlyMap<string, PartPlan> = new Map();
const MAX_DESCRIPTION = 300;
const FORM_STYLES: readonly ParameterStyle[] = [
  ...(["form", "spaceDelimited", "pipeDelimited", "deepObject"] as const),
];

export function readRequestBody(operation: SpecObject, input: BodyInput): BodyReading {
  return input.version === "2.0" ? readLegacy(operation, input) : readModern(operation, input);
}

function readModern(operation: SpecObject, input: BodyInput): BodyReading {
  const given = memberOf(operation, "requestBody");
  if (given === undefined) return null;
  const found = input.resolve(given);
  if (!found.ok) return `of its body ${found.reason}`;
  return isSpecObject(found.value) ? readOnce(found.value, input) : null;
}

/** Reads a body for the first operation that names it; the others share the reading, its schema's bound included. */
function readOnce(body: SpecObject, input: BodyInput): BodyReading {
  const { known, schemas } = input;
  const schema = schemas.share(body, () => {
    const read = readOffers(body, input);
    known.set(body, read);
    return isReadBody(read) ? read.schema : {};
  });
  // Parameters may have used up the bound: then the schema accepts anything, but there is a body all the same.
  if (!known.has(body)) known.set(body, readOffers(body, input));
  const read = known.get(body) ?? null;
  return isReadBody(read) ? { ...read, schema } : read;
}

function isReadBody(read: BodyReading): read is ReadBody {
  return typeof read === "object" && read !== null;
}

function readOffers(body: SpecObject, input: BodyInput): BodyReading {
  const offers = Object.entries(objectIn(body, "content") ?? {}).map(([mediaType, value]) => {
    const media = input.resolve(value);
    const content = media.ok && isSpecObject(media.value) ? media.value : {};
    const schema = memberOf(content, "schema");
    return { mediaType, content, schema, kind: kindOfMedia(mediaType, input.resolve(schema)) };
  });
  if (offers.length === 0) return null;
  const chosen = ORDER.map((kind) => offers.find((offer) => offer.kind === kind)).find(
    (offer) => offer !== undefined,
  );
  if (chosen === undefined) return null;
  const { kind, mediaType, content, schema } = chosen;
  return finish({
    kind,
    mediaType,
    schema,
    input,
    parts: readParts(objectIn(content, "encoding"), input.resolve),
    description: textIn(body, "description"),
    required: flagIn(body, "required"),
  });
}

function readLegacy(operation: SpecObject, input: BodyInput): BodyReading {
  const own = listIn(operation, "consumes");
  const consumes =
    own.length > 0 ? textsIn(operation, "consumes") : textsIn(input.root, "consumes");
  const body = input.parameters.find((parameter) => textIn(parameter, "in") === "body");
  if (body !== undefined) {
    const schema = memberOf(body, "schema");
    const kinds = consumes.map((mediaType) => ({
      mediaType,
      kind: kindOfMedia(mediaType, input.resolve(schema)),
    }));
    const plain =
      kinds.find(({ kind }) => kind === "json") ??
      kinds.find(({ kind }) => kind === "text" || kind === "file");
    const { mediaType, kind } = plain ?? { mediaType: "application/json", kind: "json" as const };
    const description = textIn(body, "description");
    const required = flagIn(body, "required");
    return finish({ kind, mediaType, schema, input, parts: NO_PARTS, description, required });
  }
  const fields = input.parameters.filter((parameter) => textIn(parameter, "in") === "formData");
  if (fields.length === 0) return null;
  return readLegacyForm(fields, consumes, input);
}

function readLegacyForm(
  fields: readonly SpecObject[],
  consumes: readonly string[],
  input: BodyInput,
): BodyReading {
  const named = fields.flatMap((field) => {
    const name = textIn(field, "name");
    return name === null || name === "__proto__" ? [] : [{ name, field }];
  });
  const hasFile = fields.some((field) => textIn(field, "type") === "file");
  const isMultipart = hasFile || (consumes[0] ?? "").toLowerCase().startsWith("multipart/");
  const schema = {
    type: "object",
    properties: Object.fromEntries(named.map(({ name, field }) => [name, field])),
    required: named.filter(({ field }) => flagIn(field, "required")).map(({ name }) => name),
    additionalProperties: false,
  };
  const parts = new Map<string, PartPlan>();
  for (const { name, field } of named) {
    const format = textIn(field, "collectionFormat") ?? "csv";
    const style = { ssv: "spaceDelimited", pipes: "pipeDelimited", tsv: "tabDelimited" } as const;
    parts.set(name, {
      style: Object.hasOwn(style, format) ? style[format as keyof typeof style] : "form",
      explode: format === "multi",
      allowReserved: false,
      contentType: null,
    });
  }
  return finish({
    kind: isMultipart ? "multipart" : "form",
    mediaType: isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded",
    schema,
    input,
    parts,
    description: null,
    required: schema.required.length > 0,
  });
}

interface Finishing {
  readonly kind: BodyKind;
  readonly mediaType: string;
  readonly schema: unknown;
  readonly input: BodyInput;
  readonly parts: ReadonlyMap<string, PartPlan>;
  readonly description: string | null;
  readonly required: boolean;
}

function finish({
  kind,
  mediaType,
  schema,
  input,
  parts,
  description,
  required,
}: Finishing): ReadBody {
  const concrete = concreteType(mediaType, kind);
  const { schema: own, values } = bodySchema(kind, concrete, { schema, input });
  const said = stripMarkup(description ?? "", MAX_DESCRIPTION);
  return {
    plan: { kind, mediaType: concrete, parts, values },
    schema: said === "" ? own : { ...own, description: said },
    required,
  };
}

function bodySchema(
  kind: BodyKind,
  mediaType: string,
  { schema, input }: Pick<Finishing, "schema" | "input">,
): FormSchema {
  const values: ReadonlySet<string> = new Set();
  if (kind === "json") return { schema: input.schemas.read(schema), values };
  if (kind === "file") return { schema: { ...FILE_SCHEMA }, values };
  if (kind === "text")
    return { schema: { type: "string", description: `The body as ${mediaType}.` }, values };
  return readFormSchema(schema, { ...input, takesFiles: kind === "multipart" });
}

/** A range such as `*\/*` is no type that can be sent. */
function concreteType(mediaType: string, kind: BodyKind): string {
  const plain = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (/^[a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+$/.test(plain)) return plain;
  if (kind === "json") return "application/json";
  return kind === "text" ? "text/plain" : "application/octet-stream";
}

function readParts(encoding: SpecObject | null, resolve: Resolve): ReadonlyMap<string, PartPlan> {
  if (encoding === null) return NO_PARTS;
  const parts = new Map<string, PartPlan>();
  for (const [name, given] of Object.entries(encoding)) {
    const found = resolve(given);
    const own = found.ok ? found.value : undefined;
    const named = textIn(own, "style");
    const style = FORM_STYLES.find((one) => one === named) ?? null;
    const explode = memberOf(own, "explode");
    const contentType = textIn(own, "contentType")?.split(",")[0]?.trim() ?? null;
    parts.set(name, {
      style,
      explode: typeof explode === "boolean" ? explode : style === null || style === "form",
      allowReserved: flagIn(own, "allowReserved"),
      contentType:
        contentType !== null && /^[\w.+-]+\/[\w.+-]+$/.test(contentType) ? contentType : null,
    });
  }
  return parts;
}
