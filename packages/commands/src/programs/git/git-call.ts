import type { LineRepository } from "../../line/shell-world.ts";
import type { Scanned } from "../options/scan-options.ts";

/** A command of git with its options and operands apart, and the unit of the line that it is. */
export interface GitCall {
  readonly name: string;
  readonly scanned: Scanned;
  readonly unitIndex: number;
  /** The one that git works in, when it is known. */
  readonly repository: LineRepository | undefined;
  /** True when the command is not known: it may be an alias for anything. */
  readonly unknown: boolean;
}
