/**
 * Builds the words of a git command. A value from a model is a value: it comes after an option that takes one, after
 * `--`, or it is refused when it begins like an option. Nothing here depends on anything but the arguments, because the
 * footprint and the run must come to the same words.
 */
import { ToolError } from "@toolplane/contract";

export const GIT_ACTIONS = [
  "init",
  "status",
  "add",
  "commit",
  "log",
  "diff",
  "show",
  "branch",
  "switch",
  "stash",
] as const;

/** Operations on a stash or a branch. */
export const GIT_OPERATIONS = [
  "push",
  "pop",
  "apply",
  "drop",
  "list",
  "show",
  "create",
  "delete",
] as const;

type GitAction = (typeof GIT_ACTIONS)[number];
type GitOperation = (typeof GIT_OPERATIONS)[number];

export interface GitArguments {
  readonly action: GitAction;
  readonly path?: string;
  readonly paths?: readonly string[];
  readonly message?: string;
  readonly ref?: string;
  readonly name?: string;
  readonly operation?: GitOperation;
  readonly staged?: boolean;
  readonly all?: boolean;
  readonly limit?: number;
}

type Option = Exclude<keyof GitArguments, "action" | "path">;

const DEFAULT_LOG = 10;
const LOG_FORMAT = "--pretty=format:%h %ad %an: %s%d";
/** No program of the repository's choosing makes the output. */
const OWN_OUTPUT = ["--no-color", "--no-ext-diff", "--no-textconv"];

/** The arguments that an action knows; another one is a mistake that must not pass in silence. */
const TAKES: Readonly<Record<GitAction, readonly Option[]>> = {
  init: ["name"],
  status: ["paths"],
  add: ["paths"],
  commit: ["message", "all", "paths"],
  log: ["ref", "paths", "limit"],
  diff: ["ref", "paths", "staged"],
  show: ["ref", "paths"],
  branch: ["name", "ref", "operation"],
  switch: ["name", "ref", "operation"],
  stash: ["operation", "message", "paths", "ref"],
};

/** The words; `invalid_input` for what the action cannot use or lacks. */
export function gitCommand(args: GitArguments): readonly string[] {
  const { action, ...given } = args;
  const stray = (Object.keys(given) as (Option | "path")[]).find(
    (name) => name !== "path" && given[name] !== undefined && !TAKES[action].includes(name),
  );
  if (stray !== undefined) throw unfit(`The action ${action} does not take ${stray}.`);
  return ["git", ...WORDS[action](args)];
}

const WORDS: Readonly<Record<GitAction, (args: GitArguments) => readonly string[]>> = {
  init: ({ name }) => [
    "init",
    ...(name === undefined ? [] : [`--initial-branch=${plainValue(name, "name")}`]),
  ],
  status: (args) => ["status", "--short", "--branch", ...afterDashes(args)],
  add: ({ paths }) =>
    paths === undefined ? ["add", "--all"] : ["add", "--", ...namedPaths(paths)],
  commit: ({ message, all, ...args }) => [
    ...["commit", "-m", withoutNul(needed(message, "commit needs message."))],
    ...(all ? ["--all"] : []),
    ...afterDashes(args),
  ],
  log: ({ ref, limit = DEFAULT_LOG, ...args }) => [
    ...["log", `--max-count=${limit}`, "--no-color", "--date=short", LOG_FORMAT],
    ...optional(ref, "ref"),
    ...afterDashes(args),
  ],
  diff: ({ ref, staged, ...args }) => [
    ...["diff", ...OWN_OUTPUT, ...(staged ? ["--staged"] : [])],
    ...optional(ref, "ref"),
    ...afterDashes(args),
  ],
  show: ({ ref = "HEAD", ...args }) => [
    ...["show", ...OWN_OUTPUT, "--stat", "--patch", plainValue(ref, "ref")],
    ...afterDashes(args),
  ],
  branch: branchWords,
  switch: ({ name, ref, operation }) => {
    const branch = plainValue(needed(name, "switch needs name."), "name");
    if (operation === "create") return ["switch", "--create", branch, ...optional(ref, "ref")];
    if (operation !== undefined || ref !== undefined)
      throw unfit("switch takes ref only with operation create.");
    return ["switch", branch];
  },
  stash: stashWords,
};

function branchWords({ name, ref, operation }: GitArguments): readonly string[] {
  if (name === undefined) {
    if (operation !== undefined && operation !== "list") throw unfit(`${operation} needs name.`);
    return ["branch", "--list", "--no-color", "--verbose"];
  }
  const branch = plainValue(name, "name");
  if (operation === "delete") return ["branch", "--delete", branch];
  if (operation !== undefined && operation !== "create")
    throw unfit(`branch does not know ${operation}.`);
  return ["branch", branch, ...optional(ref, "ref")];
}

function stashWords({
  operation = "push",
  message,
  ref,
  ...args
}: GitArguments): readonly string[] {
  if (operation === "create" || operation === "delete")
    throw unfit(`stash does not know ${operation}: use push and drop.`);
  if (operation === "push")
    return [
      ...["stash", "push"],
      ...(message === undefined ? [] : ["-m", withoutNul(message)]),
      ...afterDashes(args),
    ];
  if (message !== undefined || args.paths !== undefined)
    throw unfit(`stash ${operation} takes ref only.`);
  if (operation === "list") return ["stash", "list"];
  const shown = operation === "show" ? ["--no-color", "--patch"] : [];
  return ["stash", operation, ...shown, ...optional(ref, "ref")];
}

function afterDashes({ paths }: Pick<GitArguments, "paths">): readonly string[] {
  return paths === undefined ? [] : ["--", ...namedPaths(paths)];
}

function namedPaths(paths: readonly string[]): readonly string[] {
  if (paths.length === 0) throw unfit("paths is empty: name some, or leave it out.");
  return paths.map(withoutNul);
}

function withoutNul(value: string): string {
  if (value.includes("\0")) throw unfit("A word of a command must not hold a NUL.");
  return value;
}

function optional(value: string | undefined, name: string): readonly string[] {
  return value === undefined ? [] : [plainValue(value, name)];
}

/** Checks a value where an option could be too. */
function plainValue(value: string, name: string): string {
  if (/^-|[\p{Cc}]/u.test(value))
    throw unfit(`${name} must not begin with "-" or hold control characters.`);
  return value;
}

function needed(value: string | undefined, fault: string): string {
  if (value === undefined) throw unfit(fault);
  return value;
}

function unfit(message: string): ToolError {
  return new ToolError("invalid_input", message);
}
