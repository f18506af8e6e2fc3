/** Says what keeps a value from being one JSON-RPC 2.0 message; null: nothing. What its method means is not looked at. */
export function describeMessageFault(value: unknown): string | null {
  if (Array.isArray(value)) return "batches are not taken";
  if (!isRecord(value)) return "the line is not a JSON-RPC 2.0 message";
  const { jsonrpc, id, method, params, result, error } = value;
  if (jsonrpc !== "2.0") return "the line is not a JSON-RPC 2.0 message";
  if (id !== undefined && typeof id !== "string" && !Number.isInteger(id))
    return "an id is a text or a whole number";
  if (method !== undefined) {
    if (typeof method !== "string") return "the method is not a text";
    return params === undefined || isRecord(params) ? null : "params are an object";
  }
  if (id === undefined) return "it has neither a method nor an id";
  if ((result === undefined) === (error === undefined)) return "an answer has a result or an error";
  return error === undefined || isError(error) ? null : "its error has no code and message";
}

function isError(value: unknown): boolean {
  return isRecord(value) && Number.isInteger(value.code) && typeof value.message === "string";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
