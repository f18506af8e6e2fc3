/**
 * A command is data: its declaration gives the parser, the help, the completion and the reference page. What it does is
 * loaded when it is run, so that no command pays for another.
 */

import type { Terminal } from "../terminal/terminal.ts";
import type { ExitCode } from "./exit-code.ts";
import type { Report } from "./report.ts";

export interface OptionSpec {
  /** `flag` takes no value; `list` may be given several times. */
  readonly type: "flag" | "text" | "number" | "list";
  readonly summary: string;
  /** How the value is called in help: `--port NUMBER`. Flags have none. */
  readonly value?: string;
  readonly short?: string;
  /** The only values that are taken. */
  readonly choices?: readonly string[];
}

/** One word after the command's name. */
interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly required?: boolean;
  /** Takes all that is left. Only the last one may. */
  readonly rest?: boolean;
}

/** The group of a command in the overview. */
export type CommandGroup = "Look" | "Decide" | "Run" | "Connect";

export interface Command {
  /** One or two words: `show`, `policy explain`. */
  readonly name: string;
  readonly group: CommandGroup;
  readonly summary: string;
  /** A paragraph for `--help`; lines of at most 78 characters. */
  readonly description?: string;
  readonly arguments?: readonly ArgumentSpec[];
  readonly options?: Readonly<Record<string, OptionSpec>>;
  /** Whole command lines, each with a few words on what it does. */
  readonly examples?: readonly { readonly line: string; readonly meaning: string }[];
  /** True: what is not declared is handed on in `rest` as it was typed, because only the command knows it (`call`). */
  readonly takesAnyOption?: boolean;
  /** True: not listed anywhere; for programs, not for people (`__complete`). */
  readonly isHidden?: boolean;
  readonly load: () => Promise<CommandRun>;
}

/**
 * Does what the command is for and returns what it found. A command that writes as it goes (a server, a conversation, a result of
 * bytes) returns only how the program ends. It throws a CliError for what a person can mend.
 */
export type CommandRun = (context: CommandContext) => Promise<Report | ExitCode>;

/** Everything a command may use of the world. */
export interface CommandContext {
  readonly arguments: CommandArguments;
  readonly terminal: Terminal;
  /** Every command there is, for those that tell of the others. */
  readonly commands: readonly Command[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder that the program was started in. */
  readonly directory: string;
  /** The file that was started, for those that say how to start it again. */
  readonly program: string;
  /** Aborted by Ctrl-C, and by SIGTERM with its name as the reason. A command that hears it ends cleanly and returns `cancelled`. */
  readonly signal: AbortSignal;
  /** Asks for the clean end from within, as Ctrl-C does from outside: for screens that read keys in raw mode. */
  cancel(): void;
  /**
   * Gives Ctrl-C to a command that has something smaller to stop than itself, until what it returns is called. Where the handler says
   * false, it means what it always means. Undefined where there are no signals.
   */
  readonly takeInterrupts?: TakeInterrupts;
}

export type TakeInterrupts = (handler: () => boolean) => () => void;

/** The typed words, read by the command's declaration. */
export interface CommandArguments {
  readonly words: readonly string[];
  /** With `takesAnyOption`: every word and option beyond the declared ones, in order, as they were typed. */
  readonly rest: readonly string[];
  flag(name: string): boolean;
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  list(name: string): readonly string[];
}
