/**
 * Tool modes: how a user interface treats a tool, and whether running it needs consent on top of every other judge.
 * A mode never loosens anything. Names that match no pattern are `external`, the only mode without a pattern.
 */

/** What a call of the tool does to the world, coarsely. */
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

/** What a name may begin with. */
const MODE_OF_PREFIX: readonly (readonly [string, ToolMode])[] = [
  ["get_", "read"],
  ["list_", "read"],
  ["read_", "read"],
  ["search_", "read"],
  ["create_", "safe_write"],
  ["update_", "safe_write"],
  ["add_", "safe_write"],
  ["set_", "safe_write"],
  ["delete_", "destructive"],
  ["remove_", "destructive"],
  ["archive_", "destructive"],
  ["drop_", "destructive"],
  ["local_", "local"],
  ["shell_", "local"],
  ["exec_", "local"],
];

/** By their length: a name has few to be compared with, and no part of it is cut out to be looked up. */
const PREFIXES = Array.from({ length: 9 }, (_, length) =>
  MODE_OF_PREFIX.filter(([prefix]) => prefix.length === length),
);

const KIND_OF_MODE: Readonly<Record<ToolMode, ToolKind>> = {
  read: "read",
  safe_write: "edit",
  destructive: "delete",
  local: "execute",
  external: "fetch",
};

/** Infers a mode from a tool's name by its prefix. */
export function inferToolMode(name: string): ToolMode {
  const candidates = PREFIXES[name.indexOf("_") + 1];
  if (candidates !== undefined)
    for (const [prefix, mode] of candidates) if (name.startsWith(prefix)) return mode;
  return "external";
}

/** The ACP kind that follows from a mode. */
export function kindOfMode(mode: ToolMode): ToolKind {
  return KIND_OF_MODE[mode];
}
