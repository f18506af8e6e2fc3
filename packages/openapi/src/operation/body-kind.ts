/** Tells which kind of body a media type asks for, and how a file looks to a model. */
import type { Resolved } from "../document/references.ts";
import { memberOf, textIn } from "../document/spec-value.ts";
import type { BodyPlan } from "../plan/operation-plan.ts";
import type { Keywords } from "../schema/keep-keywords.ts";

export type BodyKind = BodyPlan["kind"];

export const FILE_SCHEMA: Keywords = Object.freeze({
  type: "object",
  description: "A file: its content as `text`, or as `base64` when it is not text.",
  properties: {
    filename: { type: "string" },
    content_type: { type: "string" },
    text: { type: "string" },
    base64: { type: "string" },
  },
  additionalProperties: false,
});

const BYTES =
  /^(?:image|audio|video|font|model)\/|^application\/(?:octet-stream|pdf|zip|gzip|x-tar|x-gzip|vnd\.ms-|vnd\.openxmlformats)/;

export function kindOfMedia(mediaType: string, schema: Resolved): BodyKind {
  const type = (mediaType.split(";")[0] ?? "").trim().toLowerCase();
  if (type === "application/x-www-form-urlencoded") return "form";
  if (type.startsWith("multipart/")) return "multipart";
  if (/[/+]json$/.test(type) || type.endsWith("/json5")) return "json";
  const value = schema.ok ? schema.value : undefined;
  if (isBinary(value) || BYTES.test(type)) return "file";
  if (type === "*/*" || type === "application/*" || type === "") return "json";
  return type.startsWith("text/") || /[/+](?:xml|yaml|x-yaml|graphql|x-ndjson|jwt|csv)$/.test(type)
    ? "text"
    : kindOfUnknown(value);
}

/** True for a schema that means bytes: 3.0's `format: binary`, 3.1's media type without an encoding, 2.0's `file`. */
export function isBinary(schema: unknown): boolean {
  if (memberOf(schema, "type") === "file") return true;
  if (textIn(schema, "format") === "binary") return true;
  const media = textIn(schema, "contentMediaType");
  return (
    media !== null && !/^text\/|json$/.test(media) && textIn(schema, "contentEncoding") === null
  );
}

/** A type that is unknown: a value of its schema is sent as JSON, or else as text. */
function kindOfUnknown(schema: unknown): BodyKind {
  const type = memberOf(schema, "type");
  return type === "object" || type === "array" || memberOf(schema, "properties") !== undefined
    ? "json"
    : "text";
}
