import type { CheckedPart } from "../ground/required-check.ts";
import type { CheckChange, CheckRun } from "./run-check.ts";

/** The changes that would land, as a check in code sees them. */
export interface CheckedView {
  readonly changes: readonly CheckChange[];
  /** The text of a file with the changes; null where there is none. */
  read(path: string): Promise<string | null>;
  /** The same without them. */
  readBase(path: string): Promise<string | null>;
  /** Runs a command in the view; what it writes is thrown away. */
  run(command: string): Promise<CheckRun>;
}

/** A check in code: false, or words that say what is wrong, hold the changes back. */
export interface FunctionCheck {
  readonly name: string;
  readonly check: (view: CheckedView, signal: AbortSignal) => Promise<boolean | string>;
  readonly when?: readonly string[];
  readonly within?: string;
  readonly per?: CheckedPart;
}
