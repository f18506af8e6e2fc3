/**
 * The result of a command, as one value: how the program ends, what `--json` prints, and what people are shown instead. A command
 * returns it and `runCli` prints it, so a test can look at what was found without a terminal.
 */
import type { Shown } from "../terminal/shown/shown.ts";
import type { ExitCode } from "./exit-code.ts";

export interface Report {
  /** `done` unless given. */
  readonly exitCode?: ExitCode;
  readonly json: unknown;
  readonly shown: readonly Shown[];
}
