import { EXIT_CODES, type ExitCode } from "../command/exit-code.ts";

/** The exit code of a server: who sends SIGTERM (a service manager, a client) asked for just this end, so it is done. */
export function serverExitCode(signal: AbortSignal): ExitCode {
  if (!signal.aborted || signal.reason === "SIGTERM") return EXIT_CODES.done;
  return EXIT_CODES.cancelled;
}
