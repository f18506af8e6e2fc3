/** True for one JSON-RPC 2.0 message; what its method or its result mean is not looked at. */
export function isJsonRpcMessage(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { jsonrpc, id, method, params, result, error } = value as Readonly<Record<string, unknown>>;
  if (jsonrpc !== "2.0") return false;
  const hasId = typeof id === "string" || (typeof id === "number" && Number.isInteger(id));
  if (method !== undefined)
    return typeof method === "string" && (id === undefined || hasId) && isObject(params ?? {});
  return hasId && (isObject(result) || isError(error));
}

function isError(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { code, message } = value as Readonly<Record<string, unknown>>;
  return Number.isInteger(code) && typeof message === "string";
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
