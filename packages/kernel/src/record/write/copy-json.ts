/**
 * Copies a value as JSON would read it now. Rows are written later than calls settle, and a tool's value belongs to the
 * tool and its caller, who may go on changing it. A plain walk, because every call pays for it: a quarter of what
 * writing the text costs.
 */
import { ToolError } from "@toolplane/contract";

/** As deep as canonical JSON goes. */
const MAX_DEPTH = 512;

/** Copies arrays and objects; `toJSON` is honoured. A value that contains itself is an `internal` ToolError. */
export function copyJson<T>(value: T): T {
  return (typeof value === "object" && value !== null ? copyObject(value, 1) : value) as T;
}

function copyObject(value: object, depth: number): unknown {
  if (depth > MAX_DEPTH) {
    throw new ToolError("internal", "The value contains itself or is nested too deeply for JSON");
  }
  if (Array.isArray(value)) return copyArray(value, depth);
  const own = value as { readonly toJSON?: unknown; readonly [key: string]: unknown };
  if (typeof own.toJSON === "function") {
    const said: unknown = own.toJSON();
    return typeof said === "object" && said !== null ? copyObject(said, depth + 1) : said;
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(own)) {
    const member = own[key];
    const copied =
      typeof member === "object" && member !== null ? copyObject(member, depth + 1) : member;
    // Written as a member, "__proto__" would be lost.
    if (key === "__proto__") Object.defineProperty(copy, key, { ...MEMBER, value: copied });
    else copy[key] = copied;
  }
  return copy;
}

const MEMBER = { configurable: true, enumerable: true, writable: true } as const;

function copyArray(values: readonly unknown[], depth: number): unknown[] {
  const copy = new Array<unknown>(values.length);
  for (let index = 0; index < values.length; index += 1) {
    const member = values[index];
    copy[index] =
      typeof member === "object" && member !== null ? copyObject(member, depth + 1) : member;
  }
  return copy;
}
