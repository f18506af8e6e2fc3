/**
 * Tells whether a tool's data fits: a string as it is, anything else as JSON. An upper bound from a single look decides for
 * nearly every result; only a value that might be too long is written out and counted.
 */
import { exceedsBytes } from "./cut-text.ts";
import { inspectJson } from "./inspect-json.ts";

/** Why the data cannot be JSON; or its whole text when that is over the cap, null when it fits. */
export type Measured =
  | { readonly fault: string }
  | { readonly fault: null; readonly over: string | null };

const FITS: Measured = { fault: null, over: null };

/** Measures against the cap. Never throws: a getter that does is a fault. */
export function measureData(data: unknown, maxBytes: number): Measured {
  if (typeof data === "string") {
    return exceedsBytes(data, maxBytes) ? { fault: null, over: data } : FITS;
  }
  try {
    const inspection = inspectJson(data);
    if (inspection.fault !== null) return inspection;
    if (inspection.maxBytes <= maxBytes) return FITS;
    const text = JSON.stringify(data) ?? "";
    return exceedsBytes(text, maxBytes) ? { fault: null, over: text } : FITS;
  } catch {
    return { fault: "reading it failed" };
  }
}
