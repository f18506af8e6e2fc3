/**
 * The form of our knowledge about programs. One row says what the options and operands of a program are; adding a program
 * is adding a row. Options that are not listed are taken as flags, so only those with a value, or with a meaning, stand here.
 */

/** What an option's value, or an operand, is. */
export type Meaning =
  /** Takes a value that touches nothing. */
  | "value"
  /** Takes a value only when it is attached (`--color=auto`, `-i.bak`). */
  | "attached"
  | "read"
  | "read-tree"
  /** Only whether it is there, and how large or how old: nothing in it is read, and a folder is not listed. */
  | "name"
  /** The same, and a folder is listed. */
  | "listed"
  | "listed-tree"
  | "write"
  | "write-tree"
  /** Read, and written anew in its place (`gzip`). */
  | "rewrite"
  /** Read and removed: the source of `mv`. */
  | "move"
  /** The directory in which what follows is resolved. */
  | "in"
  /** The directory into which all operands go (`cp -t`). */
  | "into"
  /** Shell text, or a program with arguments, that is run: F1. */
  | "exec"
  /** Runs something by its mere presence, or by a file it names: F1. */
  | "floor"
  /** The same, and takes a value. */
  | "floor-value"
  /** The same, with the value attached or none. */
  | "floor-attached"
  /** A module that is run, and ends the options. */
  | "module"
  /** A program in another language: F1. */
  | "code"
  /** A file that holds further options or code: read, and F1. */
  | "config"
  | "url"
  | "host"
  | "host-port"
  /** Where what is given is sent through: a proxy or a jump host. */
  | "proxy"
  /** `@file` reads, anything else is text. */
  | "data"
  /** A file, unless it holds `=`. */
  | "data-or-read"
  /** A file, or a folder with what lies in it, that may stand behind `name=`. */
  | "keyed-tree"
  /** `name=@file` or `name=<file` reads. */
  | "form"
  /** A name and a value, two words; the value is a file with `named-read`. */
  | "named"
  | "named-read"
  /** Makes every operand a thing that is written. */
  | "creates"
  /** What would be rewritten is only read (`gzip -c`). */
  | "spares"
  /** Makes the operands trees. */
  | "recursive"
  /** Makes the operands things that are only listed, none of them skipped (`rg --files`). */
  | "lists"
  /** Takes the place of the first operand (`grep -e`). */
  | "subject"
  /** The same, read from a file. */
  | "subject-file"
  | "flag";

export interface OperandSpec {
  readonly as: Meaning | "none" | "remote";
  /** They are nothing of the kind when all of them, joined by blanks, look like this. */
  readonly unless?: RegExp;
  /** So many leading operands are something else (the pattern of `grep`, the mode of `chmod`). */
  readonly skip?: number;
  /** They are skipped only when they look like this. */
  readonly skipWhen?: RegExp;
  /** The first operand that is not skipped. */
  readonly first?: Meaning;
  /** The last operand, when there are at least two. */
  readonly last?: Meaning;
  /** The operand when there is only one (`ln -s x` makes `./x`). */
  readonly single?: Meaning;
  /** What is meant when there is no operand at all; `recursive` when only with an option of that meaning. */
  readonly absent?: { readonly as: Meaning; readonly text: string; readonly when?: "recursive" };
}

export interface UnpackSpec {
  /** Only with an option, or a first operand, like this; always unless given. */
  readonly when?: RegExp;
  /** Not with an option like this: it lists, tests or prints. */
  readonly unless?: RegExp;
  /** Not when a file to be written is named as an operand (`patch file`). */
  readonly unlessNamed?: true;
  /** The folder: the value of an option, what is attached to one, or the last operand; the working folder unless given. */
  readonly into?: { readonly option?: RegExp; readonly attached?: RegExp; readonly last?: RegExp };
}

/** One program, or several that are alike. */
export interface ProgramSpec {
  /** Names, separated by blanks. */
  readonly names: string;
  /** Option names, separated by blanks, to what they mean. */
  readonly options?: Readonly<Record<string, Meaning>>;
  /** `single`: long options have one dash (`-exec`), so short ones are never bundled. */
  readonly dashes?: "single";
  readonly operands?: OperandSpec;
  /** It follows links in the trees that it reads: with an option like this, or always. */
  readonly follows?: RegExp | true;
  /** Known only to read, unless an option or operand says otherwise. */
  readonly effect?: "read";
  /** It reads the files that are named on its standard input (`cpio -o`). */
  readonly namesFromInput?: true;
  /** It writes files whose names stand in an archive, a patch or a list: what those are called is known to nobody beforehand. */
  readonly unpacks?: UnpackSpec;
  /** Its operands are no files whatever they are called (`echo`). */
  readonly operandsAreText?: true;
  /** A folder among its operands is taken with everything below it (`rclone copy`). */
  readonly operandsAreTrees?: true;
  /** A reader of its own beside or instead of the row; its name in `programs/`. */
  readonly reader?:
    | "git"
    | "find"
    | "fd"
    | "sed"
    | "awk"
    | "tar"
    | "dd"
    | "ln"
    | "ssh"
    | "socat"
    | "interpreter"
    | "make"
    | "vim"
    | "fetch";
}

/** A program that runs another one given to it. */
export interface WrapperSpec {
  readonly names: string;
  /** Removed before matching, and needs no rule of its own. */
  readonly neutral?: boolean;
  readonly options?: Readonly<Record<string, Meaning | "text" | "split" | "nothing">>;
  /** Operands before the command (the duration of `timeout`). */
  readonly skip?: number;
  /** They are there only when the first looks like this. */
  readonly skipWhen?: RegExp;
  /** They are not there with an option like this. */
  readonly skipUnless?: RegExp;
  /** The first of those is a file that is written (`flock`), or a directory to work in. */
  readonly first?: "write" | "in" | "none";
  /** Files that it reads though no word names them, separated by blanks; each counts where it is there. */
  readonly reads?: string;
  /** `A=b` words before the command are its environment. */
  readonly assignments?: boolean;
  /** What is wrapped: the words that follow, one text of several words, or either. */
  readonly command: "words" | "text" | "joined" | "alternate";
  /** Who reads its text: `any` for the shell that the person has chosen; `/bin/sh` when it is not said. */
  readonly shell?: "any" | "bash";
  /** Words the wrapper adds from elsewhere (`xargs`). */
  readonly appends?: boolean;
}
