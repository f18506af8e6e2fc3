/**
 * Tool modes: how a user interface treats a tool, and whether running it needs consent on top of every other judge.
 * A mode never loosens anything. Names that match no pattern are `external`, the only mode without a pattern.
 */

/** The effect of a call of the tool on the world, coarsely. */
export const TOOL_MODES = ["read", "safe_write", "destructive", "local", "external"] as const;
export type ToolMode = (typeof TOOL_MODES)[number];

/** ACP's taxonomy; drives icons and renderers, grants nothing. */
export const TOOL_KINDS = [
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "other",
] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

/** Prefixes of names. */
const MODE_OF_PREFIX: readonly { readonly prefix: string; readonly mode: ToolMode }[] = [
  { prefix: "get_", mode: "read" },
  { prefix: "list_", mode: "read" },
  { prefix: "read_", mode: "read" },
  { prefix: "search_", mode: "read" },
  { prefix: "create_", mode: "safe_write" },
  { prefix: "update_", mode: "safe_write" },
  { prefix: "add_", mode: "safe_write" },
  { prefix: "set_", mode: "safe_write" },
  { prefix: "delete_", mode: "destructive" },
  { prefix: "remove_", mode: "destructive" },
  { prefix: "archive_", mode: "destructive" },
  { prefix: "drop_", mode: "destructive" },
  { prefix: "local_", mode: "local" },
  { prefix: "shell_", mode: "local" },
  { prefix: "exec_", mode: "local" },
];

/** By their first letter: a name has at most three to be compared with, and no part of it is cut out to be looked up. */
const PREFIXES = Array.from({ length: 128 }, (_, code) =>
  MODE_OF_PREFIX.filter(({ prefix }) => prefix.charCodeAt(0) === code),
);

/** Infers a mode from a tool's name by its prefix. */
export function inferToolMode(name: string): ToolMode {
  const candidates = PREFIXES[name.charCodeAt(0)];
  if (candidates !== undefined)
    for (const { prefix, mode } of candidates) if (name.startsWith(prefix)) return mode;
  return "external";
}

/** The ACP kind that follows from a mode. */
export function kindOfMode(mode: ToolMode): ToolKind {
  switch (mode) {
    case "read":
      return "read";
    case "safe_write":
      return "edit";
    case "destructive":
      return "delete";
    case "local":
      return "execute";
    case "external":
      return "fetch";
  }
}
