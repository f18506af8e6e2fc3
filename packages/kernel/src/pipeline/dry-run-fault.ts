/**
 * Whether a call can be run dry. A command can, on a view that is thrown away afterwards; what only reads changes nothing anyway;
 * everything else would really do what it does, so it is refused by name instead.
 */
import type { Host } from "@toolplane/contract";
import type { ToolEntry } from "../registry/tool-entry.ts";

/** Why not, as a sentence; null when it can. */
export function dryRunFault(
  { tool, remote }: Pick<ToolEntry, "tool" | "remote">,
  { sandbox }: Pick<Host, "sandbox">,
): string | null {
  const { id, requires, composite, mode } = tool;
  const changesItself = composite || remote || requires.fs?.write !== undefined;
  const isCommand = requires.shell !== undefined;
  if (changesItself || !(isCommand || mode === "read"))
    return `${id} cannot be run dry: only commands can, and tools that only read.`;
  if (!isCommand || sandbox.facts.landsChanges) return null;
  const { level, reason, remedy } = sandbox;
  return [
    `A dry run needs a copy-on-write view of the workspace, and there is none here (sandbox level: ${level}).`,
    ...(reason === undefined ? [] : [reason]),
    ...(remedy === undefined ? [] : [`What helps: ${remedy}`]),
  ].join(" ");
}
