/**
 * Shows a notebook as its cells: the text and the output of each, pictures included. Byte ranges give the JSON
 * underneath.
 */
import type { FileRead, FsReadDoor, ToolOutput } from "@toolplane/contract";
import { readRendered } from "./read-rendered.ts";
import { renderNotebook } from "./render-notebook.ts";

/** Larger ones are read as the text they are. */
const MAX_NOTEBOOK_BYTES = 20_000_000;
/** Lists and objects of one, those in strings counted too: an empty one is two bytes of the file and some hundred in memory. */
const MAX_PARTS = 1_000_000;

/** True when a file says that it is one. */
export function isNotebook(path: string, head: Uint8Array): boolean {
  return /\.ipynb$/i.test(path) && head.includes(0x7b);
}

/** Reads a notebook; null for a file that only has the name of one. */
export async function readNotebook(
  fs: Pick<FsReadDoor, "read">,
  request: {
    readonly path: string;
    readonly head: FileRead;
    readonly offset: number | undefined;
    readonly limit: number | undefined;
    readonly maxBytes?: number;
  },
): Promise<ToolOutput<string> | null> {
  const { head, ...window } = request;
  const { path } = window;
  if (head.size > MAX_NOTEBOOK_BYTES) return null;
  const isWhole = head.bytes.length >= head.size;
  const { bytes } = isWhole ? head : await fs.read(path, { offset: 0, length: head.size });
  if (hasTooManyParts(bytes)) return null;
  const notebook = parse(bytes);
  const rendered = notebook === null ? null : renderNotebook(notebook);
  if (rendered === null) return null;
  const { text, images, left } = rendered;
  const more = left > 0 ? ` ${left} pictures are not shown.` : "";
  const note = `[The cells of a notebook, rendered; its JSON can be read with byte_offset=0.${more}]`;
  return readRendered({
    ...window,
    text,
    beside: [{ type: "text", text: note }, ...images],
  });
}

function hasTooManyParts(bytes: Uint8Array): boolean {
  let parts = 0;
  for (const byte of bytes) if (byte === 0x5b || byte === 0x7b) parts += 1;
  return parts > MAX_PARTS;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
