/** A notebook as its cells: what each says and what came of it, pictures included. Byte ranges give the JSON underneath. */
import {
  type ContentPart,
  type FileRead,
  type FsReadDoor,
  output,
  type ToolOutput,
} from "@toolplane/contract";
import { readLines } from "./read-lines.ts";
import { renderNotebook } from "./render-notebook.ts";

/** Larger ones are read as the text they are. */
const MAX_NOTEBOOK_BYTES = 20_000_000;

/** True when a file says that it is one. */
export function isNotebook(path: string, head: Uint8Array): boolean {
  return /\.ipynb$/i.test(path) && head.includes(0x7b);
}

/** Reads a notebook; null for a file that only has the name of one. `offset` and `limit` count lines of what is shown. */
export async function readNotebook(
  fs: Pick<FsReadDoor, "read">,
  request: {
    readonly path: string;
    readonly head: FileRead;
    readonly offset: number | undefined;
    readonly limit: number | undefined;
  },
): Promise<ToolOutput<string> | null> {
  const { path, head, offset, limit } = request;
  if (head.size > MAX_NOTEBOOK_BYTES) return null;
  const isWhole = head.bytes.length >= head.size;
  const { bytes } = isWhole ? head : await fs.read(path, { offset: 0, length: head.size });
  const notebook = parse(bytes);
  const rendered = notebook === null ? null : renderNotebook(notebook);
  if (rendered === null) return null;
  const shown = new TextEncoder().encode(rendered.text);
  const lines = await readLines(
    { read: async (_path, range) => slice(shown, range, head) },
    {
      ...{ path, offset, limit },
      head: { ...head, bytes: shown, size: shown.length },
    },
  );
  const { data, content = [] } = typeof lines === "string" ? output(lines) : lines;
  const note: ContentPart = {
    type: "text",
    text: `[The cells of a notebook, rendered; its JSON can be read with byte_offset=0.${rendered.left > 0 ? ` ${rendered.left} pictures are not shown.` : ""}]`,
  };
  return output(data, { content: [...content, note, ...rendered.images] });
}

function slice(
  bytes: Uint8Array,
  range: { readonly offset: number; readonly length: number } | undefined,
  head: FileRead,
): FileRead {
  const { offset = 0, length = bytes.length } = range ?? {};
  return { ...head, bytes: bytes.subarray(offset, offset + length), offset, size: bytes.length };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return null;
  }
}
