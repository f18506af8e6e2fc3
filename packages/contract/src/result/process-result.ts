/** The end of a command, and what is known of its doings. */
import type { Landing } from "./change-set.ts";
import type { Wall } from "./wall.ts";

/** The facts of a command before its changes are settled. */
export interface EndedCommand extends Pick<ProcessResult, "exitCode" | "output"> {
  readonly report: Pick<ProcessReport, "hosts" | "likelyRefused">;
}

/** How a process ended. Every cause is its own field, so a timeout is never mistaken for a cancel. */
export interface ProcessResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Why rules ended it, in a sentence; `cancelled` is true then. */
  readonly endedBy?: string;
  /** Head of combined stdout and stderr, redacted, within the host's bound. */
  readonly output: string;
  readonly outputBytes: number;
  /** Where the whole output lies when `output` was cut. */
  readonly outputPath?: string;
  readonly durationMs: number;
  readonly report: ProcessReport;
}

/** The known effects of a process. Hosts are exact, changed files come from a bounded scan, refusals are likely, reads unknown. */
export interface ProcessReport {
  readonly sandbox: "enforced" | "none";
  /** The first of them: a command can change tens of thousands. */
  readonly changed: readonly string[];
  readonly changedComplete: boolean;
  readonly hosts: readonly {
    readonly host: string;
    readonly port: number;
    readonly allowed: boolean;
    /** Why it was refused, in a sentence. */
    readonly reason?: string;
  }[];
  readonly likelyRefused: readonly string[];
  /** The walls in its way; absent where none is known. */
  readonly walls?: readonly Wall[];
  /** The outcome of its changes, where it ran on a view and made any. */
  readonly landing?: Landing;
  /** Files that it wrote although a rule closes them, where they could not be closed beforehand: removed or put back when it ended. */
  readonly takenBack?: readonly string[];
  /** Journal entries that take the changes back, when a bounded snapshot was possible. */
  readonly undo?: readonly string[];
}
