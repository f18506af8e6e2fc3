/** The parameters of an operation, 2.0's and 3.x's alike, as plans and as schemas. */
import { stripMarkup } from "@toolplane/readings";
import type { OpenApiVersion } from "../document/read-document.ts";
import type { Resolve } from "../document/references.ts";
import {
  flagIn,
  isSpecObject,
  memberOf,
  objectIn,
  type SpecObject,
  textIn,
} from "../document/spec-value.ts";
import type { ParameterPlace, ParameterPlan, ParameterStyle } from "../plan/operation-plan.ts";
import type { Keywords } from "../schema/keep-keywords.ts";
import type { OperationSchemas } from "../schema/schema-reader.ts";
import type { ArgumentNames } from "./argument-names.ts";

export interface ReadParameter {
  readonly plan: ParameterPlan;
  readonly schema: Keywords;
  readonly required: boolean;
}

export interface ParametersInput {
  readonly version: OpenApiVersion;
  readonly resolve: Resolve;
  readonly schemas: OperationSchemas;
  readonly names: ArgumentNames;
  /** Readings of the same parameters by earlier operations of the document. */
  readonly known: Map<SpecObject, ReadParameter>;
  /** True for what credentials fill in: a model never sees it. */
  readonly isHidden: (place: string, name: string) => boolean;
}

export const MAX_PARAMETERS = 1_000;
const MAX_DESCRIPTION = 300;

/** Set by the runtime or by the body; the specification says that a parameter of such a name is ignored. */
const IGNORED_HEADERS: ReadonlySet<string> = new Set([
  ...["accept", "content-type", "authorization", "cookie", "host", "connection", "content-length"],
  ...[
    "expect",
    "http2-settings",
    "keep-alive",
    "te",
    "trailer",
    "transfer-encoding",
    "upgrade",
    "via",
  ],
]);

/** With these an answer is given for another method, host or path than the rules were asked about. */
const REROUTING =
  /^(?:x-http-method(?:-override)?|x-method-override|x-original-(?:url|host|method)|x-rewrite-url|x-host|forwarded|x-forwarded-.*)$/;

const LEGACY_STYLES: ReadonlyMap<string, ParameterStyle> = new Map([
  ["ssv", "spaceDelimited"],
  ["tsv", "tabDelimited"],
  ["pipes", "pipeDelimited"],
]);
const STYLES: Readonly<Record<ParameterPlace, readonly ParameterStyle[]>> = {
  path: ["simple", "label", "matrix"],
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
};

/**
 * Gathers the parameters as the description has them, the operation's own before its path's of the same name and place.
 * Returns a reason instead when one cannot be found.
 */
export function gatherParameters(
  holders: readonly SpecObject[],
  resolve: Resolve,
): readonly SpecObject[] | string {
  const found: SpecObject[] = [];
  let keys: Set<string> | null = null;
  const tooMany = `it has more than ${MAX_PARAMETERS} parameters`;
  for (const holder of holders) {
    const listed = memberOf(holder, "parameters");
    if (!Array.isArray(listed)) continue;
    if (listed.length > MAX_PARAMETERS) return tooMany;
    for (const given of listed) {
      const parameter = resolve(given);
      if (!parameter.ok) return `of a parameter ${parameter.reason}`;
      const { value } = parameter;
      if (!isSpecObject(value)) continue;
      // Nearly all operations have a few: those are compared, and more are kept by what they are called.
      if (found.length < FEW) {
        if (!found.some((other) => isSameParameter(other, value))) found.push(value);
        continue;
      }
      keys ??= new Set(found.map(parameterKey));
      const key = parameterKey(value);
      if (keys.has(key)) continue;
      keys.add(key);
      found.push(value);
    }
  }
  return found.length > MAX_PARAMETERS ? tooMany : found;
}

const FEW = 8;

function isSameParameter(left: SpecObject, right: SpecObject): boolean {
  return (
    textIn(left, "name") === textIn(right, "name") && textIn(left, "in") === textIn(right, "in")
  );
}

function parameterKey(parameter: SpecObject): string {
  return `${textIn(parameter, "in")} ${textIn(parameter, "name")}`;
}

/** Reads one parameter; null for one that is no argument. */
export function readParameter(parameter: SpecObject, input: ParametersInput): ReadParameter | null {
  const place = readPlace(parameter);
  const name = textIn(parameter, "name");
  if (place === null || name === null || name === "") return null;
  if (input.isHidden(place, name)) return null;
  if (place === "header" && !isSendable(name)) return null;
  const { version, schemas, names, known } = input;
  const argument = names.take(name, place);
  const isPlain = argument === name;
  const make = () => {
    const schema = schemas.read(version === "2.0" ? parameter : schemaOf(parameter, input));
    return described(schema, parameter, isPlain ? null : name);
  };
  // Many operations share one parameter; what it comes to is shared as well.
  const schema = isPlain ? schemas.share(parameter, make) : make();
  const earlier = isPlain ? known.get(parameter) : undefined;
  if (earlier?.schema === schema) return earlier;
  const style = version === "2.0" ? legacyStyle(parameter, place) : modernStyle(parameter, place);
  const read = {
    plan: { argument, name, place, ...style },
    schema,
    required: place === "path" || flagIn(parameter, "required"),
  };
  if (isPlain) known.set(parameter, read);
  return read;
}

/** A value in the path that was not declared: it has to be there all the same. */
export function undeclaredParameter(name: string, names: ArgumentNames): ReadParameter {
  const argument = names.take(name, "path");
  const plan = {
    argument,
    name,
    place: "path",
    style: "simple",
    explode: false,
    allowReserved: false,
  } as const;
  return { plan, schema: { type: "string" }, required: true };
}

function readPlace(parameter: SpecObject): ParameterPlace | null {
  const place = textIn(parameter, "in");
  return place === "path" || place === "query" || place === "header" || place === "cookie"
    ? place
    : null;
}

function isSendable(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    /^[!#$%&'*+.^_`|~A-Za-z0-9-]+$/.test(name) &&
    !IGNORED_HEADERS.has(lower) &&
    !REROUTING.test(lower) &&
    !lower.startsWith("proxy-")
  );
}

type Style = Pick<ParameterPlan, "style" | "explode" | "allowReserved">;

function modernStyle(parameter: SpecObject, place: ParameterPlace): Style {
  const mediaType = parameterContent(parameter)?.mediaType;
  if (mediaType !== undefined) {
    const style = /[/+]json\b/i.test(mediaType) ? "json" : "text";
    return { style, explode: false, allowReserved: false };
  }
  const named = textIn(parameter, "style");
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const style = STYLES[place].find((one) => one === named) ?? usual;
  const explode = memberOf(parameter, "explode");
  return {
    style,
    explode: typeof explode === "boolean" ? explode : style === "form",
    allowReserved: flagIn(parameter, "allowReserved"),
  };
}

function legacyStyle(parameter: SpecObject, place: ParameterPlace): Style {
  const format = textIn(parameter, "collectionFormat") ?? "csv";
  const plain = place === "query" || place === "cookie" ? "form" : "simple";
  return {
    style: (place === "query" ? LEGACY_STYLES.get(format) : undefined) ?? plain,
    explode: format === "multi",
    allowReserved: false,
  };
}

function schemaOf(parameter: SpecObject, { resolve }: ParametersInput): unknown {
  const content = parameterContent(parameter);
  if (content === null) return memberOf(parameter, "schema");
  const media = resolve(content.media);
  return media.ok ? memberOf(media.value, "schema") : undefined;
}

function parameterContent(
  parameter: SpecObject,
): { readonly mediaType: string; readonly media: unknown } | null {
  const [first] = Object.entries(objectIn(parameter, "content") ?? {});
  return first === undefined ? null : { mediaType: first[0], media: first[1] };
}

function described(schema: Keywords, parameter: SpecObject, wireName: string | null): Keywords {
  const own = stripMarkup(textIn(parameter, "description") ?? "", MAX_DESCRIPTION);
  const said = own || (typeof schema.description === "string" ? schema.description : "");
  const sent = wireName === null ? "" : `Sent as ${stripMarkup(wireName, 80)}.`;
  const description = [said, sent].filter((text) => text !== "").join(" ");
  return description === "" ? schema : { ...schema, description };
}
