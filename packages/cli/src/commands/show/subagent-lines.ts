/** The subagents of a session, and theirs: one line for each, below the session that started it. */
import type { SessionManifest } from "@toolplane/contract";
import { sessionTree } from "@toolplane/library/rooms/record";
import { escapeText } from "../../terminal/text/escape-text.ts";

export interface Subagent {
  readonly sessionId: string;
  readonly parentSessionId: string;
  readonly agent: string;
}

/** Those below a session, of all manifests, newest first. */
export function subagentsBelow(
  manifests: readonly SessionManifest[],
  sessionId: string,
): readonly Subagent[] {
  const rows = sessionTree(manifests);
  const at = rows.findIndex(({ node }) => node.sessionId === sessionId);
  const depth = rows[at]?.depth ?? 0;
  const rest = rows.slice(at + 1);
  const end = rest.findIndex((row) => row.depth <= depth);
  return (end < 0 ? rest : rest.slice(0, end)).map(({ node }) => ({
    sessionId: node.sessionId,
    parentSessionId: node.parentSessionId ?? "",
    agent: node.agent ?? "subagent",
  }));
}

export function subagentLines(
  subagents: readonly Subagent[],
  short: (id: string) => string,
): readonly string[] {
  if (subagents.length === 0) return [];
  return [
    "",
    "Subagents",
    ...sessionTree([...subagents].reverse()).map(
      ({ node, depth }) =>
        `${"  ".repeat(depth + 1)}${short(node.sessionId)}  ${escapeText(node.agent)}`,
    ),
  ];
}
