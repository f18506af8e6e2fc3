/**
 * Reads an MCP server's answer into the pieces of a result. The answer comes from a stranger: every member is checked,
 * an unknown kind of content becomes a word, and a server's own marks of trust are not read. The caller marks the
 * result as coming from outside.
 */
import type { ContentPart, InputRequired } from "@toolplane/contract";
import { isRecord } from "@toolplane/readings";
import type { SchemaObject } from "../schema/shape/schema-place.ts";

export type McpPieces =
  | { readonly type: "output"; readonly data: unknown; readonly content: readonly ContentPart[] }
  | {
      readonly type: "error";
      readonly error_text: string;
      readonly content: readonly ContentPart[];
      readonly input_required?: InputRequired;
    };

/** Never throws. */
export function fromMcpResult(answer: unknown): McpPieces {
  if (!isRecord(answer)) return errorPieces("The server's answer is not a tool result.");
  if (answer.resultType === "input_required") return needsInput(answer);
  if (answer.content !== undefined && !Array.isArray(answer.content)) {
    return errorPieces("The server's answer is not a tool result.");
  }
  const content = ((answer.content ?? []) as readonly unknown[]).map(readPart);
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  if (answer.isError === true) {
    const pictures = content.filter((part) => part.type !== "text");
    return { type: "error", error_text: text || "The server reports an error.", content: pictures };
  }
  const { structuredContent } = answer;
  if (structuredContent !== undefined && structuredContent !== null) {
    return { type: "output", data: structuredContent, content };
  }
  // Text that is the whole answer is its data; beside pictures the parts keep their order.
  const isText = content.length > 0 && content.every((part) => part.type === "text");
  return isText
    ? { type: "output", data: text, content: [] }
    : { type: "output", data: null, content };
}

function errorPieces(error_text: string): McpPieces {
  return { type: "error", error_text, content: [] };
}

function readPart(part: unknown): ContentPart {
  if (!isRecord(part)) return { type: "text", text: "[something that is no content]" };
  switch (part.type) {
    case "text":
      return { type: "text", text: textOrEmpty(part.text) };
    case "image":
      return readBytes(part, "picture");
    case "audio":
      return readSound(part);
    case "resource":
      return readResource(isRecord(part.resource) ? part.resource : {});
    case "resource_link":
      return {
        type: "text",
        text: `${textOrEmpty(part.name)}: ${textOrEmpty(part.uri)}`.slice(0, 2_000),
      };
    default:
      return {
        type: "text",
        text: `[content of the unknown kind ${textOrEmpty(part.type).slice(0, 40)}]`,
      };
  }
}

function readResource({ uri, mimeType, text, blob }: SchemaObject): ContentPart {
  const about = {
    type: "resource" as const,
    uri: textOrEmpty(uri).slice(0, MAX_URI),
    ...(typeof mimeType === "string" ? { mime_type: mimeType.slice(0, 60) } : {}),
  };
  if (typeof text === "string") return { ...about, text };
  if (typeof blob !== "string") return { type: "text", text: `${about.uri}: [an empty file]` };
  return isOf("image", mimeType)
    ? { type: "image", data: blob, mime_type: mimeType }
    : { ...about, blob };
}

function readSound({ data, mimeType }: SchemaObject): ContentPart {
  return isOf("audio", mimeType) && typeof data === "string"
    ? { type: "audio", data, mime_type: mimeType }
    : { type: "text", text: `[a sound, ${textOrEmpty(mimeType).slice(0, 60)}]` };
}

/** A picture, or a word for what is none. */
function readBytes({ data, mimeType }: SchemaObject, kind: string): ContentPart {
  return isOf("image", mimeType) && typeof data === "string"
    ? { type: "image", data, mime_type: mimeType }
    : { type: "text", text: `[a ${kind}, ${textOrEmpty(mimeType).slice(0, 60)}]` };
}

function isOf(kind: "image" | "audio", mimeType: unknown): mimeType is string {
  return (
    typeof mimeType === "string" &&
    /^\w+\/[\w.+-]{1,40}$/.test(mimeType) &&
    mimeType.startsWith(`${kind}/`)
  );
}

const MAX_URI = 2_000;

function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** A server of protocol 2026-07-28 asks by answering; the first question it has for a person is handed on. */
function needsInput(answer: SchemaObject): McpPieces {
  const requests = isRecord(answer.inputRequests) ? Object.values(answer.inputRequests) : [];
  const question = requests.find(
    (request) => isRecord(request) && request.method === "elicitation/create",
  );
  const params = isRecord(question) && isRecord(question.params) ? question.params : {};
  const message = textOrEmpty(params.message) || "The server needs more before it can answer.";
  return {
    type: "error",
    error_text: message,
    content: [],
    input_required: {
      message,
      ...(params.requestedSchema === undefined ? {} : { schema: params.requestedSchema }),
      ...(typeof answer.requestState === "string" ? { state: answer.requestState } : {}),
    },
  };
}
