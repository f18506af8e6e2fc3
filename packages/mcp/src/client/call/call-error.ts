/**
 * Turns a failed request into the one kind of error that leaves this package. It holds nothing of a server's data but a
 * cleaned line.
 */

import { ProtocolError, SdkError, SdkErrorCode } from "@modelcontextprotocol/client";
import { isToolError, ToolError } from "@toolplane/contract";
import { showOnLine } from "@toolplane/readings";
import { SignInNeeded } from "../auth/sign-in-needed.ts";
import { UNREAD_ANSWER } from "../connection/sift-transport.ts";

const INVALID_PARAMS = -32_602;
const METHOD_NOT_FOUND = -32_601;
const RESOURCE_NOT_FOUND = -32_002;
const MAX_MESSAGE = 1_000;

export function toToolError(
  error: unknown,
  { server, signal }: { readonly server: string; readonly signal?: AbortSignal | undefined },
): ToolError {
  if (signal?.aborted) return stopped(signal);
  if (isToolError(error)) return error;
  if (error instanceof SignInNeeded) return unavailable(server, error.message, error);
  if (error instanceof ProtocolError) {
    const said = showOnLine(error.message, MAX_MESSAGE);
    if (error.code === INVALID_PARAMS)
      return new ToolError("invalid_input", said, { cause: error });
    if (error.code === UNREAD_ANSWER) return new ToolError("too_large", said, { cause: error });
    if (error.code === METHOD_NOT_FOUND || error.code === RESOURCE_NOT_FOUND)
      return new ToolError("not_found", said, { cause: error });
    return new ToolError("failed", `The server refused: ${said}`, { cause: error });
  }
  if (error instanceof SdkError) {
    if (error.code === SdkErrorCode.RequestTimeout)
      return new ToolError("timeout", `mcp server ${server} did not answer in time`, {
        cause: error,
      });
    if (ODD.has(error.code))
      return new ToolError("failed", "The server answered something that is no result.", {
        cause: error,
      });
  }
  return unavailable(server, reasonOf(error), error);
}

/** The text that the road shows for a server that is not there. */
export function unavailable(server: string, reason: string, cause?: unknown): ToolError {
  const why = reason === "" ? "" : `: ${showOnLine(reason, MAX_MESSAGE)}`;
  return new ToolError("unavailable", `mcp server ${server} is unavailable${why}`, { cause });
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? showOnLine(error.message, MAX_MESSAGE) : "it broke";
}

const ODD: ReadonlySet<unknown> = new Set([
  SdkErrorCode.InvalidResult,
  SdkErrorCode.UnsupportedResultType,
]);

function stopped({ reason }: AbortSignal): ToolError {
  return isToolError(reason) ? reason : new ToolError("cancelled", "Cancelled");
}
