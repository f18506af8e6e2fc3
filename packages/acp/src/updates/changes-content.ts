/** The files that a command changed, for an editor: their names first, then the differences that it can show. */
import type { ToolCallContent } from "@agentclientprotocol/sdk";
import type { ShownChange, ShownChanges } from "@toolplane/contract";
import { formatPlural } from "@toolplane/readings";
import { diffContent } from "./diff-content.ts";
import { textContent } from "./result-content.ts";

const MOST_NAMED = 20;
/** Pieces of differences; more than a person looks at. */
const MOST_PIECES = 100;

export function changesContent(
  { changes, files }: ShownChanges,
  cwd: string,
): readonly ToolCallContent[] {
  const pieces = changes.flatMap(({ path, diff }) => diffContent(diff, { path, cwd }));
  return [textContent(namesOf({ changes, files }, cwd)), ...pieces.slice(0, MOST_PIECES)];
}

function namesOf({ changes, files }: ShownChanges, cwd: string): string {
  const named = changes.slice(0, MOST_NAMED).map((change) => `- ${nameOf(change, cwd)}`);
  const more = files - named.length;
  const rest = more > 0 ? [`- and ${formatPlural(more, "more file")}`] : [];
  return [`Changed ${formatPlural(files, "file")}:`, ...named, ...rest].join("\n");
}

function nameOf({ path, kind, added, removed, note }: ShownChange, cwd: string): string {
  const name = path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
  const counts = added + removed === 0 ? kind : `+${added} −${removed}`;
  return note === undefined ? `${name}  ${counts}` : `${name}  ${counts}, ${note}`;
}
