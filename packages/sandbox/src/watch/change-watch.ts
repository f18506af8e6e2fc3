/** Finds the changes of a process: a bounded look at the writable places before and after. */
import type { Confinement, OutputJudge } from "@toolplane/contract";

/** The findings of a bounded scan. */
export interface ChangesFound {
  readonly changed: readonly string[];
  readonly complete: boolean;
  /** Journal entries that take the changes back, when a bounded snapshot was possible. */
  readonly undo?: readonly string[];
  /** New names that rules refuse and no mount could prevent: removed again. A report shows them as likely refused. */
  readonly takenBack?: readonly string[];
}

/** Looks before a command runs; `after` looks again and compares. */
export interface ChangeWatch {
  begin(run: {
    readonly confinement: Confinement;
    readonly sessionId: string;
    readonly callId: string;
    /** True when every command of the call is known only to read: nothing is looked at. */
    readonly readsOnly?: boolean;
  }): Promise<{
    /** The judge says which paths would not have landed unasked; without one only the confinement speaks. */
    after(judge?: OutputJudge): Promise<ChangesFound>;
  }>;
}
