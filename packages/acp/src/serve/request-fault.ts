import { RequestError } from "@agentclientprotocol/sdk";
import { type ErrorCode, isConfigurationError, isToolError } from "@toolplane/contract";

const INVALID_PARAMS = -32_602;
const INTERNAL = -32_603;
const NOT_FOUND = -32_002;

const CODES: Partial<Readonly<Record<ErrorCode, number>>> = {
  invalid_input: INVALID_PARAMS,
  not_found: NOT_FOUND,
};

/** A fault for the client: with its own text where that is for people, else without any. */
export function requestFault(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  if (isToolError(error)) return new RequestError(CODES[error.code] ?? INTERNAL, error.message);
  if (isConfigurationError(error)) return new RequestError(INTERNAL, error.message);
  return new RequestError(INTERNAL, "Something inside the agent failed.");
}
