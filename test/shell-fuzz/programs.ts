/** The names that a generated line may run. Stubs log and leave; wrappers are the real programs, so their own reading of words counts. */

/** Programs nobody knows anything about. */
export const UNKNOWN_PROGRAMS: readonly string[] = ["dax", "kel", "mun", "oto", "zed"];

/** Programs that tables know: their operands are read as well. */
export const KNOWN_PROGRAMS: readonly string[] = [
  "cat",
  "ls",
  "grep",
  "wc",
  "head",
  "touch",
  "npm",
];

/** Exits 1; the others exit 0. */
export const FAILING_PROGRAM = "nay";

export const STUBS: readonly string[] = [...UNKNOWN_PROGRAMS, ...KNOWN_PROGRAMS, FAILING_PROGRAM];

/** Removed before matching: no unit of their own, so nothing is logged for them. */
export const NEUTRAL_WRAPPERS: readonly string[] = ["timeout", "nice", "nohup", "stdbuf"];

/** Need a rule of their own, and are logged like stubs before the real program takes over. */
export const RULED_WRAPPERS: readonly string[] = [
  "env",
  "xargs",
  "find",
  "setsid",
  "script",
  "flock",
  "sh",
  "bash",
];

/** Builtins that need a rule. */
const RULED_BUILTINS: readonly string[] = [
  "eval",
  "trap",
  "exec",
  "builtin",
  "export",
  "declare",
  "typeset",
  "local",
  "readonly",
  "unset",
  "set",
  "shopt",
  "alias",
  "unalias",
  "hash",
  "read",
  "mapfile",
  "readarray",
  "let",
  "echo",
  "printf",
  "wait",
  "shift",
  "getopts",
  "type",
  "umask",
  "return",
  "break",
  "continue",
  "kill",
  "jobs",
  "disown",
  "times",
  "dirs",
  "command",
  "enable",
  "exit",
  "time",
];

/** Functions that lines define. */
const FUNCTIONS: readonly string[] = ["fa", "fb"];

/** Every name that the rules of the run allow with `name *`. */
export const ALLOWED_NAMES: readonly string[] = [
  ...STUBS,
  ...NEUTRAL_WRAPPERS,
  ...RULED_WRAPPERS,
  ...RULED_BUILTINS,
  ...FUNCTIONS,
];
