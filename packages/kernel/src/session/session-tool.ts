/** A registered tool as one session uses it: its reach under this session's variables, and what can be known once for all calls. */
import type { Footprint, Verdict } from "@toolplane/contract";
import type { Reach } from "../policy/reach.ts";
import type { ToolEntry } from "../registry/tool-entry.ts";

/** Made at a tool's first call in a session. */
export interface SessionTool {
  readonly entry: ToolEntry;
  /** The tool's own requirements inside the ceiling. */
  readonly reach: Reach;
  /** The named capabilities it declared, inside the ceiling. */
  readonly capabilities: readonly string[];
  /** False for a tool that requires nothing: then no door is even looked for. */
  readonly hasDoors: boolean;
  /** The footprint of a tool that annotates nothing. */
  readonly constantFootprint: Footprint | null;
  /** The verdict of a constant footprint under judges that do not depend on the call; set at the first judging. */
  constantVerdict: Verdict | null;
  /** Nothing in the constant ones is masked. */
  cleanFootprint: boolean;
  cleanVerdict: boolean;
}
