/**
 * The command line: words in, an exit code out. A command never ends the process itself, so everything it opened is closed
 * before the code is handed back; Ctrl-C aborts its signal, and a second one within a second ends the process at once.
 */
import { inspect } from "node:util";
import { type ErrorCode, isConfigurationError, isToolError } from "@toolplane/contract";
import { describeFault } from "@toolplane/library/rooms/state";
import { isCliError } from "../command/cli-error.ts";
import type { Command, CommandArguments, TakeInterrupts } from "../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../command/exit-code.ts";
import { type CommandLine, parseCommandLine } from "../command/parse-command-line.ts";
import { printBranch, printHelp } from "../command/print-help.ts";
import { printReport } from "../command/print-report.ts";
import type { Report } from "../command/report.ts";
import { verbatim } from "../terminal/shown/shown.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { escapeText } from "../terminal/text/escape-text.ts";
import { wrapText } from "../terminal/text/wrap-text.ts";
import { createTerminal, type Streams } from "./create-terminal.ts";

/** A process, as far as a command line needs one. */
export interface CliProcess extends Streams {
  readonly words: readonly string[];
  readonly directory: string;
  readonly program: string;
  readonly abort: AbortController;
  readonly takeInterrupts?: TakeInterrupts;
}

/** The commands there are. `overview` is `toolplane` alone. */
export interface Cli {
  readonly commands: readonly Command[];
  readonly overview: Command["load"];
}

const NO_ARGUMENTS: CommandArguments = {
  words: [],
  rest: [],
  flag: () => false,
  text: () => undefined,
  number: () => undefined,
  list: () => [],
};

/** Runs one command line and prints what it found. Never throws. */
export async function runCli(cli: Cli, process: CliProcess): Promise<ExitCode> {
  let terminal = createTerminal(process, jsonOnly(process.words));
  const { abort } = process;
  try {
    const line = parseCommandLine(asTyped(process.words), cli.commands);
    terminal = createTerminal(process, line.arguments);
    const found = await findOut(cli, process, { line, terminal });
    return printReport(terminal, found);
  } catch (error) {
    if (abort.signal.aborted) return EXIT_CODES.cancelled;
    if (process.environment.TOOLPLANE_DEBUG) process.stderr.write(`${inspect(error)}\n`);
    return tell(terminal, error);
  }
}

/** The same without printing: what a command found, for tests. Throws what the command throws. */
export function runCommand(cli: Cli, process: CliProcess): Promise<Report | ExitCode> {
  const line = parseCommandLine(asTyped(process.words), cli.commands);
  return findOut(cli, process, { line, terminal: createTerminal(process, line.arguments) });
}

async function findOut(
  cli: Cli,
  process: CliProcess,
  { line, terminal }: { readonly line: CommandLine; readonly terminal: Terminal },
): Promise<Report | ExitCode> {
  const help = helpOf(line, cli.commands);
  if (help !== null) return { json: { help }, shown: [verbatim(help)] };
  const run = await (line.command?.load ?? cli.overview)();
  return run({
    arguments: line.arguments,
    terminal,
    commands: cli.commands,
    environment: process.environment,
    directory: process.directory,
    program: process.program,
    signal: process.abort.signal,
    cancel: () => process.abort.abort(),
    ...(process.takeInterrupts ? { takeInterrupts: process.takeInterrupts } : {}),
  });
}

/** `-v` and `--version` mean a command. */
function asTyped(words: readonly string[]): readonly string[] {
  return words.length === 1 && (words[0] === "-v" || words[0] === "--version")
    ? ["version"]
    : words;
}

function helpOf(
  { command, branch, arguments: given }: CommandLine,
  commands: readonly Command[],
): string | null {
  if (branch !== null) return printBranch(branch, commands);
  return command && given.flag("help") ? printHelp(command) : null;
}

/** Read before the line is parsed, so that the error of a line that cannot be parsed is JSON too. */
function jsonOnly(words: readonly string[]): CommandArguments {
  return { ...NO_ARGUMENTS, flag: (name) => words.includes(`--${name}`) };
}

function tell(terminal: Terminal, error: unknown): ExitCode {
  const fault = readFault(error);
  const { message, code } = fault;
  terminal.json({ type: "error", code, error_text: message, error: fault });
  // The message holds words that a person typed, and parts of files.
  const [first = "", ...more] = wrapText(escapeText(fault.message), terminal.columns() - 2);
  terminal.note(`${terminal.err.mark("failed")} ${first}`);
  for (const line of [...more, ...fault.lines]) terminal.note(`  ${escapeText(line)}`);
  if (fault.next.length > 0) {
    terminal.note();
    for (const line of fault.next) terminal.note(`  ${escapeText(line)}`);
  }
  return fault.exitCode;
}

interface Fault {
  /** As the result of a call would name it. */
  readonly code: ErrorCode;
  readonly message: string;
  readonly lines: readonly string[];
  readonly next: readonly string[];
  readonly exitCode: ExitCode;
}

function readFault(given: unknown): Fault {
  const { path } = (given ?? {}) as NodeJS.ErrnoException;
  const error = typeof path === "string" ? describeFault(given, path) : given;
  if (isCliError(error)) {
    const { message, lines, next, exitCode } = error;
    return { code: codeOf(exitCode), message, lines, next, exitCode };
  }
  const message = error instanceof Error ? error.message : String(error);
  const nothing = { lines: [], next: [] };
  if (isConfigurationError(error))
    return { code: "invalid_input", message, ...nothing, exitCode: EXIT_CODES.badInput };
  if (isToolError(error))
    return { code: error.code, message, ...nothing, exitCode: EXIT_CODES.failed };
  return {
    code: "internal",
    message: `toolplane itself failed: ${message}`,
    lines: ["This is a defect. TOOLPLANE_DEBUG=1 shows where."],
    next: [],
    exitCode: EXIT_CODES.failed,
  };
}

function codeOf(exitCode: ExitCode): ErrorCode {
  if (exitCode === EXIT_CODES.badInput) return "invalid_input";
  if (exitCode === EXIT_CODES.cancelled) return "cancelled";
  const isRefused = exitCode === EXIT_CODES.denied || exitCode === EXIT_CODES.needsPerson;
  return isRefused ? "permission_denied" : "failed";
}
