/**
 * The one spelling of a host: IDNA ASCII, lower case, no trailing dot, addresses canonical and without brackets. Names are
 * held to letters, digits, hyphen and underscore: the URL standard lets more through, but no such name exists, and a `*` or a
 * quote in a host is somebody's trick.
 */
const NAME = /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/;
const MAX_NAME_CHARACTERS = 253;

/** The host of a parsed URL in its one spelling; null when nothing can bear that name. */
export function canonicalHost(hostname: string): string | null {
  if (hostname.startsWith("[")) return hostname.slice(1, -1);
  const name = hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
  return name.length <= MAX_NAME_CHARACTERS && NAME.test(name) ? name : null;
}

/** Reads a host that stands alone (a proxy request), read as it would be in a URL; null when it is none. */
export function readHost(text: string): string | null {
  const bare = text.startsWith("[") && text.endsWith("]") ? text.slice(1, -1) : text;
  if (/[\s/\\?#@%[\]\0]/.test(bare)) return null;
  const url = URL.parse(bare.includes(":") ? `http://[${bare}]/` : `http://${bare}/`);
  return url === null ? null : canonicalHost(url.hostname);
}
