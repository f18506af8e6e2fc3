/** Where a run hands over the subagents that others may drive. */
import type { SpawnRequest, SpawnResult } from "@toolplane/contract";
import type { SubagentKind } from "./subagent-kind.ts";

export interface HandedCall {
  readonly kind: SubagentKind;
  readonly request: SpawnRequest;
  readonly callId: string;
  /** It works in a view of its own, which lies on one machine. */
  readonly hasView: boolean;
}

export interface Elsewhere {
  /** Null: it has to stay here. */
  handOver(call: HandedCall): Promise<SpawnResult | null>;
  /** Runs that were handed over since this was asked last. */
  started(): readonly string[];
  /** Tells of those that are over; true where there were any. Looks again now and then until it is closed. */
  look(): Promise<boolean>;
  cancel(): Promise<void>;
  close(): Promise<void>;
}
