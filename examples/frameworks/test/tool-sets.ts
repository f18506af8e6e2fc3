/** What `toAiSdk()` gives is a ToolSet to the compiler too, in every generation: this file is only compiled. */
import type { ToolSet } from "ai";
import type { ToolSet as ToolSet5 } from "ai5";
import type { ToolSet as ToolSet6 } from "ai6";
import type { Toolplane } from "toolplane";

/** The same object as each of them. */
export function toolSets(tp: Toolplane): readonly [ToolSet5, ToolSet6, ToolSet] {
  return [tp.toAiSdk(), tp.toAiSdk(), tp.toAiSdk()];
}
