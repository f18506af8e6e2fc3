/** What a process changed: a bounded look at the writable places before and after. */
import type { Confinement } from "@toolplane/contract";

/** What a bounded scan found. */
export interface ChangesFound {
  readonly changed: readonly string[];
  readonly complete: boolean;
  /** Journal entries that take the changes back, when a bounded snapshot was possible. */
  readonly undo?: readonly string[];
}

/** Looks before a command runs; `after` looks again and compares. */
export interface ChangeWatch {
  begin(run: {
    readonly confinement: Confinement;
    readonly sessionId: string;
    readonly callId: string;
  }): Promise<{ after(): Promise<ChangesFound> }>;
}
