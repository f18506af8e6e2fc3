/**
 * The form of what is known about a program. A row names the options that take a value or run something, and says what plain words
 * are. An option that no row lists is a flag, and what follows it a word like any other.
 */

/** The meaning of an option: what its value is, or what it makes of the words. */
export type Meaning =
  /** Takes a value that touches nothing. */
  | "value"
  /** The same, only when it is attached (`-i.bak`). */
  | "attached"
  | "read"
  | "write"
  | "rewrite"
  /** The directory in which what follows is resolved. */
  | "in"
  /** The directory into which all operands go (`cp -t`). */
  | "into"
  /** Shell text that is run: F1. */
  | "exec"
  /** Runs something, with a value or without: F1. */
  | "floor"
  | "floor-value"
  /** A program in another language: F1. */
  | "code"
  /** A file that holds further options or code: read, and F1. */
  | "config"
  /** A module that is run, and ends the options. */
  | "module"
  | "url"
  /** `@file` reads, anything else is text. */
  | "data"
  /** Makes the operands things that are written, trees, or only listed. */
  | "creates"
  | "recursive"
  | "lists"
  /** Only reads what would be rewritten (`gzip -c`). */
  | "spares"
  /** Takes the place of the first operand (`grep -e`); with a file of them, read. */
  | "subject"
  | "subject-file"
  /** Of wrappers: shell text, words to be split, and an option with which nothing is wrapped. */
  | "text"
  | "split"
  | "nothing"
  | "flag";

/** The meaning of a program's plain words. `words`: files, where they are there; `text`: never files. */
export type Operands =
  | "read"
  | "read-tree"
  /** Only whether it is there, and how large or how old; `listed` lists folders too. */
  | "name"
  | "listed"
  | "listed-tree"
  | "write"
  | "rewrite"
  /** Sources, and the place they go to. */
  | "copy"
  | "move"
  /** Reads what may lie on another machine (`host:path`). */
  | "remote"
  /** An archive that is written, and what goes into it. */
  | "pack"
  /** An archive: files of whatever name stand in it. */
  | "unpack"
  | "url"
  | "host"
  | "text"
  | "words";

/** One program, or several that are alike. */
export interface ProgramRow {
  /** Names, separated by blanks. */
  readonly names: string;
  /** It changes nothing, connects to nothing and runs nothing, unless an option of its row says otherwise. */
  readonly readsOnly?: true;
  readonly operands: Operands;
  /** So many leading operands are something else (the pattern of `grep`). */
  readonly skip?: number;
  /** The folder is meant when there is no operand at all: always, or only with an option that makes trees. */
  readonly absent?: "always" | "recursive";
  /** Option names, separated by blanks, to what they mean. */
  readonly options?: Readonly<Record<string, Meaning>>;
  /** `single`: long options have one dash (`-exec`), so short ones are never bundled. */
  readonly dashes?: "single";
  /** A reading of its own in `programs/`. */
  readonly reader?: "git" | "find" | "sed" | "awk" | "tar" | "dd" | "ln" | "ssh" | "interpreter";
}

/** A program that runs another one given to it. */
export interface WrapperRow {
  readonly names: string;
  /** Removed before matching, and needs no rule of its own. */
  readonly neutral?: true;
  readonly options?: Readonly<Record<string, Meaning>>;
  /** Operands before the command (the duration of `timeout`). */
  readonly skip?: number;
  /** The first of those is a file that is written (`flock`), or a directory to work in. */
  readonly first?: "write" | "in";
  /** `A=b` words before the command are its environment. */
  readonly assignments?: true;
  /**
   * The wrapped command: the words that follow, one text, words that a shell reads again, or a program whose own rule covers what
   * it runs while denials of that still count.
   */
  readonly command: "words" | "text" | "joined" | "alternate";
  /** The reader of its text: `any` for the shell that the person has chosen; `/bin/sh` when it is not said. */
  readonly shell?: "any" | "bash";
  /** Words are added from elsewhere (`xargs`). */
  readonly appends?: true;
}
