import { show } from "../terminal/shown/show.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { EXIT_CODES, type ExitCode } from "./exit-code.ts";
import type { Report } from "./report.ts";

/** Prints what a command found: as JSON where that was wanted, else for people. A command that printed as it went gave its code. */
export function printReport(terminal: Terminal, found: Report | ExitCode): ExitCode {
  if (typeof found === "number") return found;
  terminal.json(found.json);
  show(terminal, found.shown);
  return found.exitCode ?? EXIT_CODES.done;
}
