/** Describes for a person the difference between the tool that was agreed to and the one that its server has now. */
import type { JsonObject, ShownChange } from "@toolplane/contract";
import type { PinDrift } from "@toolplane/contract/ports";
import { sortMembers } from "@toolplane/readings";
import { describeDiff } from "@toolplane/tools";

export interface Drifted {
  readonly tool: string;
  readonly server: string;
  /** The definition that was agreed to, where it is still known. */
  readonly agreed: JsonObject | null;
  /** False: no person ever agreed to this tool. */
  readonly isPinned: boolean;
  readonly now: JsonObject;
}

const MAX_DIFF_CHARS = 16_384;
const DIFF_MS = 100;

export function describeDrift(drifted: Drifted): PinDrift {
  const { tool, server, isPinned } = drifted;
  const reason = isPinned
    ? `The server ${server} has changed ${tool} since you agreed to it.`
    : `The server ${server} offers ${tool}, and nobody has agreed to it yet.`;
  return { reason, change: changeOf(drifted) };
}

/** The two definitions, members in one order, one a line. */
function changeOf({ tool, agreed, now }: Drifted): ShownChange {
  const path = `definition of ${tool}`;
  const { text, added, removed } = describeDiff(agreed ? linesOf(agreed) : "", linesOf(now), {
    from: path,
    to: path,
    timeoutMs: DIFF_MS,
    maxChars: MAX_DIFF_CHARS,
  });
  return { path, kind: agreed ? "changed" : "created", added, removed, diff: text };
}

function linesOf(definition: JsonObject): string {
  const sorted = sortMembers(definition);
  return `${JSON.stringify(sorted.ok ? sorted.value : definition, null, 2)}\n`;
}
