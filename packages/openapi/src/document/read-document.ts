/**
 * Reads a text or an object into a description whose version is known. Wrong ones are refused loudly, before any tool
 * exists.
 */
import { ConfigurationError } from "@toolplane/contract";
import { isSpecObject, memberOf, plainTextIn, type SpecObject } from "./spec-value.ts";
import { withoutAnswers } from "./without-answers.ts";

/** `3.1` means every later 3.x too: they only add. */
export type OpenApiVersion = "2.0" | "3.0" | "3.1";

export interface OpenApiDocument {
  readonly version: OpenApiVersion;
  /** Of a long description it may lack what `withoutAnswers` cuts. */
  readonly root: SpecObject;
  /** All of it, read again where the root lacks something; undefined when that cannot be read. */
  readonly whole: () => unknown;
}

const MAX_DOCUMENT_CHARACTERS = 64 * 1024 * 1024;

const WHERE = "OpenAPI description";

/** Reads a description; rejects with a ConfigurationError for anything else. */
export async function readDocument(source: string | object): Promise<OpenApiDocument> {
  const { root, whole } =
    typeof source === "string"
      ? await readText(source)
      : { root: source as unknown, whole: () => source };
  if (!isSpecObject(root)) throw new ConfigurationError(WHERE, "it is not an object");
  return { root, whole, version: readVersion(root) };
}

interface ReadText {
  readonly root: unknown;
  readonly whole: () => unknown;
}

async function readText(source: string): Promise<ReadText> {
  if (source.length > MAX_DOCUMENT_CHARACTERS)
    throw new ConfigurationError(WHERE, `it is longer than ${MAX_DOCUMENT_CHARACTERS} characters`);
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const isJson = /^\s*\{/.test(text);
  const short = isJson ? withoutAnswers(text) : null;
  const root = short === null ? undefined : parsed(short);
  if (root !== undefined) return { root, whole: once(() => parsed(text)) };
  // A YAML document may begin with a brace too.
  const all = (isJson ? parsed(text) : undefined) ?? (await readYaml(text));
  return { root: all, whole: () => all };
}

/** Undefined for what is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function once(make: () => unknown): () => unknown {
  let made: { readonly value: unknown } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function readVersion(root: SpecObject): OpenApiVersion {
  const swagger = memberOf(root, "swagger");
  if (swagger !== undefined) {
    // Unquoted, YAML reads 2.0 as a number.
    const text = plainTextIn(root, "swagger") ?? "";
    if (text === "2" || text.startsWith("2.")) return "2.0";
    throw new ConfigurationError(WHERE, `Swagger ${shown(text)} is not supported; 2.0 is`);
  }
  const openapi = memberOf(root, "openapi");
  const text =
    typeof openapi === "number" ? openapi.toFixed(1) : (plainTextIn(root, "openapi") ?? "");
  if (/^3\.0(?:\.|$)/.test(text)) return "3.0";
  if (/^3\.\d/.test(text)) return "3.1";
  throw new ConfigurationError(
    WHERE,
    openapi === undefined
      ? "it names no version: neither `openapi` nor `swagger` is there"
      : `OpenAPI ${shown(text)} is not supported; 2.0, 3.0 and 3.1 are`,
  );
}

function shown(text: string): string {
  return JSON.stringify(text.slice(0, 20));
}

const MAX_DEPTH = 200;
const MAX_ALIASES = 10_000;
const MAX_MERGED_KEYS = 10_000;

/**
 * YAML, within bounds. Aliases are shared, never copied, so a document cannot grow by naming itself; merged keys are counted.
 * The library is loaded when the first YAML text comes: most descriptions are JSON. Dates stay text, the last of two equal keys
 * counts, as in JSON. Rejects with a ConfigurationError.
 */
async function readYaml(text: string): Promise<unknown> {
  const { CORE_SCHEMA, defineScalarTag, load, mergeTag } = await import("js-yaml");
  const asText = (name: string) =>
    defineScalarTag(name, {
      matchByTagPrefix: true,
      resolve: (source) => source,
      identify: () => false,
    });
  const schema = CORE_SCHEMA.withTags(mergeTag, asText("!"), asText("tag:yaml.org,2002:"));
  try {
    return load(text, {
      schema,
      json: true,
      maxDepth: MAX_DEPTH,
      maxAliases: MAX_ALIASES,
      maxTotalMergeKeys: MAX_MERGED_KEYS,
    });
  } catch (error) {
    const [first = "it cannot be read"] = error instanceof Error ? error.message.split("\n") : [];
    throw new ConfigurationError("OpenAPI description", `this is not YAML: ${first.slice(0, 200)}`);
  }
}
