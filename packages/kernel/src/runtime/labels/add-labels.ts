import type { LabelSource } from "@toolplane/contract";
import { UNTRUSTED } from "@toolplane/contract";
import type { CallView } from "../../call/call-view.ts";

/** Sources of one call that are kept for each label. */
const MAX_SOURCES = 10;

/** Adds labels to what the result of a call will carry. */
export function addLabels(
  call: CallView<{ writes: "labels" | "outside" }>,
  found: readonly LabelSource[],
): void {
  for (const one of found) {
    // The first is what the text is fenced as; endorsing it alone must not take the others along.
    if (one.label === UNTRUSTED && (call.outside ?? one.source) === one.source) {
      call.outside = one.source;
      continue;
    }
    const known = (call.labels ?? []).filter(({ label }) => label === one.label);
    if (known.length >= MAX_SOURCES || known.some(({ source }) => source === one.source)) continue;
    call.labels = [...(call.labels ?? []), one];
  }
}
