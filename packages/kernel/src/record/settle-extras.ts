/**
 * What replay needs beside a {@link SettleEntry}, and what a store keeps beside the chain. All of it is optional: a road that
 * leaves it out is recorded all the same, and replay says of each call what it could not check.
 */
import type { Approval, Json, SettleEntry, ToolResult } from "@toolplane/contract";

/** Further facts of a settled call. Everything in it is redacted. */
export interface SettleExtras {
  /** How many calls of the session began before this one: replay walks them in this order, not in the order they settled. */
  readonly ordinal?: number;
  /** What the caller handed in, where it is not `arguments`: text that did not parse, what a schema refused or a person edited. */
  readonly input?: Json;
  /** The whole result as `execute` gave it, where `bound` cut it; without it the cut cannot be computed again. */
  readonly uncut?: ToolResult;
  /** Approvals that this call's answer stored. */
  readonly approvals?: readonly Approval[];
}

/** What the recorder takes. Every SettleEntry is one. */
export type SettledCall = SettleEntry & SettleExtras;
