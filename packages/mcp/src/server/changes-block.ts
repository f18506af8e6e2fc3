/**
 * Writes beside a command's result what changed in files: the names, and the beginning of the differences. A person at the client
 * reads it; a client that shows it to its model too spends little on it.
 */
import type { ShownChange, ShownChanges } from "@toolplane/contract";
import { fenceUntrusted } from "@toolplane/kernel";
import type { McpCallResult } from "@toolplane/kernel/projection";
import { formatPlural } from "@toolplane/readings";

/** Reads what a call changed in files, of what a model may read. Does not reject. */
export type ChangesOf = (call: {
  readonly sessionId: string;
  readonly callId: string;
}) => Promise<ShownChanges>;

const MOST_NAMED = 20;
const MOST_CHARS = 2_000;

/** Empty where nothing was changed; text from outside is fenced. */
export function changesBlock(
  { changes, files }: ShownChanges,
  fence: Parameters<typeof fenceUntrusted>[1] | null,
): McpCallResult["content"] {
  if (changes.length === 0) return [];
  const named = changes.slice(0, MOST_NAMED).map(nameOf);
  const more = files - named.length;
  const rest = more > 0 ? [`and ${formatPlural(more, "more file")}`] : [];
  const diffs = changes.map(({ diff }) => diff).join("");
  const shown =
    diffs.length <= MOST_CHARS
      ? diffs
      : `${diffs.slice(0, diffs.lastIndexOf("\n", MOST_CHARS) + 1)}… toolplane show has the rest\n`;
  const text = [...named, ...rest, ...(shown === "" ? [] : ["", shown.trimEnd()])].join("\n");
  const safe = fence === null ? text : fenceUntrusted(text, fence);
  return [{ type: "text", text: safe, annotations: { audience: ["user"] } }];
}

function nameOf({ path, kind, added, removed, note }: ShownChange): string {
  const counts = added + removed === 0 ? kind : `+${added} -${removed}`;
  return note === undefined ? `${path}  ${counts}` : `${path}  ${counts}, ${note}`;
}
