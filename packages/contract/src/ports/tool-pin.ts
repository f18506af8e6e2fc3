import type { ShownChange } from "../call/approval.ts";

/** The difference between a tool and the one that a person agreed to. */
export interface PinDrift {
  /** One sentence, for the person and for the model. */
  readonly reason: string;
  /** The two definitions side by side. */
  readonly change: ShownChange;
}

/**
 * Port: what a person agreed to of the tools of one source, and what the source says of them now. Implemented by the source of
 * the tools; the kernel asks it when a call is judged and again right before it runs. A throw refuses the call.
 */
export interface ToolPin {
  /** The tool's name at its source; rules know it by that name, as `mcp:github/list_issues`. */
  nameOf(tool: string): string;
  /** Digest of the whole definition as the source has it now; null when the source has no such tool any more. */
  now(tool: string): string | null;
  /** Null where the definition is the very one that a person agreed to. */
  drift(tool: string): PinDrift | null;
  /** While the source is asked for its tools again: settles when they are known, whatever they are. Else null. */
  reading(): Promise<unknown> | null;
}
