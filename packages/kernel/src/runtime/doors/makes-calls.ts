import type { SessionTool } from "../../session/session-tool.ts";

/**
 * True for a tool that calls other tools itself. No person saw what a stranger's tool would call, so only bundled ones
 * do.
 */
export function makesCalls({ entry, capabilities }: SessionTool): boolean {
  return capabilities.includes("calls") && entry.bundled;
}
