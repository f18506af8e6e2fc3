/** The program: the process's own streams, signals and exit code around the command line. */
import { writeSync } from "node:fs";
import { EXIT_CODES } from "../command/exit-code.ts";
import { COMMANDS } from "./command-table.ts";
import { createIdleEnd } from "./create-idle-end.ts";
import { isForeground } from "./is-foreground.ts";
import { runCli } from "./run-cli.ts";

const abort = new AbortController();
const interrupts: (() => boolean)[] = [];
process.on("SIGINT", () => {
  if (!abort.signal.aborted && interrupts.at(-1)?.() === true) return;
  // The first signal asks for a clean end; a second one means out at once.
  if (abort.signal.aborted) process.exit(130);
  abort.abort();
});
// Named, because a server that is asked to end has done its work.
process.on("SIGTERM", () => abort.abort("SIGTERM"));
process.on("SIGHUP", () => abort.abort());
// A reader that went away (`| head`) is no failure of ours: what was opened is closed, and nothing more is said.
let isPipeGone = false;
// The reader of the result does not have it, so the command has failed, whatever was done.
let isOutputLost = false;
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") isPipeGone = true;
  else if (!isOutputLost) {
    isOutputLost = true;
    process.exitCode = EXIT_CODES.failed;
    const why = error.code === "ENOSPC" ? "its disk is full" : (error.code ?? error.message);
    tellLast(`! Standard output cannot be written: ${why}.`);
  }
  abort.abort();
});
process.stderr.on("error", () => {});
const endWhenIdle = createIdleEnd();

// A program that runs out of things to do before its command has an end must not look like one that succeeded.
let isOver = false;
process.on("exit", (code) => {
  if (isOver || code !== 0) return;
  tellLast(
    "! toolplane was stopped while its command ran. We do not know if it finished; it will not run again by itself.",
  );
  process.exitCode = EXIT_CODES.failed;
});

runCli(
  {
    commands: COMMANDS,
    overview: async () => (await import("../commands/help/run-overview.ts")).runOverview,
  },
  {
    words: process.argv.slice(2),
    // Opening it costs as much as reading the command line, and few commands read it.
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    // A copy: what is secret in it is taken out of the one that programs inherit, and may be read again.
    environment: { ...process.env },
    isForeground: isForeground(),
    directory: process.cwd(),
    program: process.argv[1] ?? "",
    abort,
    takeInterrupts(handler) {
      interrupts.push(handler);
      return () => void interrupts.splice(interrupts.indexOf(handler), 1);
    },
  },
).then((code) => {
  isOver = true;
  process.exitCode = isOutputLost ? EXIT_CODES.failed : isPipeGone ? 0 : code;
  endWhenIdle();
});

function tellLast(line: string): void {
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // The message cannot be printed; the exit code says it.
  }
}
