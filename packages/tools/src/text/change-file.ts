/**
 * Reads a text file, changes it and writes it back in the form it had. The write names the content that was read, so a
 * change by someone else in between is a conflict and never lost. The change is then tried once more on the new content:
 * it goes through only if it still fits there by its own rules.
 */
import { type FileWritten, type FsDoor, isToolError, ToolError } from "@toolplane/contract";
import { decodeText } from "./encoding/decode-text.ts";
import { digestContent } from "./encoding/digest-content.ts";
import { encodeText } from "./encoding/encode-text.ts";

/** No edit makes a file larger than this. */
export const MAX_RESULT_BYTES = 67_108_864;

/** A text and the report about how it came to be. */
export interface TextChange<T> {
  readonly text: string;
  readonly report: T;
}

export interface ChangedFile<T> {
  readonly before: string;
  readonly after: string;
  readonly report: T;
  readonly written: FileWritten;
}

/** Changes one file. Whatever `change` throws leaves the file alone. */
export async function changeFile<T>(
  fs: Pick<FsDoor, "read" | "write">,
  path: string,
  change: (text: string) => TextChange<T>,
): Promise<ChangedFile<T>> {
  const first = await changeOnce(fs, path, change);
  if ("written" in first) return first;
  const second = await changeOnce(fs, path, change);
  if ("written" in second) return second;
  throw second.stale;
}

async function changeOnce<T>(
  fs: Pick<FsDoor, "read" | "write">,
  path: string,
  change: (text: string) => TextChange<T>,
): Promise<ChangedFile<T> | { readonly stale: ToolError }> {
  const { bytes } = await fs.read(path);
  const { text: before, form } = await decodeText(bytes, path);
  const { text: after, report } = change(before);
  const data = await encodeText(after, form, path);
  if (data.length > MAX_RESULT_BYTES)
    throw new ToolError(
      "too_large",
      `${path} would have ${data.length} bytes after this; the most is ${MAX_RESULT_BYTES}. Make it smaller, or split the file.`,
    );
  const expect = await digestContent(bytes);
  try {
    const written = await fs.write(path, data, { create: "never", expect });
    return { before, after, report, written };
  } catch (error) {
    if (isToolError(error) && error.code === "conflict") return { stale: error };
    throw error;
  }
}
