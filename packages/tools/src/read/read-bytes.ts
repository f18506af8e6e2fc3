/** A range of bytes as text, at whole characters, without line numbers. This is the way through lines of any length. */
import { type FsReadDoor, output, ToolError, type ToolOutput } from "@toolplane/contract";
import { controlShare, wholeCharacters } from "./decode-lines.ts";
import { openFile } from "./read-file.ts";
import { MAX_SHOWN_BYTES } from "./read-lines.ts";
import { refuseBinary, sniffFile } from "./sniff-file.ts";
import { type TextLayout, textLayout } from "./text-layout.ts";

export interface BytesRequest {
  readonly path: string;
  readonly offset: number;
  readonly limit: number | undefined;
  /** Bytes of one answer, where the session bounds them. */
  readonly maxBytes?: number;
}

/** A request for bytes gets text with odd characters too, but no pictures and programs. */
const MAX_CONTROL_SHARE = 0.3;

export async function readBytes(
  fs: FsReadDoor,
  { path, offset, limit = MAX_SHOWN_BYTES, maxBytes = MAX_SHOWN_BYTES }: BytesRequest,
): Promise<ToolOutput<string>> {
  const head = await openFile(fs, path);
  if ("folder" in head)
    throw new ToolError(
      "invalid_input",
      `${path} is a folder: read it without byte_offset and byte_limit.`,
    );
  if (offset > 0 && offset >= head.size)
    throw new ToolError(
      "invalid_input",
      `${path} has ${head.size} bytes, so byte_offset ${offset} is past its end.`,
    );
  const kind = sniffFile(head.bytes);
  if (kind !== null && kind.name !== "binary file")
    throw refuseBinary(path, { kind, size: head.size });
  const layout = textLayout(head.bytes);
  const wanted = Math.min(limit, MAX_SHOWN_BYTES, maxBytes, head.size - offset);
  const bytes =
    offset + wanted <= head.bytes.length
      ? head.bytes.subarray(offset, offset + wanted)
      : (await fs.read(path, { offset, length: wanted })).bytes;
  if (layout.width === 1 && controlShare(bytes) > MAX_CONTROL_SHARE)
    throw refuseBinary(path, { kind, size: head.size });
  const { text, from, to } = cutCharacters(bytes, { offset, size: head.size, layout });
  const rest = to < head.size ? ` Read on with byte_offset=${to}.` : "";
  const note =
    head.size === 0 ? `[${path} is empty]` : `[Bytes ${from}-${to} of ${head.size}.${rest}]`;
  return output(text, { content: [{ type: "text", text: note }] });
}

interface CutText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** The whole characters of a range, within what an answer may hold. */
function cutCharacters(
  bytes: Uint8Array,
  at: { readonly offset: number; readonly size: number; readonly layout: TextLayout },
): CutText {
  const { offset, size, layout } = at;
  const start = leadIn(bytes, at);
  let part = bytes.subarray(start);
  for (;;) {
    const to = offset + start + part.length;
    const whole = to >= size ? part : wholeUnits(part, layout);
    const text = new TextDecoder(layout.encoding).decode(whole);
    const length = new TextEncoder().encode(text).length;
    const end = offset + start + (whole.length === 0 ? part.length : whole.length);
    if (length <= MAX_SHOWN_BYTES) return { text, from: offset + start, to: end };
    part = part.subarray(0, Math.floor((part.length * MAX_SHOWN_BYTES) / length) - 4);
  }
}

/** Bytes at the front that belong to a character which began earlier. */
function leadIn(
  bytes: Uint8Array,
  { offset, layout }: { readonly offset: number; readonly layout: TextLayout },
): number {
  if (layout.width === 2) return offset % 2;
  let at = 0;
  while (offset > 0 && at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at += 1;
  return at;
}

function wholeUnits(bytes: Uint8Array, { width }: TextLayout): Uint8Array {
  return width === 2
    ? bytes.subarray(0, bytes.length - (bytes.length % 2))
    : wholeCharacters(bytes);
}
