/** One file before and after, as a diff for people. */
import { isToolError, type ShownChange } from "@toolplane/contract";

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
  const { decodeText, describeDiff } = await import("@toolplane/tools");
  const kind = before === null ? "created" : after === null ? "removed" : "changed";
  // Older encodings are read as the tool that edits them reads them.
  const decode = async (bytes: Uint8Array): Promise<string> =>
    (await decodeText(bytes, path)).text.replaceAll("\r\n", "\n");
  const old = await textOf(before, decode);
  const now = await textOf(after, decode);
  if (old === null || now === null) return { path, kind, added: 0, removed: 0, diff: "" };
  const { text, added, removed } = describeDiff(old, now, {
    from: path,
    to: path,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(maxChars === undefined ? {} : { maxChars }),
  });
  return { path, kind, added, removed, diff: text };
}

/** Null for what is no text. */
async function textOf(
  bytes: Uint8Array | null,
  decode: (bytes: Uint8Array) => Promise<string>,
): Promise<string | null> {
  if (bytes === null) return "";
  if (bytes.includes(0)) return null;
  try {
    return await decode(bytes);
  } catch (error) {
    if (isToolError(error)) return null;
    throw error;
  }
}
