/**
 * Finds the type of a body by its header and its first bytes. Bytes win where they are certain (PDF, pictures): servers
 * send those under any name. A body without a type, or with an empty one, is looked at.
 */

type BodyKind = "html" | "json" | "text" | "pdf" | "image" | "binary";

/** A type and what it means. `type` is lower-case, without parameters; "" when the server names none. */
export interface MediaType {
  readonly kind: BodyKind;
  readonly type: string;
  readonly charset: string | null;
}

const SIGNATURES: readonly (readonly [type: string, bytes: readonly (number | null)[]])[] = [
  ["application/pdf", [0x25, 0x50, 0x44, 0x46, 0x2d]],
  ["image/png", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
];
const SAYS_NOTHING: ReadonlySet<string> = new Set([
  "",
  "application/octet-stream",
  "application/x-unknown",
  "binary/octet-stream",
  "unknown/unknown",
]);
const TEXTUAL =
  /^(?:text\/|image\/svg\+xml$|application\/(?:.*\+)?(?:xml|yaml|toml|javascript|ecmascript|x-javascript|typescript|x-sh|sql|graphql|x-www-form-urlencoded|x-ndjson|jsonl|csv|rtf)$)/;
const SNIFFED_BYTES = 1_024;

export function readMediaType(header: string | undefined, bytes: Uint8Array): MediaType {
  const [named = "", ...parameters] = (header ?? "").split(";");
  const declared = named.trim().toLowerCase();
  const charset = readCharset(parameters);
  const signed = SIGNATURES.find(([, signature]) => startsWith(bytes, signature))?.[0];
  const type = signed ?? declared;
  return { kind: bodyKind(type, bytes), type, charset };
}

function bodyKind(type: string, bytes: Uint8Array): BodyKind {
  if (type === "application/pdf") return "pdf";
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  if (/[/+]json$/.test(type)) return "json";
  if (TEXTUAL.test(type)) return "text";
  if (type.startsWith("image/")) return "image";
  return SAYS_NOTHING.has(type) ? sniff(bytes) : "binary";
}

function sniff(bytes: Uint8Array): BodyKind {
  const start = bytes.subarray(0, SNIFFED_BYTES);
  const marked =
    (start[0] === 0xff && start[1] === 0xfe) || (start[0] === 0xfe && start[1] === 0xff);
  if (start.includes(0) && !marked) return "binary";
  const text = new TextDecoder("latin1").decode(start).trimStart().toLowerCase();
  if (/^(?:<!doctype html|<html|<head|<body|<!--[\s\S]*<html)/.test(text)) return "html";
  return /^[[{]/.test(text) ? "json" : "text";
}

function startsWith(bytes: Uint8Array, signature: readonly (number | null)[]): boolean {
  return signature.every((byte, at) => byte === null || bytes[at] === byte);
}

function readCharset(parameters: readonly string[]): string | null {
  for (const parameter of parameters) {
    const match = /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter);
    if (match?.[1] !== undefined) return match[1].toLowerCase();
  }
  return null;
}
