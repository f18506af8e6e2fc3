/** The context of reading one line, and the place that the reading has reached. */
import type { ShellFloor, ShellUnit } from "@toolplane/contract";
import type { CommandBook } from "../knowledge/command-book.ts";
import type { Dialect } from "../words/dialects.ts";
import type { ExpandedWord } from "../words/expanded-word.ts";
import type { Outcome, Whereabouts } from "./directories.ts";
import type { LineFacts } from "./line-facts.ts";
import type { LineReading } from "./line-reading.ts";
import type { ShellWorld } from "./shell-world.ts";

/** The standard input of a command. What is not surely one of the others is unknown. */
export type Stdin =
  | { readonly kind: "unknown" }
  /** The line's own input, which nobody gave anything. */
  | { readonly kind: "none" }
  /** A file that is there under a literal name, and that a redirect was judged for. */
  | { readonly kind: "file" }
  /** `shared`: another command may have read the beginning of it. */
  | { readonly kind: "text"; readonly text: string; readonly shared?: true };

export interface Scope {
  readonly where: Whereabouts;
  readonly stdin: Stdin;
  /** How many program texts this one is nested in. */
  readonly depth: number;
  /** True while values of variables are certain: not in a function's body, nor in another shell's text. */
  readonly certain: boolean;
  /** True while everything here runs, whatever the commands before it answer. */
  readonly always: boolean;
  /** True inside words of another command: units are found there, but do not stand in the source. */
  readonly inWords: boolean;
  /** False for text that runs on another machine: its files are not ours. */
  readonly local: boolean;
  /** The shell that reads the text here. */
  readonly dialect: Dialect;
}

/** Where program text is run: by this very shell (`eval`), or by one that is started for it. */
interface ProgramPlace {
  readonly scope: Scope;
  readonly shell: "this" | "new";
}

/** A command that was read, with what its reading depended on beside its text. */
interface ReadCommand {
  readonly scope: Scope;
  readonly values: number;
  readonly shellChanged: boolean;
  readonly outcome: Outcome;
}

export interface CommandContext {
  readonly world: ShellWorld;
  readonly book: CommandBook;
  readonly reading: LineReading;
  readonly facts: LineFacts;
  /** Values of variables that are certain by now. */
  readonly values: Map<string, string>;
  /** Commands of a long line that were read before. */
  readonly repeats: Map<string, ReadCommand>;
  /** Reads program text that a command would run: in this very shell, or in one of its own. */
  readonly readText: (text: string, at: ProgramPlace) => Whereabouts;
  /** Reads a command that another one would run, given as words. */
  readonly readWords: (words: readonly ExpandedWord[], scope: Scope) => void;
}

/** One simple command with its words expanded. */
export interface Invocation {
  readonly words: readonly ExpandedWord[];
  readonly scope: Scope;
  /** Its source, for people. */
  readonly text: string;
  /** Words of the neutral wrappers that were taken off. */
  readonly kept: readonly ExpandedWord[];
  readonly floors: readonly ShellFloor[];
  readonly assignments: NonNullable<ShellUnit["assignments"]>;
  /** True when functions of the line are not looked at (`command ls`). */
  readonly pastFunctions: boolean;
}
