/** The path of an operation: what is sent of it, and which of its parts are values. */

export interface OperationPath {
  readonly path: string;
  /** Query that the path itself carries. */
  readonly query: string;
  readonly names: readonly string[];
}

/** Nearly every path is plain, and needs no part of it encoded. */
const PLAIN_PATH = /^(?:[A-Za-z0-9/._~:@-]|\{[A-Za-z0-9_.-]+\})*$/;

/**
 * Reads a path. Some descriptions separate operations of one address by a query or a fragment in the path; only the
 * query is sent. Null when its braces do not pair.
 */
export function readPath(text: string): OperationPath | null {
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

/** Keeps the author's text as a URL would have it, so that it reads back the same. */
function encodeFixed(part: string): string {
  return part
    .toWellFormed()
    .replace(/[^\x21-\x7e]|["<>`\\^|]/gu, (sign) => encodeURIComponent(sign));
}

/** Says why a path cannot be sent, or null. */
export function describePathFault(text: string, maxNames: number): string | null {
  // A name takes three signs.
  if (text.length < maxNames * 3 && PLAIN_PATH.test(text)) return null;
  const path = readPath(text);
  if (path === null) return "its path has braces that do not pair";
  return path.names.length > maxNames ? `its path has more than ${maxNames} parameters` : null;
}
