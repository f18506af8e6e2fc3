/**
 * The one closed list of error codes, and the two errors the packages throw.
 *
 * Three readers, three texts: `message` is for the model (what happened, what to try), `detail` for the record
 * (facts, structured), `cause` for the operator. A tool-specific fact never becomes a new code; it goes into `detail`.
 * Identity is a global symbol, not `instanceof`, so it survives two copies of this package in one program.
 */

import type { ContentPart } from "./content-part.ts";
import type { FlowHints } from "./flow-hints.ts";

/** One row of {@link ERROR_CODES}: whether a repeatable tool may be tried again, and what the code means. */
export interface ErrorCodeRow {
  readonly retryable: boolean;
  readonly meaning: string;
}

/** A code from the closed list. */
export type ErrorCode =
  | "invalid_input"
  | "unknown_tool"
  | "disabled"
  | "capability_denied"
  | "permission_denied"
  | "watchdog_denied"
  | "approval_rejected"
  | "budget_exceeded"
  | "skipped"
  | "timeout"
  | "cancelled"
  | "not_found"
  | "conflict"
  | "too_large"
  | "unavailable"
  | "failed"
  | "internal";

/** Every code that an error result can carry. `docs/reference/errors.md` is generated from this table. */
export const ERROR_CODES: Readonly<Record<ErrorCode, ErrorCodeRow>> = {
  invalid_input: {
    retryable: false,
    meaning: "The arguments are not what the tool's schema asks for.",
  },
  unknown_tool: {
    retryable: false,
    meaning: "No tool of that name is registered, or the call names a registration that is gone.",
  },
  disabled: { retryable: false, meaning: "Tools, or this one tool, are switched off." },
  capability_denied: {
    retryable: false,
    meaning:
      "The call reaches past the tool's requirements, the manifest's scopes or the host's ceiling.",
  },
  permission_denied: {
    retryable: false,
    meaning:
      "A rule, flag, floor, guard or state machine refused the call, or it had to ask and nobody could be asked.",
  },
  watchdog_denied: {
    retryable: false,
    meaning: "The watchdog refused the call, failed, or did not answer in time.",
  },
  approval_rejected: { retryable: false, meaning: "A person was asked and said no." },
  budget_exceeded: {
    retryable: false,
    meaning: "The session or workflow has no calls or tokens left for this.",
  },
  skipped: { retryable: false, meaning: "A before-hook, or steering, skipped the call." },
  timeout: { retryable: true, meaning: "The call ran past its deadline and was stopped." },
  cancelled: { retryable: false, meaning: "The call, its turn or its session was cancelled." },
  not_found: { retryable: false, meaning: "What the arguments name does not exist." },
  conflict: {
    retryable: false,
    meaning: "The thing changed underneath, or the request is ambiguous.",
  },
  too_large: { retryable: false, meaning: "An input or output is larger than its stated bound." },
  unavailable: {
    retryable: true,
    meaning: "A service, program or server the tool needs is not there now.",
  },
  failed: { retryable: true, meaning: "The tool ran and reports that it did not succeed." },
  internal: {
    retryable: false,
    meaning: "The tool or the runtime broke; the operator finds the cause in the record.",
  },
};

const TOOL_ERROR: symbol = Symbol.for("toolplane.ToolError");
const CONFIGURATION_ERROR: symbol = Symbol.for("toolplane.ConfigurationError");

/** The facts that a {@link ToolError} may carry beside code and message. */
export interface ToolErrorOptions {
  /** Facts for the record. Never sent to the model. */
  readonly detail?: unknown;
  /** The error underneath, for the operator. Never sent to the model. */
  readonly cause?: unknown;
  /** How an agent loop should go on; kept verbatim. */
  readonly flow?: FlowHints;
  /** For people and programs; never sent to a model. */
  readonly details?: unknown;
  /** Further text or pictures for the model, after the message. */
  readonly content?: readonly ContentPart[];
}

/** The error a tool throws or returns. It becomes the call's result; it never leaves the road as a rejection. */
export class ToolError extends Error {
  readonly code: ErrorCode;
  readonly detail: unknown;
  readonly flow: FlowHints | undefined;
  readonly details: unknown;
  readonly content: readonly ContentPart[] | undefined;

  constructor(code: ErrorCode, message: string, options: ToolErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "ToolError";
    Object.defineProperty(this, TOOL_ERROR, { value: true });
    this.code = code;
    this.detail = options.detail;
    this.flow = options.flow;
    this.details = options.details;
    this.content = options.content;
  }
}

/** Wrong configuration: thrown loudly at start-up (a bad rule, tool, variable), never while a call runs. */
export class ConfigurationError extends Error {
  /** The place of the mistake: a file and line, a rule, a tool id. */
  readonly where: string;

  constructor(where: string, message: string) {
    super(`${where}: ${message}`);
    this.name = "ConfigurationError";
    Object.defineProperty(this, CONFIGURATION_ERROR, { value: true });
    this.where = where;
  }
}

/** True for a ToolError of any copy of this package. */
export function isToolError(value: unknown): value is ToolError {
  return typeof value === "object" && value !== null && TOOL_ERROR in value;
}

/** True for a ConfigurationError of any copy of this package. */
export function isConfigurationError(value: unknown): value is ConfigurationError {
  return typeof value === "object" && value !== null && CONFIGURATION_ERROR in value;
}
