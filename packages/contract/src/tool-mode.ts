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

/** What a name begins with, up to its first `_`. */
const MODE_OF_PREFIX: ReadonlyMap<string, ToolMode> = new Map<string, ToolMode>([
  ["get", "read"],
  ["list", "read"],
  ["read", "read"],
  ["search", "read"],
  ["create", "safe_write"],
  ["update", "safe_write"],
  ["add", "safe_write"],
  ["set", "safe_write"],
  ["delete", "destructive"],
  ["remove", "destructive"],
  ["archive", "destructive"],
  ["drop", "destructive"],
  ["local", "local"],
  ["shell", "local"],
  ["exec", "local"],
]);

const KIND_OF_MODE: Readonly<Record<ToolMode, ToolKind>> = {
  read: "read",
  safe_write: "edit",
  destructive: "delete",
  local: "execute",
  external: "fetch",
};

/** Infers a mode from a tool's name by its prefix. */
export function inferToolMode(name: string): ToolMode {
  const end = name.indexOf("_");
  return (end > 0 && MODE_OF_PREFIX.get(name.slice(0, end))) || "external";
}

/** The ACP kind that follows from a mode. */
export function kindOfMode(mode: ToolMode): ToolKind {
  return KIND_OF_MODE[mode];
}
