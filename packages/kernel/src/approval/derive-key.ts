/**
 * Runs a tool's own `approvalKey` and holds it to its contract: a non-empty string of at most 1,024 UTF-8 bytes, no
 * ASCII control characters, and the same again for the same arguments.
 *
 * Two things are done about equivalence. The arguments are handed over with their members sorted, so that a key built by
 * walking them cannot depend on the order the model wrote; and the key is derived twice, so that a timestamp, a counter or
 * a random id in it is found on the first call instead of making every *always* worthless.
 */
import { isToolError, type JsonObject, ToolError } from "@toolplane/contract";
import { hasControl } from "../resource/has-control.ts";

const MAX_KEY_BYTES = 1024;
/** UTF-8 needs at most three bytes for each UTF-16 code unit. */
const MAX_BYTES_PER_UNIT = 3;

/** A tool's own function. Its arguments were validated against the tool's schema, whatever type that gives them. */
type DeriveKey = (args: never) => string;

/** The key, or a ToolError of code `internal`: the tool is broken, and nothing may rest on its key. */
export function deriveKey(approvalKey: DeriveKey, args: JsonObject): string {
  const ordered = sortMembers(args) as JsonObject;
  const key = derive(approvalKey, ordered);
  if (derive(approvalKey, ordered) !== key) throw fault("approval key is not deterministic");
  return key;
}

/** The same where the tool's code is asked in its own process. */
export async function deriveLaterKey(
  laterKey: (args: JsonObject) => Promise<string>,
  args: JsonObject,
): Promise<string> {
  const ordered = sortMembers(args) as JsonObject;
  const derived = async (): Promise<string> => {
    try {
      return checked(await laterKey(ordered));
    } catch (cause) {
      throw isToolError(cause) && cause.code === "internal"
        ? cause
        : fault("approval key could not be derived", cause);
    }
  };
  const key = await derived();
  if ((await derived()) !== key) throw fault("approval key is not deterministic");
  return key;
}

function derive(approvalKey: DeriveKey, args: JsonObject): string {
  let key: unknown;
  try {
    key = approvalKey(args as never);
  } catch (cause) {
    throw fault("approval key could not be derived", cause);
  }
  return checked(key);
}

function checked(key: unknown): string {
  if (typeof key !== "string") throw fault("approval key is not a string");
  if (key === "") throw fault("approval key is empty");
  if (hasControl(key)) throw fault("approval key holds a control character");
  if (key.length * MAX_BYTES_PER_UNIT > MAX_KEY_BYTES && Buffer.byteLength(key) > MAX_KEY_BYTES) {
    throw fault(`approval key is longer than ${MAX_KEY_BYTES} bytes`);
  }
  return key;
}

function fault(what: string, cause?: unknown): ToolError {
  return new ToolError("internal", `The tool's ${what}.`, { cause });
}

/** Copies plain objects only where their members are out of order; what a schema library made of a value stays as it is. */
function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) {
    const sorted = value.map(sortMembers);
    return sorted.some((item, index) => item !== value[index]) ? sorted : value;
  }
  if (typeof value !== "object" || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const source = value as Readonly<Record<string, unknown>>;
  const keys = Object.keys(source);
  const sorted = keys.toSorted();
  const members = sorted.map((key) => sortMembers(source[key]));
  if (sorted.every((key, index) => key === keys[index] && members[index] === source[key])) {
    return value;
  }
  return Object.fromEntries(sorted.map((key, index) => [key, members[index]]));
}
