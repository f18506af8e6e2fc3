import type { LineRepository } from "../../line/shell-world.ts";
import type { Scanned } from "../options/scan-options.ts";

/** A subcommand of git with its options and operands apart, and the unit of the line that it is. */
export interface GitOperands {
  readonly name: string;
  readonly scanned: Scanned;
  readonly unitIndex: number;
  /** The one that git works in, when it is known. */
  readonly repository: LineRepository | undefined;
}
