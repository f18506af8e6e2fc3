/** One hunk of a unified diff. The counts of its header are exact: too few or too many lines are an error. */
import type { Hunk, HunkLine, PatchLine } from "./file-patch.ts";
import { patchFault } from "./patch-fault.ts";

const HEADER = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;
const MAX_LINE = 2 ** 31;
const KINDS: Readonly<Record<string, HunkLine["kind"]>> = {
  "": "context",
  " ": "context",
  "-": "remove",
  "+": "add",
};

/** Reads the hunk that begins at `start`; gives it and the index after it. */
export function readHunk(
  lines: readonly PatchLine[],
  start: number,
): { readonly hunk: Hunk; readonly next: number } {
  const { text, number } = lines[start] as PatchLine;
  const found = HEADER.exec(text);
  if (found === null)
    throw patchFault(number, "a hunk begins with @@ -START,COUNT +START,COUNT @@");
  const [oldStart = 0, oldCount = 1, newStart = 0, newCount = 1] = found
    .slice(1)
    .map((digits) => (digits === undefined ? undefined : Number(digits)));
  if ([oldStart, oldCount, newStart, newCount].some((value) => value > MAX_LINE))
    throw patchFault(number, "the line numbers are too large");
  const counts = { old: oldCount, new: newCount };
  const read: HunkLine[] = [];
  let index = start + 1;
  while (counts.old > 0 || counts.new > 0) {
    read.push(readLine(lines[index], { counts, header: number }));
    index += 1;
    if (lines[index]?.text.startsWith("\\") === true) {
      markUnended(read);
      index += 1;
    }
  }
  if (!read.some(({ kind }) => kind !== "context"))
    throw patchFault(number, "this hunk changes nothing");
  for (const side of ["remove", "add"] as const) {
    const own = read.filter(({ kind }) => kind === "context" || kind === side);
    if (own.slice(0, -1).some(({ unended }) => unended))
      throw patchFault(number, "only the last line of a file can be without a line break");
  }
  return { hunk: { oldStart, lines: read, at: number }, next: index };
}

function readLine(
  line: PatchLine | undefined,
  of: { readonly counts: { old: number; new: number }; readonly header: number },
): HunkLine {
  const kind = line === undefined ? undefined : KINDS[line.text.charAt(0)];
  if (line === undefined || kind === undefined)
    throw patchFault(
      of.header,
      "this hunk has fewer lines than its header says. Check the counts; every line begins with a space, + or -",
    );
  if (kind !== "add") of.counts.old -= 1;
  if (kind !== "remove") of.counts.new -= 1;
  if (of.counts.old < 0 || of.counts.new < 0)
    throw patchFault(line.number, "this hunk has other lines than its header counts");
  return { kind, text: line.text.slice(1), unended: false };
}

/** `\ No newline at end of file` is about the line before it. */
function markUnended(read: HunkLine[]): void {
  const last = read.pop();
  if (last !== undefined) read.push({ ...last, unended: true });
}
