/** Arguments as a person edited them: an object, and not the one that was asked about. The road validates them and judges again. */
import type { JsonObject } from "@toolplane/contract";
import { canonicalJson } from "@toolplane/kernel";

/** The edited arguments, or why they cannot be used. */
export function readEdited(
  text: string | null,
  before: JsonObject,
): { readonly arguments: JsonObject } | { readonly fault: string } {
  if (text === null) return { fault: "The editor failed, so nothing was changed." };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { fault: "That is not JSON, so nothing was changed." };
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { fault: "Arguments are one JSON object, so nothing was changed." };
  if (canonicalJson(value) === canonicalJson(before)) return { fault: "Nothing was changed." };
  if (MASK.test(JSON.stringify(value)) && MASK.test(JSON.stringify(before)))
    return { fault: "A masked secret cannot be sent back. Type it, or answer o." };
  return { arguments: value as JsonObject };
}

/** The placeholder of a known secret. Sent back it would be taken for the value. */
const MASK = /\[redacted:[\w.-]{1,64}\]/;
