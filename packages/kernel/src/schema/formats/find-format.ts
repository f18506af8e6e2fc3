import { isIpv4, isIpv6 } from "@toolplane/readings";
import {
  isDate,
  isDateTime,
  isDuration,
  isIsoDateTime,
  isIsoTime,
  isTime,
} from "./date-formats.ts";
import { isEmail, isIdnEmail } from "./email-formats.ts";
import { isHostname } from "./host-formats.ts";
import {
  isIri,
  isIriReference,
  isUri,
  isUriReference,
  isUriTemplate,
  isUrl,
} from "./uri-formats.ts";

// The formats that both engines assert: those of JSON Schema, and those of OpenAPI. Each runs in time linear in the
// text, which the usual regular expressions for them do not promise. Not here, and so only annotations: idn-hostname,
// which needs the tables of IDNA.

export type Format =
  | { readonly type: "string"; test(text: string): boolean }
  | { readonly type: "number"; test(value: number): boolean };

const MAX_PATTERN_LENGTH = 10_000;

const texts: Readonly<Record<string, (text: string) => boolean>> = {
  date: isDate,
  time: isTime,
  "date-time": isDateTime,
  "iso-time": isIsoTime,
  "iso-date-time": isIsoDateTime,
  duration: isDuration,
  email: isEmail,
  "idn-email": isIdnEmail,
  hostname: isHostname,
  ipv4: isIpv4,
  ipv6: isIpv6,
  uri: isUri,
  "uri-reference": isUriReference,
  iri: isIri,
  "iri-reference": isIriReference,
  url: isUrl,
  "uri-template": isUriTemplate,
  uuid: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
  "json-pointer": isJsonPointer,
  "json-pointer-uri-fragment": (text) => text.startsWith("#") && isPointerFragment(text.slice(1)),
  "relative-json-pointer": isRelativePointer,
  regex: isRegex,
  byte: (text) => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text),
};

const numbers: Readonly<Record<string, (value: number) => boolean>> = {
  int32: (value) => Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31,
  int64: (value) => Number.isInteger(value),
};

export const formatNames: readonly string[] = [...Object.keys(texts), ...Object.keys(numbers)];

export function findFormat(name: string): Format | undefined {
  if (Object.hasOwn(texts, name) && texts[name] !== undefined) {
    return { type: "string", test: texts[name] };
  }
  if (Object.hasOwn(numbers, name) && numbers[name] !== undefined) {
    return { type: "number", test: numbers[name] };
  }
  return undefined;
}

function isJsonPointer(text: string): boolean {
  return (text === "" || text.startsWith("/")) && !/~(?![01])/.test(text);
}

function isPointerFragment(text: string): boolean {
  const isEncoded = !/[^\w\-.~!$&'()*+,;=:@/?%]/.test(text) && !/%(?![0-9a-f]{2})/i.test(text);
  return isEncoded && isJsonPointer(text);
}

function isRelativePointer(text: string): boolean {
  const start = /^(?:0|[1-9]\d*)(?:[+-](?:0|[1-9]\d*))?/.exec(text)?.[0];
  if (start === undefined) {
    return false;
  }
  const rest = text.slice(start.length);
  return rest === "#" || isJsonPointer(rest);
}

/** True when it is a pattern at all; it is parsed and never run. */
function isRegex(text: string): boolean {
  if (text.length > MAX_PATTERN_LENGTH) {
    return false;
  }
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
