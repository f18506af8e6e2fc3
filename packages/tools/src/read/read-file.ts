/** Shows a file by its first bytes: as a picture, a notebook, text, or as nothing that can be read. */
import {
  type Compute,
  type FileRead,
  type FsReadDoor,
  isToolError,
  output,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import { formatBytes } from "@toolplane/readings";
import { listTree } from "../list/list-tree.ts";
import { describeMissing } from "./describe-missing.ts";
import type { ImageType } from "./file-signatures.ts";
import { PIECE_BYTES } from "./piece-bytes.ts";
import { readLines } from "./read-lines.ts";
import { isNotebook, readNotebook } from "./read-notebook.ts";
import { readPdf } from "./read-pdf.ts";
import { PDF_KIND, refuseBinary, sniffFile } from "./sniff-file.ts";

export interface FileRequest {
  readonly path: string;
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  /** Bytes of one answer, where the session bounds them. */
  readonly maxBytes?: number;
  readonly plain?: boolean;
}

const MAX_NAMES = 1_000;

/** Five million characters of base64, the least that any large provider takes. */
const MAX_IMAGE_BYTES = 3_750_000;

/** A multiple of three, so that pieces join without padding; few enough to be arguments of one call. */
const BASE64_PIECE = 24_576;

export async function readFile(
  { fs, compute }: { readonly fs: FsReadDoor; readonly compute: Compute | undefined },
  request: FileRequest,
): Promise<string | ToolOutput<string>> {
  const { path } = request;
  const head = await openFile(fs, path);
  if ("folder" in head) return head.folder;
  const kind = sniffFile(head.bytes);
  if (kind?.image !== undefined) return readImage(fs, { path, head, image: kind.image });
  if (kind?.name === PDF_KIND) return readPdf(fs, compute, request);
  if (kind !== null) throw refuseBinary(path, { kind, size: head.size });
  if (isNotebook(path, head.bytes)) {
    const notebook = await readNotebook(fs, { ...request, head });
    if (notebook !== null) return notebook;
  }
  return readLines(fs, { ...request, head });
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

/** A folder that was read as if it were a file: the names in it, and a word that it is one. */
async function readFolder(
  fs: FsReadDoor,
  path: string,
): Promise<{ readonly text: string; readonly note: string }> {
  const { lines, left } = await listTree(fs, { path, depth: 1, limit: MAX_NAMES });
  const count = lines.length + left;
  const what = `${path} is a folder of ${count} ${count === 1 ? "entry" : "entries"}`;
  const note =
    left > 0 ? `[${what}; ${left} are not shown. Use glob to find a file.]` : `[${what}]`;
  return { text: lines.join("\n"), note };
}

/** Reads a picture whose first piece is `head`. */
async function readImage(
  fs: Pick<FsReadDoor, "read">,
  request: { readonly path: string; readonly head: FileRead; readonly image: ImageType },
): Promise<ToolOutput<string>> {
  const { path, head, image } = request;
  if (head.size > MAX_IMAGE_BYTES)
    throw new ToolError(
      "too_large",
      `${path} is a picture of ${formatBytes(head.size)}; the most is ${formatBytes(MAX_IMAGE_BYTES)}. Make a smaller copy with a program and read that.`,
    );
  const isWhole = head.bytes.length >= head.size;
  const { bytes } = isWhole ? head : await fs.read(path, { offset: 0, length: head.size });
  const data = `${path}: a picture, ${image}, ${formatBytes(bytes.length)}`;
  return output(data, {
    content: [{ type: "image", data: encodeBase64(bytes), mime_type: image }],
  });
}

/** Bytes as base64, without a module of any platform. */
function encodeBase64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let at = 0; at < bytes.length; at += BASE64_PIECE)
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(at, at + BASE64_PIECE))));
  return pieces.join("");
}
