/** True for facts of a record that have names: an object, no list. */
import type { Json, JsonObject } from "@toolplane/contract";

export function isMembers(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
