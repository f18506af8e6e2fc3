/**
 * Describes a cause as JSON: errors with their name, message, code and stack, and their causes in turn. For the
 * operator.
 */
import { isToolError, type Json } from "@toolplane/contract";
import { copyJson } from "./copy-json.ts";

const MAX_TEXT_CHARS = 8_192;
const MAX_CAUSES = 5;

/** Describes anything thrown. Never throws; what was described already stays as it is. */
export function describeCause(cause: unknown): Json {
  try {
    return describeValue(cause, 1);
  } catch {
    return { unreadable: "reading the cause failed" };
  }
}

function describeValue(cause: unknown, depth: number): Json {
  if (cause instanceof Error || isToolError(cause)) return describeError(cause, depth);
  switch (typeof cause) {
    case "string":
      return cutText(cause);
    case "number":
    case "boolean":
      return cause;
    case "object":
      return copyJson(cause) as Json;
    case "undefined":
      return null;
    default:
      return cutText(String(cause));
  }
}

function describeError(error: Error, depth: number): Json {
  const { name, message, stack, cause } = error;
  const { code, detail } = error as { readonly code?: unknown; readonly detail?: unknown };
  return {
    name: cutText(String(name)),
    message: cutText(String(message)),
    ...(typeof code === "string" || typeof code === "number" ? { code } : {}),
    ...(typeof stack === "string" ? { stack: cutText(stack) } : {}),
    ...(detail === undefined ? {} : { detail: copyJson(detail) as Json }),
    ...(cause === undefined || depth >= MAX_CAUSES
      ? {}
      : { cause: describeValue(cause, depth + 1) }),
  };
}

function cutText(text: string): string {
  return text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS) : text;
}
