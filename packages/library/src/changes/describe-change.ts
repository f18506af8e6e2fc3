/** One file before and after, as a diff for people. */
import type { ShownChange } from "@toolplane/contract";

/** Both sides; null: the file is not there. */
export interface ChangedContent {
  readonly path: string;
  readonly before: Uint8Array | null;
  readonly after: Uint8Array | null;
  readonly timeoutMs?: number;
  readonly maxChars?: number;
}

/** Without lines where a side is not text. Line endings alone are no change to a reader. */
export async function describeChange(content: ChangedContent): Promise<ShownChange> {
  const { path, before, after, timeoutMs, maxChars } = content;
  const { describeDiff } = await import("@toolplane/tools");
  const kind = before === null ? "created" : after === null ? "removed" : "changed";
  const old = textOf(before);
  const now = textOf(after);
  if (old === null || now === null) return { path, kind, added: 0, removed: 0, diff: "" };
  const { text, added, removed } = describeDiff(old, now, {
    from: path,
    to: path,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxChars === undefined ? {} : { maxChars }),
  });
  return { path, kind, added, removed, diff: text };
}

function textOf(bytes: Uint8Array | null): string | null {
  if (bytes === null) return "";
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\r\n", "\n");
  } catch {
    return null;
  }
}
