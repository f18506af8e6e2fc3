import type { JsonObject, ToolCallText } from "@toolplane/contract";

/** Reads the arguments of a call as a model wrote them; none where they are no JSON object. */
export function callArguments(call: Pick<ToolCallText, "arguments"> | undefined): JsonObject {
  try {
    const value: unknown = JSON.parse(call?.arguments ?? "{}");
    return typeof value === "object" && value !== null ? (value as JsonObject) : {};
  } catch {
    return {};
  }
}
