/**
 * An error that ends a command, in the form that every error of the command line has. What happened is the first line;
 * `lines` say why; `next` is what to do, best of all a corrected command. Anything else that a command throws is a defect of ours.
 */
import { EXIT_CODES, type ExitCode } from "./exit-code.ts";

export interface CliFault {
  readonly lines?: readonly string[];
  readonly next?: readonly string[];
  readonly exitCode?: ExitCode;
}

const BRAND: symbol = Symbol.for("toolplane.CliError");

/** An error for the person at the terminal. */
export class CliError extends Error {
  readonly lines: readonly string[];
  readonly next: readonly string[];
  readonly exitCode: ExitCode;

  constructor(message: string, { lines = [], next = [], exitCode }: CliFault = {}) {
    super(message);
    this.name = "CliError";
    Object.defineProperty(this, BRAND, { value: true });
    this.lines = lines;
    this.next = next;
    this.exitCode = exitCode ?? EXIT_CODES.badInput;
  }
}

/** True for errors of this kind, also from another copy of this module. */
export function isCliError(value: unknown): value is CliError {
  return typeof value === "object" && value !== null && BRAND in value;
}
