/** A file as a model gives it: text, or base64. */
import { type Json, ToolError } from "@toolplane/contract";

export interface GivenFile {
  readonly content: string | Uint8Array;
  readonly filename: string | null;
  readonly contentType: string | null;
}

export function isFile(value: Json): boolean {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  return (
    (keys.includes("text") || keys.includes("base64")) &&
    keys.every((key) => ["text", "base64", "filename", "content_type"].includes(key))
  );
}

export function readFile(value: Json, argument: string): GivenFile {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new ToolError("invalid_input", `${argument} must be { text } or { base64 }.`);
  const { text, base64, filename, content_type } = value as Readonly<
    Record<string, Json | undefined>
  >;
  const type = typeof content_type === "string" ? content_type : null;
  if (type !== null && !/^[\w.+-]+\/[\w.+-]+$/.test(type))
    throw new ToolError("invalid_input", `${argument}.content_type is no media type.`);
  const name = typeof filename === "string" ? filename : null;
  if (typeof text === "string" && base64 === undefined)
    return { content: text, filename: name, contentType: type };
  if (typeof base64 === "string" && text === undefined) {
    if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64.replace(/\s/g, "")))
      throw new ToolError("invalid_input", `${argument}.base64 is not base64.`);
    return { content: Buffer.from(base64, "base64"), filename: name, contentType: type };
  }
  throw new ToolError("invalid_input", `${argument} must hold either text or base64.`);
}
