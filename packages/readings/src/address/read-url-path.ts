/**
 * The path of a request in one spelling, so that rules can be compared with it. Servers disagree about dot segments, empty segments,
 * encoded slashes and dots, backslashes and what follows a semicolon; where they do, a path has no certain meaning, and null says so.
 * Escapes of letters and digits are decoded, the others get capital digits, and a slash at the end is left out.
 */
export function readUrlPath(text: string): string | null {
  return text.length <= MAX_CHARACTERS && PLAIN.test(text) ? oneSpelling(text) : null;
}

/** The same for the path of a rule, in which wildcards, alternatives and escaped characters of patterns may stand. */
export function readUrlPathPattern(text: string): string | null {
  return text.length <= MAX_CHARACTERS && PATTERN.test(text) ? oneSpelling(text) : null;
}

const MAX_CHARACTERS = 8_192;

/** A path of RFC 3986 without a semicolon. */
const PLAIN = /^\/[A-Za-z0-9\-._~!$&'()*+,=:@%/]*$/;
const PATTERN = /^\/(?:[A-Za-z0-9\-._~!$&'()*+,=:@%/{}]|\\[*{},\\])*$/;

function oneSpelling(text: string): string | null {
  let unclear = false;
  const read = text.replace(/%(.{0,2})/gs, (whole, digits: string) => {
    const code = /^[0-9A-Fa-f]{2}$/.test(digits) ? Number.parseInt(digits, 16) : -1;
    const character = String.fromCharCode(code);
    if (code < 0x20 || code === 0x7f || `%./\\;?#`.includes(character)) unclear = true;
    return /[A-Za-z0-9\-_~]/.test(character) ? character : whole.toUpperCase();
  });
  const path = read.length > 1 && read.endsWith("/") ? read.slice(0, -1) : read;
  if (unclear || path.includes("//")) return null;
  return path.split("/").some((segment) => /^\.+$/.test(segment)) ? null : path;
}
