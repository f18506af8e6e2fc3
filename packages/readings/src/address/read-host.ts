/**
 * The one spelling of a host: IDNA ASCII, lower case, no trailing dot, addresses canonical and without brackets. Names are held
 * to letters, digits, hyphen and underscore: the URL standard lets more through, but no such name exists, and a `*` or a quote in
 * a host is a trick.
 */
import { readHostAddress } from "./public-address.ts";

const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
const MAX_NAME_CHARACTERS = 253;

/** Spells a text that is known to be a host. Nothing is refused; `readHost` says whether a text is one. */
export function canonicalHost(host: string): string {
  const lower = host.toLowerCase();
  const bare = lower.endsWith(".") ? lower.slice(0, -1) : lower;
  return readHostAddress(bare)?.text ?? bare;
}

/** The host of a parsed URL of any scheme, in its one spelling; null when it has none, or nothing can bear that name. */
export function hostOfUrl({ hostname }: Pick<URL, "hostname">): string | null {
  const host = canonicalHost(hostname);
  if (readHostAddress(host) !== null) return host;
  return host.length <= MAX_NAME_CHARACTERS && NAME.test(host) ? host : null;
}

/** Reads a host by itself (a proxy request), as it would be read in a URL; null when it is none. */
export function readHost(text: string): string | null {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  if (/[\s/\\?#@%[\]\0]/.test(bare)) return null;
  const url = URL.parse(bare.includes(":") ? `http://[${bare}]/` : `http://${bare}/`);
  return url === null ? null : hostOfUrl(url);
}
