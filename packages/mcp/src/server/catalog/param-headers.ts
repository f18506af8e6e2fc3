/**
 * Arguments that a tool wants repeated in headers (`x-mcp-header` in its schema), so that a proxy can route by them. What a
 * proxy saw must be what runs: a header that is missing, cannot be read or says something else refuses the call.
 */
import { isRecord } from "@toolplane/readings";

const PREFIX = "mcp-param-";
const ENCODED = /^=\?base64\?(.*)\?=$/s;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MAX_DEPTH = 8;

/** Says what is wrong, or null when every header says what its argument says. */
export function paramHeaderFault(
  schema: unknown,
  { given, headers }: { readonly given: unknown; readonly headers: Headers },
  depth = 0,
): string | null {
  const properties = member(schema, "properties");
  if (!isRecord(properties) || depth > MAX_DEPTH) return null;
  for (const [name, property] of Object.entries(properties)) {
    const value = member(given, name);
    if (value === undefined || value === null) continue;
    const header = member(property, "x-mcp-header");
    const fault =
      typeof header === "string"
        ? headerFault(headers, header, value)
        : paramHeaderFault(property, { given: value, headers }, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function headerFault(headers: Headers, name: string, value: unknown): string | null {
  const key = `${PREFIX}${name}`;
  if (!isScalar(value) || !/^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name)) return null;
  const raw = headers.get(key);
  if (raw === null) return `the header ${key} is missing`;
  const said = decodeHeader(raw);
  if (said === null) return `the header ${key} is not valid Base64`;
  const isSame =
    typeof value === "number" ? said !== "" && Number(said) === value : said === String(value);
  return isSame ? null : `the header ${key} says something else than the arguments`;
}

/** The value itself, or its decoded Base64; null when that is none. */
function decodeHeader(raw: string): string | null {
  const encoded = ENCODED.exec(raw)?.[1];
  if (encoded === undefined) return raw;
  if (!BASE64.test(encoded)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    return null;
  }
}

function isScalar(value: unknown): boolean {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean";
}

function member(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
