/**
 * S2's allowlist words become tool names. Profiles of agents write short words ("browser"), MCP tools have long names
 * ("mcp_browser_browser_navigate"); each word takes the first of four readings that matches anything.
 */
import type { ToolDefinition } from "./tool-definition.ts";
import { TOOL_DEFINITIONS } from "./tool-definitions.ts";

/** The readings of a word, from exact to loose. */
const READINGS: readonly ((name: string, word: string) => boolean)[] = [
  (name, word) => name === word,
  (name, word) => name.startsWith(word),
  (name, word) => name.includes(`mcp:${word}`) || name.includes(`.${word}`),
  (name, word) => name.startsWith(`mcp_${word}_`),
];

/** The names behind the words, each once; a word that matches nothing stays as it is. Null means every tool, and stays null. */
export function expandAllowedTools(
  allowedTools: readonly string[] | null,
  definitions: Readonly<Record<string, ToolDefinition>> = TOOL_DEFINITIONS,
): readonly string[] | null {
  if (allowedTools === null) return null;
  const names = Object.keys(definitions);
  return [...new Set(allowedTools.flatMap((word) => expandWord(word, names)))];
}

/** True when any word of an allowlist matches a tool's name, in any reading. */
export function toolMatchesAllowlist(toolName: string, allowlist: readonly string[]): boolean {
  return allowlist.some((word) =>
    READINGS.some((matches) => isWord(word) && matches(toolName, word)),
  );
}

function expandWord(word: string, names: readonly string[]): readonly string[] {
  if (!isWord(word)) return [];
  for (const matches of READINGS) {
    const found = names.filter((name) => matches(name, word));
    if (found.length > 0) return found;
  }
  return [word];
}

/** An empty word would be a prefix of everything: it is a mistake in a list, not a wish for all tools. */
function isWord(word: string): boolean {
  return word.trim() !== "";
}
