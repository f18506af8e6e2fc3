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

const MODE_PREFIXES: readonly (readonly [RegExp, ToolMode])[] = [
  [/^(?:get|list|read|search)_/, "read"],
  [/^(?:create|update|add|set)_/, "safe_write"],
  [/^(?:delete|remove|archive|drop)_/, "destructive"],
  [/^(?:local|shell|exec)_/, "local"],
];

const KIND_OF_MODE: Readonly<Record<ToolMode, ToolKind>> = {
  read: "read",
  safe_write: "edit",
  destructive: "delete",
  local: "execute",
  external: "fetch",
};

/** Infers a mode from a tool's name by its prefix. */
export function inferToolMode(name: string): ToolMode {
  for (const [prefix, mode] of MODE_PREFIXES) if (prefix.test(name)) return mode;
  return "external";
}

/** The ACP kind that follows from a mode. */
export function kindOfMode(mode: ToolMode): ToolKind {
  return KIND_OF_MODE[mode];
}
