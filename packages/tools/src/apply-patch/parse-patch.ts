/** Reads a patch text: the V4A form when it begins that way, also inside a here-document; else unified diffs. */
import type { FilePatch, PatchLine } from "./file-patch.ts";
import { parseUnified } from "./parse-unified.ts";
import { parseV4a } from "./parse-v4a.ts";
import { patchFault } from "./patch-fault.ts";

const HEREDOC = /^(?:(?:apply_patch|applypatch)\s+)?<<-?\s*(['"]?)([A-Za-z_]\w*)\1$/;

/** Parses a patch; `invalid_input` with a line when it is none. */
export function parsePatch(patch: string): readonly FilePatch[] {
  if (patch.trim() === "") throw patchFault(null, "it is empty");
  const lines = unwrap(patch.split("\n"));
  const first = lines.find(({ text }) => text.trim() !== "");
  const files = first?.text.trim() === "*** Begin Patch" ? parseV4a(lines) : parseUnified(lines);
  if (files.length === 0)
    throw patchFault(
      null,
      "it changes no file. Give a unified diff, or text from *** Begin Patch to *** End Patch",
    );
  return files;
}

/** Takes off a here-document or a code fence around a patch, and CRs when the patch as a whole was sent with CRLF. */
function unwrap(texts: readonly string[]): readonly PatchLine[] {
  const sentWithCrlf = texts.slice(0, -1).every((text) => text.endsWith("\r"));
  let lines = texts.map((text, index) => ({
    text: sentWithCrlf && text.endsWith("\r") ? text.slice(0, -1) : text,
    number: index + 1,
  }));
  lines = trimBlank(lines);
  const opening = lines[0]?.text.trim() ?? "";
  const word = HEREDOC.exec(opening)?.[2];
  const closing = lines.at(-1)?.text.trim();
  const isFenced = /^```\w*$/.test(opening) && closing === "```";
  if (isFenced || (word !== undefined && closing === word)) lines = trimBlank(lines.slice(1, -1));
  return lines;
}

function trimBlank(lines: readonly PatchLine[]): PatchLine[] {
  const from = lines.findIndex(({ text }) => text.trim() !== "");
  const to = lines.findLastIndex(({ text }) => text !== "");
  return from === -1 ? [] : lines.slice(from, to + 1);
}
