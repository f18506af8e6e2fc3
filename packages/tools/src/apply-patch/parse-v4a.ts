/**
 * The V4A form: `*** Begin Patch`, then files to add, delete and update, then `*** End Patch`. Read as leniently as the
 * program that models learned it from reads it: spaces around markers, an empty line as an empty line of context, no `@@`
 * before the first chunk. Several `@@` in a row are anchors inside one another. Everything else is an error with its line.
 */
import type { Chunk, FilePatch, HunkLine, PatchLine } from "./file-patch.ts";
import { patchFault } from "./patch-fault.ts";

const HEADER = /^\*\*\* (Add|Delete|Update) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const HEADERS_ARE =
  "expected *** Add File: PATH, *** Delete File: PATH, *** Update File: PATH or *** End Patch";

/** Parses from `*** Begin Patch` to `*** End Patch`. */
export function parseV4a(lines: readonly PatchLine[]): readonly FilePatch[] {
  const last = lines.at(-1);
  if (last?.text.trim() !== "*** End Patch")
    throw patchFault(last?.number ?? null, "the last line must be *** End Patch");
  const files: FilePatch[] = [];
  const body = lines.slice(1, -1);
  let index = 0;
  while (index < body.length) {
    const line = body[index] as PatchLine;
    if (line.text.trim() === "") {
      index += 1;
      continue;
    }
    const [, action, path] = HEADER.exec(line.text.trim()) ?? [];
    if (action === undefined || path === undefined) throw patchFault(line.number, HEADERS_ARE);
    const end = body.findIndex((next, at) => at > index && isHeader(next, action));
    const section = body.slice(index + 1, end === -1 ? body.length : end);
    files.push(parseSection({ action, path, line, section }));
    index += section.length + 1;
  }
  return files;
}

/** Inside an update a line that begins with a space is context, whatever it says. */
function isHeader({ text }: PatchLine, action: string): boolean {
  return HEADER.test(action === "Update" ? text.trimEnd() : text.trim());
}

interface Section {
  readonly action: string;
  readonly path: string;
  readonly line: PatchLine;
  readonly section: readonly PatchLine[];
}

function parseSection({ action, path, line, section }: Section): FilePatch {
  if (action === "Delete") {
    const stray = section.find(({ text }) => text.trim() !== "");
    if (stray !== undefined) throw patchFault(stray.number, HEADERS_ARE);
    return { kind: "delete", path, hunks: null };
  }
  if (action === "Add") {
    const end = section.findLastIndex(({ text }) => text.trim() !== "") + 1;
    const lines = section.slice(0, end);
    const wrong = lines.find(({ text }) => !text.startsWith("+"));
    if (wrong !== undefined)
      throw patchFault(wrong.number, "every line of an added file begins with +");
    const content = lines.map(({ text }) => `${text.slice(1)}\n`).join("");
    return { kind: "create", path, content, mode: null, overwrites: true };
  }
  const to = MOVE.exec(section[0]?.text.trimEnd() ?? "")?.[1] ?? null;
  const chunks = parseChunks(to === null ? section : section.slice(1));
  if (chunks.length === 0 && to === null)
    throw patchFault(line.number, `the update of ${path} changes nothing`);
  return { kind: "update", path, to, copies: false, mode: null, body: { form: "chunks", chunks } };
}

interface OpenChunk {
  readonly anchors: string[];
  readonly lines: HunkLine[];
  atEnd: boolean;
  readonly at: number;
}

function parseChunks(section: readonly PatchLine[]): readonly Chunk[] {
  const chunks: OpenChunk[] = [];
  for (const line of section) {
    const marker = line.text.trimEnd();
    const open = chunks.at(-1);
    if (marker === "@@" || marker.startsWith("@@ ")) {
      const anchor = readAnchor(marker);
      if (open !== undefined && open.lines.length === 0) open.anchors.push(...anchor);
      else chunks.push({ anchors: [...anchor], lines: [], atEnd: false, at: line.number });
    } else if (marker === "*** End of File") {
      if (open === undefined || open.lines.length === 0)
        throw patchFault(line.number, "*** End of File follows the lines it belongs to");
      open.atEnd = true;
    } else if (open?.atEnd === true) {
      if (marker !== "") throw patchFault(line.number, "expected @@ after *** End of File");
    } else addLine(chunks, line);
  }
  const empty = chunks.find(({ lines }) => lines.length === 0);
  if (empty !== undefined) throw patchFault(empty.at, "this @@ has no lines");
  return chunks;
}

/** An anchor; the line numbers of another kind of patch are none. */
function readAnchor(marker: string): readonly string[] {
  const text = marker.slice(3);
  return text.trim() === "" || /^-\d+(?:,\d+)? \+\d+(?:,\d+)? @@/.test(text) ? [] : [text];
}

function addLine(chunks: OpenChunk[], { text, number }: PatchLine): void {
  const kind = KINDS[text.charAt(0)];
  if (kind === undefined)
    throw patchFault(number, "every line of an update begins with a space, + or -");
  if (chunks.length === 0) chunks.push({ anchors: [], lines: [], atEnd: false, at: number });
  chunks.at(-1)?.lines.push({ kind, text: text.slice(1), unended: false });
}

const KINDS: Readonly<Record<string, HunkLine["kind"]>> = {
  "": "context",
  " ": "context",
  "+": "add",
  "-": "remove",
};
