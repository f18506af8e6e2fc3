/**
 * The lines of a unified diff. A header ends with the first hunk: after it a removed `-- note` looks like one, and leaving it out
 * would hide a change from the person who is asked about it.
 */

export interface DiffLine {
  readonly kind: "add" | "rem" | "" | "fold";
  readonly number: string;
  readonly text: string;
}

export function readDiff(diff: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let before = 0;
  let after = 0;
  let isHeader = true;
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      [before, after] = [Number(hunk[1]), Number(hunk[2])];
      if (lines.length > 0) lines.push({ kind: "fold", number: "", text: "…" });
      isHeader = false;
    } else if (line === "" || (isHeader && /^(?:---|\+\+\+) /.test(line))) {
    } else if (line.startsWith("+")) {
      lines.push({ kind: "add", number: String(after), text: line.slice(1) });
      after += 1;
    } else if (line.startsWith("-")) {
      lines.push({ kind: "rem", number: String(before), text: line.slice(1) });
      before += 1;
    } else if (line.startsWith(" ")) {
      lines.push({ kind: "", number: String(after), text: line.slice(1) });
      before += 1;
      after += 1;
    } else lines.push({ kind: "fold", number: "", text: line });
  }
  return withoutSameEnd(lines);
}

/** That the file ends without a line feed is news only where it changed. */
function withoutSameEnd(lines: readonly DiffLine[]): readonly DiffLine[] {
  const isEnd = ({ kind, text }: DiffLine): boolean => kind === "fold" && text.startsWith("\\");
  return lines.filter(isEnd).length === 1 ? lines : lines.filter((line) => !isEnd(line));
}
