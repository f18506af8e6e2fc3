/**
 * A tool's declaration of everything that it may ever touch: its upper bound. The ceiling of a host and the scopes of a manifest have
 * the same shape. Path patterns are relative to the workspace root unless they begin with `/` or a variable.
 */

/** A glob over paths: `*` within a segment, `**` any segments, `{a,b}` alternatives; `{workspace}` and the other variables expand. */
export type PathPattern = string;

/** `host`, `*.host`, `*` (any public host), each with `:port` or `:*`; variables expand. */
export type HostPattern = string;

/** One argument of a command: exactly this text, exactly one argument of any text, or one that starts with the prefix. */
export type ArgPattern = string | { readonly wildcard: true } | { readonly prefix: string };

/** A command a tool may run: `cmd` alone allows any arguments; `args` are matched in order against argv[1..]. `cmd: "*"` is any command. */
export interface ShellRunRequirement {
  readonly cmd: string;
  readonly args?: readonly ArgPattern[];
}

/**
 * Doors that are not files, hosts, commands or variables, and remote calls by name: `mcp:github/list_issues`, `mcp:github/*`,
 * `openapi:*`. A tool may always make its own calls; a ceiling and a subagent's `requires` must name those they let through.
 */
export type CapabilityName = "journal" | "compute" | (string & {});

/** The capability surface of a tool, a manifest or a ceiling. Absent parts open nothing. */
export interface RequirementSet {
  readonly fs?: { readonly read?: readonly PathPattern[]; readonly write?: readonly PathPattern[] };
  readonly net?: { readonly hosts?: readonly HostPattern[] };
  readonly shell?: readonly ShellRunRequirement[];
  /** Names of environment variables, each declared; there is no bulk read. */
  readonly env?: readonly string[];
  readonly capabilities?: readonly CapabilityName[];
}

/**
 * The variables of patterns: `workspace`, `added` (folders that a person opened for reading beside it), `ad-hoc`, `user-data`,
 * `scratch`, and any a host adds. An empty list is an empty scope.
 */
export type Variables = Readonly<Record<string, readonly string[]>>;

/** The variables that every host defines, even when empty. */
export const STANDARD_VARIABLES = ["workspace", "added", "ad-hoc", "user-data", "scratch"] as const;
