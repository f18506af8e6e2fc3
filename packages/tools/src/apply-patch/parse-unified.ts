/**
 * Unified diffs, plain or with git's headers, one after the other. Text around them is passed over, as git does, but a line
 * that looks like part of a hunk outside of one means that a count was wrong, and is an error. Everything that two headers
 * say about one file must agree, and only plain files come out: links, submodules and binary contents are refused.
 */
import type { FileNames, FilePatch, Hunk, PatchLine } from "./file-patch.ts";
import { joinHeaders } from "./join-headers.ts";
import { patchFault } from "./patch-fault.ts";
import { type GitHeader, readGitHeader } from "./read-git-header.ts";
import { readHunk } from "./read-hunk.ts";
import { readName, stripPrefix } from "./read-name.ts";

export function parseUnified(lines: readonly PatchLine[]): readonly FilePatch[] {
  const files: FilePatch[] = [];
  let index = 0;
  while (index < lines.length) {
    const { text } = lines[index] as PatchLine;
    if (text.startsWith("diff --git ") || isFileHeader(lines, index)) {
      const { file, next } = readDiff(lines, index);
      files.push(file);
      index = next;
    } else {
      refuseStray(lines[index] as PatchLine, {
        left: lines.length - index,
        isAfterDiff: files.length > 0,
      });
      index += 1;
    }
  }
  return files;
}

function readDiff(lines: readonly PatchLine[], start: number) {
  let index = start;
  let git: GitHeader | null = null;
  if (lines[index]?.text.startsWith("diff --git ")) {
    const header = readGitHeader(lines, index);
    git = header.header;
    index = header.next;
  }
  let names: FileNames | null = null;
  if (isFileHeader(lines, index)) {
    names = {
      old: readFileName(lines[index] as PatchLine),
      new: readFileName(lines[index + 1] as PatchLine),
      at: (lines[index] as PatchLine).number,
    };
    index += 2;
  }
  const hunks: Hunk[] = [];
  while (lines[index]?.text.startsWith("@@")) {
    const { hunk, next } = readHunk(lines, index);
    hunks.push(hunk);
    index = next;
  }
  if (names !== null && hunks.length === 0) throw patchFault(names.at, "this diff has no hunk");
  return { file: joinHeaders({ git, names, hunks }), next: index };
}

function isFileHeader(lines: readonly PatchLine[], index: number): boolean {
  return (
    lines[index]?.text.startsWith("--- ") === true &&
    lines[index + 1]?.text.startsWith("+++ ") === true
  );
}

/** The name of a `---` or `+++` line; a tab ends it, and a timestamp may follow. */
function readFileName({ text, number }: PatchLine): string | null {
  const read = readName(text.slice(4));
  if (read === null) throw patchFault(number, "the file name is badly quoted");
  const name = text.charAt(4) === '"' ? read.name : (read.name.split("\t")[0] ?? "");
  if (name === "/dev/null") return null;
  const stripped = stripPrefix(name);
  if (stripped === "") throw patchFault(number, "the file name is empty");
  return stripped;
}

function refuseStray(
  { text, number }: PatchLine,
  at: { readonly left: number; readonly isAfterDiff: boolean },
): void {
  // The signature below a mailed patch: two dashes, then a version.
  if (/^-- ?$/.test(text) && at.left <= 3) return;
  if (text.startsWith("@@ ") || (at.isAfterDiff && /^(?:[+\\-]| \S)/.test(text)))
    throw patchFault(
      number,
      "this line belongs to no hunk. Check the line counts in the @@ header before it",
    );
}
