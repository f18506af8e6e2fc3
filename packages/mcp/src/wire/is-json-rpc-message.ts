/** True for one JSON-RPC 2.0 message; what its method or its result mean is not looked at. */
import { isRecord } from "@toolplane/readings";
export function isJsonRpcMessage(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { jsonrpc, id, method, params, result, error } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== "2.0") return false;
  const hasId = typeof id === "string" || (typeof id === "number" && Number.isInteger(id));
  if (method !== undefined)
    return typeof method === "string" && (id === undefined || hasId) && isRecord(params ?? {});
  return hasId && (isRecord(result) || isError(error));
}

function isError(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { code, message } = value as Readonly<Record<string, unknown>>;
  return Number.isInteger(code) && typeof message === "string";
}
