import { isIpv6 } from "@toolplane/readings";
import { isHostname } from "./host-formats.ts";

// URIs (RFC 3986) and IRIs (RFC 3987) taken apart piece by piece: each look goes over the text once.

const NOT_URI = /[^\w\-.~:/?#[\]@!$&'()*+,;=%]/;
const NOT_IRI = /[^\w\-.~:/?#[\]@!$&'()*+,;=%\u00a0-\u{10ffff}]/u;
const BAD_PERCENT = /%(?![0-9a-f]{2})/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

export function isUri(text: string): boolean {
  return SCHEME.test(text) && isReference(text, NOT_URI);
}

export function isUriReference(text: string): boolean {
  return isReference(text, NOT_URI);
}

export function isIri(text: string): boolean {
  return SCHEME.test(text) && isReference(text, NOT_IRI);
}

export function isIriReference(text: string): boolean {
  return isReference(text, NOT_IRI);
}

/** An address that a browser would open. */
export function isUrl(text: string): boolean {
  const host = /^(?:https?|ftp):\/\/(?:[^/?#@]*@)?([^/?#:@]+)/i.exec(text)?.[1] ?? "";
  return (isHostname(host) || host.startsWith("[")) && isUri(text);
}

function isReference(text: string, forbidden: RegExp): boolean {
  if (forbidden.test(text) || BAD_PERCENT.test(text)) {
    return false;
  }
  const [withoutFragment, fragment] = cutAt(text, "#");
  const [address, query] = cutAt(withoutFragment, "?");
  if (/[#[\]]/.test(fragment) || /[[\]]/.test(query)) {
    return false;
  }
  const scheme = SCHEME.exec(address)?.[0] ?? "";
  const rest = address.slice(scheme.length);
  if (!rest.startsWith("//")) {
    const firstSegment = cutAt(rest, "/")[0];
    return !/[[\]]/.test(rest) && (scheme !== "" || !firstSegment.includes(":"));
  }
  const [authority, path] = cutAt(rest.slice(2), "/");
  return !/[[\]]/.test(path) && isAuthority(authority);
}

function cutAt(text: string, mark: string): readonly [before: string, after: string] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

function isAuthority(authority: string): boolean {
  const at = authority.indexOf("@");
  const user = at === -1 ? "" : authority.slice(0, at);
  const place = authority.slice(at + 1);
  if (/[[\]]/.test(user) || place.includes("@")) {
    return false;
  }
  const bracketed = /^\[(.*)\](?::\d*)?$/.exec(place)?.[1];
  if (bracketed !== undefined) {
    return isIpv6(bracketed) || /^v[0-9a-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(bracketed);
  }
  return /^[^:[\]]*(?::\d*)?$/.test(place);
}

const VARIABLE = "(?:\\w|%[0-9a-fA-F]{2})(?:\\.?(?:\\w|%[0-9a-fA-F]{2}))*(?::[1-9]\\d{0,3}|\\*)?";
const EXPRESSION = new RegExp(`\\{[+#./;?&=,!@|]?${VARIABLE}(?:,${VARIABLE})*\\}`, "g");

/** A template of RFC 6570. */
export function isUriTemplate(text: string): boolean {
  const literals = text.replace(EXPRESSION, "");
  return !/[\p{Cc} "<>\\^`{|}]/u.test(literals) && !BAD_PERCENT.test(literals);
}
