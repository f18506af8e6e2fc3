/** What a file is shown as, decided by its first bytes: a picture, a notebook, text, or nothing that can be read. */
import {
  type Compute,
  type FileRead,
  type FsReadDoor,
  isToolError,
  output,
  type ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import { describeMissing } from "./describe-missing.ts";
import { PIECE_BYTES } from "./piece-bytes.ts";
import { readFolder } from "./read-folder.ts";
import { readImage } from "./read-image.ts";
import { readLines } from "./read-lines.ts";
import { isNotebook, readNotebook } from "./read-notebook.ts";
import { readPdf } from "./read-pdf.ts";
import { PDF_KIND, refuseBinary, sniffFile } from "./sniff-file.ts";

/** What to read. */
export interface FileRequest {
  readonly path: string;
  readonly offset: number | undefined;
  readonly limit: number | undefined;
}

/** Reads a file by lines, or as what it is. */
export async function readFile(
  { fs, compute }: { readonly fs: FsReadDoor; readonly compute: Compute | undefined },
  request: FileRequest,
): Promise<string | ToolOutput<string>> {
  const { path, offset, limit } = request;
  const head = await openFile(fs, path);
  if ("folder" in head) return head.folder;
  const kind = sniffFile(head.bytes);
  if (kind?.image !== undefined) return readImage(fs, { path, head, image: kind.image });
  if (kind?.name === PDF_KIND) return readPdf(fs, compute, request);
  if (kind !== null) throw refuseBinary(path, { kind, size: head.size });
  if (isNotebook(path, head.bytes)) {
    const notebook = await readNotebook(fs, { path, head, offset, limit });
    if (notebook !== null) return notebook;
  }
  return readLines(fs, { path, head, offset, limit });
}

/** The beginning of a file, or the names in a folder. */
export async function openFile(
  fs: FsReadDoor,
  path: string,
): Promise<FileRead | { readonly folder: string | ToolOutput<string> }> {
  try {
    return await fs.read(path, { offset: 0, length: PIECE_BYTES });
  } catch (error) {
    if (!isToolError(error)) throw error;
    if (error.code === "not_found") throw await describeMissing(fs, path, error);
    return { folder: await asFolder(fs, path, error) };
  }
}

/** The names in it when it is a folder, else the error of the door. */
async function asFolder(
  fs: FsReadDoor,
  path: string,
  error: ToolError,
): Promise<string | ToolOutput<string>> {
  if (error.code !== "invalid_input" && error.code !== "conflict") throw error;
  const stat = await fs.stat(path);
  if (stat?.kind !== "directory") throw error;
  const { text, note } = await readFolder(fs, path);
  return output(text, { content: [{ type: "text", text: note }] });
}
