/**
 * S4's four errors and their exact texts. They are our ToolError under other names, so a tool written for S4 throws or
 * returns them as it always did; errors that only we distinguish (denied, timed out, over budget) are S4's `Failed`
 * with our text.
 */
import { type ErrorResult, ToolError } from "@toolplane/contract";

export type AgentToolError =
  | { readonly variant: "Failed"; readonly message: string }
  | { readonly variant: "NotFound"; readonly name: string }
  | { readonly variant: "InvalidArgs"; readonly message: string }
  | { readonly variant: "Cancelled" };

const NOT_FOUND = "Tool not found: ";
const INVALID = "Invalid arguments: ";
const CANCELLED = "Cancelled";

/** The text that a model sees. */
export function displayAgentError(error: AgentToolError): string {
  switch (error.variant) {
    case "Failed":
      return error.message;
    case "NotFound":
      return `${NOT_FOUND}${error.name}`;
    case "InvalidArgs":
      return `${INVALID}${error.message}`;
    case "Cancelled":
      return CANCELLED;
  }
}

const CODES = {
  Failed: "failed",
  NotFound: "unknown_tool",
  InvalidArgs: "invalid_input",
  Cancelled: "cancelled",
} as const;

/** The error to throw or return from an S4 tool. */
export function agentToolError(error: AgentToolError): ToolError {
  return new ToolError(CODES[error.variant], displayAgentError(error));
}

/** Chooses S4's error for a result. Its display is the result's own text, always. */
export function toAgentError({ code, error_text }: ErrorResult): AgentToolError {
  if (code === "unknown_tool" && error_text.startsWith(NOT_FOUND)) {
    return { variant: "NotFound", name: error_text.slice(NOT_FOUND.length) };
  }
  if (code === "invalid_input" && error_text.startsWith(INVALID)) {
    return { variant: "InvalidArgs", message: error_text.slice(INVALID.length) };
  }
  if (code === "cancelled" && error_text === CANCELLED) return { variant: "Cancelled" };
  return { variant: "Failed", message: error_text };
}
