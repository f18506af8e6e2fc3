/** Bash's builtins by what they do, as data: names only, so that a new one is one more word. */

/** Change the working directory. */
export const MOVING_BUILTINS: ReadonlySet<string> = new Set(["cd", "pushd", "popd"]);

/** Run text in this very shell: they may write any variable, define any function, move anywhere. */
export const UNSEEN_WRITERS: ReadonlySet<string> = new Set([
  "eval",
  "source",
  ".",
  "trap",
  "enable",
  "alias",
  "bind",
  "complete",
  "fc",
]);

/** Write the variables that their operands name. */
export const VARIABLE_WRITERS: ReadonlySet<string> = new Set([
  "read",
  "mapfile",
  "readarray",
  "printf",
  "getopts",
  "declare",
  "typeset",
  "local",
  "readonly",
  "export",
  "unset",
  "let",
  "wait",
]);

/** Those whose variables become arrays without saying so. */
export const ARRAY_WRITERS: ReadonlySet<string> = new Set(["mapfile", "readarray"]);

/** Declare variables: their operands are assignments, and F2 binds them. */
export const DECLARING_BUILTINS: ReadonlySet<string> = new Set([
  "export",
  "declare",
  "typeset",
  "readonly",
  "local",
]);

/** Never come back. `return`, `break` and `continue` do, where there is nothing to leave. */
export const LEAVING_BUILTINS: ReadonlySet<string> = new Set(["exit"]);

/** Do nothing that a rule could be about. */
export const IDLE_COMMANDS: ReadonlySet<string> = new Set(["true", "false", ":", "pwd"]);

/** They take a variable's name, and evaluate its subscript. */
export const SUBSCRIPT_READERS: ReadonlySet<string> = new Set([
  "read",
  "unset",
  "declare",
  "typeset",
  "local",
  "export",
  "readonly",
  "mapfile",
  "readarray",
  "getopts",
  "wait",
]);

/** Variables that bash itself made integers: what is assigned to them is evaluated. */
export const INTEGER_VARIABLES: ReadonlySet<string> = new Set([
  "RANDOM",
  "SRANDOM",
  "OPTIND",
  "HISTCMD",
]);

/** Options of the shell that change neither which words a command gets nor where it runs, beside what globs match. */
export const HARMLESS_SHELL_OPTIONS: ReadonlySet<string> = new Set(
  "nullglob failglob globstar dotglob nocaseglob nocasematch extglob lastpipe inherit_errexit xpg_echo huponexit checkwinsize histappend cmdhist globskipdots".split(
    " ",
  ),
);

/** Flags and names of `set` after which words are read otherwise: braces, assignments anywhere, another language. */
export const UNLIKE_FLAGS: RegExp = /^[-+][a-zA-Z]*[BkH]/;
export const UNLIKE_OPTIONS: ReadonlySet<string> = new Set([
  "braceexpand",
  "keyword",
  "posix",
  "histexpand",
]);

/** Variables whose value the shell makes up, so that an assignment says nothing. */
export const SHELL_KEPT_VARIABLES: RegExp =
  /^(?:BASH\w*|COMP\w*|DIRSTACK|E?UID|PPID|EPOCH\w*|FUNCNAME|GROUPS|HIST\w*|IFS|LINENO|MAIL\w*|OLDPWD|OPTARG|OPTERR|OPTIND|PIPESTATUS|PWD|RANDOM|READLINE\w*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|COPROC|MAPFILE|CDPATH|_)$/;

/** Options of `[` and `test` that take one operand, and those between two. `-v` and `-R` are missing on purpose: they evaluate. */
export const TEST_UNARY: ReadonlySet<string> = new Set(
  "-a -b -c -d -e -f -g -h -k -p -r -s -t -u -w -x -G -L -N -O -S -o -z -n".split(" "),
);
export const TEST_BINARY: ReadonlySet<string> = new Set(
  "= == != < > =~ -eq -ne -lt -le -gt -ge -nt -ot -ef -a -o".split(" "),
);

/** The binary ones that evaluate both sides as arithmetic inside `[[ ]]`. */
export const TEST_ARITHMETIC: ReadonlySet<string> = new Set("-eq -ne -lt -le -gt -ge".split(" "));
