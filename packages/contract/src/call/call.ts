/** A call: one request to run a tool, and what the system knows about it beside the model's words. */
import type { JsonObject } from "../schema/json-schema.ts";

/**
 * A call as the model asks for it, and nothing else: the shape is closed, so that an envelope stays the same across versions.
 * Per-call metadata goes into the invocation context and `TraceSpan.attrs`.
 */
export interface ToolCall {
  /** Unique within a session. */
  readonly id: string;
  readonly name: string;
  readonly arguments: JsonObject;
}

/** A call whose arguments are still the text that the model sent. */
export interface ToolCallText {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** The system's own knowledge of a call; the model never writes any of it. */
export interface InvocationContext {
  readonly callId: string;
  readonly toolId: string;
  readonly sessionId: string;
  /** The caller, as flags name it: "agent" unless the host says otherwise. */
  readonly role: string;
  /** The workspace's name, not its path: "main" unless the host says otherwise. */
  readonly workspace: string;
  /** 1 for the first try. */
  readonly attempt: number;
  /** How many sessions deep a subagent is: 0 at the top. */
  readonly depth: number;
  /** The tool's own folder in `{user-data}`, where its requirements name that. It is there once something was written to it. */
  readonly dataFolder?: string;
  /** Bytes that the result may hold, where the session bounds them: a tool that shows a part shows one that fits. */
  readonly maxResultBytes?: number;
}

/**
 * Says what is wrong with a value that should be a ToolCall, or null when it is one. Closed: an extra property is refused.
 * `arguments` may still be text; its content is the validate stage's business.
 */
export function describeCallFault(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return "a call must be an object";
  // for-in, because this runs before every call and a list of keys would be thrown away at once.
  for (const key in value) {
    if (key !== "id" && key !== "name" && key !== "arguments") {
      return `a call holds id, name and arguments only, not "${key.slice(0, 40)}"`;
    }
  }
  const call = value as Partial<Record<"id" | "name" | "arguments", unknown>>;
  if (typeof call.id !== "string" || call.id === "") return "id must be a non-empty string";
  if (typeof call.name !== "string") return "name must be a string";
  if (typeof call.arguments === "string") return null;
  if (
    typeof call.arguments !== "object" ||
    call.arguments === null ||
    Array.isArray(call.arguments)
  ) {
    return "arguments must be an object";
  }
  return null;
}

/**
 * How the calls of one model response run: one at a time, all at once, or so many at a time. Set when a session is
 * opened, never by the model.
 */
export type ExecutionStrategy = "sequential" | "parallel" | { readonly batched: number };
