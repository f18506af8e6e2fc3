/**
 * A window of lines, numbered. It is held to the size of an answer here, so that nothing after this has to cut it: the
 * lines that no longer fit are simply the next window.
 */
import {
  type FileRead,
  type FsReadDoor,
  output,
  ToolError,
  type ToolOutput,
} from "@toolplane/contract";
import { formatBytes } from "@toolplane/readings";
import { decodeLines } from "./decode-lines.ts";
import { FURTHER_BYTES, PIECE_BYTES } from "./piece-bytes.ts";
import { type ScannedLine, scanLines } from "./scan-lines.ts";
import { refuseBinary } from "./sniff-file.ts";
import { type TextLayout, textLayout } from "./text-layout.ts";

/** The lines to read; `head` is the first piece of the file. */
export interface LinesRequest {
  readonly path: string;
  readonly head: FileRead;
  readonly offset: number | undefined;
  readonly limit: number | undefined;
  /** Bytes of one answer, where that is less than it is anywhere. */
  readonly maxBytes?: number;
  /** The text of the file itself: no numbers, every line whole, line ends as they are. */
  readonly plain?: boolean;
}

/** Bytes of UTF-8 in one answer, numbers included; a little less than what a result may hold. */
export const MAX_SHOWN_BYTES = 199_000;
/** Characters of a line before the rest of it is folded away. */
export const MAX_LINE_CHARS = 2_000;
const MAX_LINE_BYTES = MAX_LINE_CHARS * 4;

export async function readLines(
  fs: Pick<FsReadDoor, "read">,
  request: LinesRequest,
): Promise<string | ToolOutput<string>> {
  const { path, head, limit = Number.POSITIVE_INFINITY, plain = false } = request;
  const first = Math.max(1, request.offset ?? 1);
  const maxBytes = Math.min(MAX_SHOWN_BYTES, request.maxBytes ?? MAX_SHOWN_BYTES);
  if (head.size === 0) return output("", noted(`[${path} is empty]`));
  const layout = textLayout(head.bytes);
  const { lines, total } = await scanLines(
    { head: head.bytes, layout, read: pieces(fs, path, head.size) },
    { first, most: limit, maxBytes, maxLineBytes: plain ? maxBytes : MAX_LINE_BYTES },
  );
  if (lines.length === 0) throw pastTheEnd(path, { first, total: total ?? 0 });
  const decoded = await decodeLines(lines, layout, path);
  if (decoded === null) throw refuseBinary(path, { kind: null, size: head.size });
  const shown = showLines(lines, { texts: decoded.texts, first, layout, maxBytes, plain });
  const last = first + shown.lines.length - 1;
  const end = lines[shown.lines.length - 1];
  const isEnded = plain && end !== undefined && end.at + end.length < head.size;
  const text = shown.lines.join("\n") + (isEnded ? "\n" : "");
  const notes = [
    describePlace({ first, last, total, size: head.size }),
    describeEncoding(decoded.encoding),
    shown.folded > 0 ? `${shown.folded} long lines are folded.` : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? text : output(text, noted(`[${notes.join(" ")}]`));
}

function noted(text: string): {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
} {
  return { content: [{ type: "text", text }] };
}

/**
 * Reads on through the door; what was appended since the first look is for another call. One piece is looked at while the next
 * is read, so there are two places.
 */
function pieces(
  fs: Pick<FsReadDoor, "read">,
  path: string,
  size: number,
): (offset: number) => Promise<Uint8Array> {
  const places = [1, 2].map(() => new Uint8Array(size > PIECE_BYTES ? FURTHER_BYTES : 0));
  return async (offset) => {
    const [into = new Uint8Array(0)] = places.reverse();
    const length = Math.min(FURTHER_BYTES, size - offset);
    return length <= 0
      ? into.subarray(0, 0)
      : (await fs.read(path, { offset, length, into })).bytes;
  };
}

interface ShownLines {
  readonly lines: readonly string[];
  readonly folded: number;
}

function showLines(
  lines: readonly ScannedLine[],
  how: {
    readonly texts: readonly string[];
    readonly first: number;
    readonly layout: TextLayout;
    readonly maxBytes: number;
    readonly plain: boolean;
  },
): ShownLines {
  const { texts, first, layout, maxBytes, plain } = how;
  const encoder = new TextEncoder();
  const shown: string[] = [];
  let bytes = 0;
  let folded = 0;
  for (const [index, line] of lines.entries()) {
    const text = texts[index] ?? "";
    const isCut = line.bytes.length < line.length;
    const isLong = isCut || (!plain && text.length > MAX_LINE_CHARS);
    const told = isLong ? foldLine(text, line, layout) : plain ? text : withoutReturn(text, layout);
    const row = plain ? told : `${first + index}\t${told}`;
    bytes += encoder.encode(row).length + 1;
    if (bytes > maxBytes && shown.length > 0) break;
    shown.push(row);
    if (isLong) folded += 1;
  }
  return { lines: shown, folded };
}

function withoutReturn(text: string, { end }: TextLayout): string {
  return end === 0x0a && text.endsWith("\r") ? text.slice(0, -1) : text;
}

function foldLine(text: string, line: ScannedLine, { encoding }: TextLayout): string {
  const cut = text.slice(0, MAX_LINE_CHARS).replace(/[\ud800-\udbff]$/, "");
  if (encoding !== "utf-8") return `${cut} … [${line.length} bytes in all]`;
  const used = new TextEncoder().encode(cut).length;
  return `${cut} … [${Math.max(0, line.length - used)} more bytes: byte_offset=${line.at + used}]`;
}

function describePlace(place: {
  readonly first: number;
  readonly last: number;
  readonly total: number | null;
  readonly size: number;
}): string | null {
  const { first, last, total, size } = place;
  if (total === null)
    return `Lines ${first}-${last} of a file of ${formatBytes(size)}. Read on with offset=${last + 1}.`;
  if (last < total) return `Lines ${first}-${last} of ${total}. Read on with offset=${last + 1}.`;
  return first === 1 ? null : `Lines ${first}-${last} of ${total}, to the end.`;
}

function describeEncoding(encoding: string | null): string | null {
  if (encoding === null) return "Bytes that are no UTF-8 are shown as \ufffd.";
  return encoding === "utf-8" ? null : `The file is in ${encoding}.`;
}

function pastTheEnd(
  path: string,
  { first, total }: { readonly first: number; readonly total: number },
): ToolError {
  return new ToolError(
    "invalid_input",
    `${path} has ${total} ${total === 1 ? "line" : "lines"}, so offset ${first} is past its end. Give an offset from 1 to ${total}.`,
  );
}
