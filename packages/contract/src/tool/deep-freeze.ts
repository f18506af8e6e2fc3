import { ConfigurationError } from "../result/error.ts";
import { isStandardSchema } from "../schema/standard-schema.ts";

/** No definition is nested deeper; a deeper one would overflow the stack of its reader. */
const MAX_DEPTH = 500;

/** Schemas of a library are left alone: freezing another package's objects would break it. */
export function deepFreeze<T>(value: T, depth = 0): T {
  if (
    typeof value !== "object" ||
    value === null ||
    Object.isFrozen(value) ||
    isStandardSchema(value)
  )
    return value;
  if (depth > MAX_DEPTH)
    throw new ConfigurationError(
      "tool",
      `its definition is nested deeper than ${MAX_DEPTH} levels`,
    );
  Object.freeze(value);
  for (const name in value) deepFreeze(value[name], depth + 1);
  return value;
}
