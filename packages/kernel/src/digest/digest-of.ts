/** Digests over the one text of a value, compared across processes and machines. */
import { hash } from "node:crypto";
import { ToolError } from "@toolplane/contract";
import { canonicalJson as readCanonicalJson } from "@toolplane/readings";

/** SHA-256, in lower-case hex, over the canonical JSON of the value. */
export function digestOf(value: unknown): string {
  return hash("sha256", canonicalJson(value), "hex");
}

/** The canonical JSON of the value; what JSON cannot say is an `internal` ToolError. */
export function canonicalJson(value: unknown): string {
  const text = readCanonicalJson(value);
  if (!text.ok) throw new ToolError("internal", text.message);
  return text.value;
}
