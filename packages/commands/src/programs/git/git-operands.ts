import type { Scanned } from "../options/scan-options.ts";

/** A subcommand of git with its options and operands apart, and the unit of the line that it is. */
export interface GitOperands {
  readonly name: string;
  readonly scanned: Scanned;
  readonly unitIndex: number;
}
