/**
 * Unified diffs as the protocol takes changes: the text before and after, hunk by hunk. A hunk is enough for a person to judge by,
 * and what was masked or cut in the diff stays so.
 */
import type { ToolCallContent } from "@agentclientprotocol/sdk";
import { absolutePath } from "./call-locations.ts";

type DiffContent = Extract<ToolCallContent, { readonly type: "diff" }>;

/** More than a person looks at; the rest is in the files. */
const MAX_HUNKS = 100;

/** `path` unless the diff names one itself. Empty for a text that is no diff. */
export function diffContent(
  diff: string,
  { path, cwd }: { readonly path?: string; readonly cwd: string },
): DiffContent[] {
  const hunks: Hunk[] = [];
  let file: File = { path: path ?? null, isNew: false };
  let hunk: Hunk | null = null;
  for (const line of diff.split("\n")) {
    if (hunk && hunk.left > 0) {
      take(hunk, line);
      continue;
    }
    if (line.startsWith("--- ")) file = { path: path ?? null, isNew: headerName(line) === null };
    else if (line.startsWith("+++ "))
      file = { ...file, path: path ?? headerName(line) ?? file.path };
    const size = HUNK.exec(line);
    if (!size) continue;
    hunk = { file, before: [], after: [], left: Number(size[1] ?? 1) + Number(size[2] ?? 1) };
    hunks.push(hunk);
  }
  return hunks.slice(0, MAX_HUNKS).flatMap((one) => hunkContent(one, cwd));
}

interface File {
  readonly path: string | null;
  readonly isNew: boolean;
}

interface Hunk {
  readonly file: File;
  readonly before: string[];
  readonly after: string[];
  /** Lines of both sides that are still to come. */
  left: number;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** The name after the sign; null for a file that is not there. */
function headerName(line: string): string | null {
  const [name = ""] = line.slice(4).split("\t", 1);
  return name === "/dev/null" ? null : name;
}

function take(hunk: Hunk, line: string): void {
  const text = line.slice(1);
  const sign = line[0] ?? " ";
  if (sign === "\\") return;
  if (sign !== "+") hunk.before.push(text);
  if (sign !== "-") hunk.after.push(text);
  hunk.left -= sign === "+" || sign === "-" ? 1 : 2;
}

function hunkContent({ file, before, after }: Hunk, cwd: string): DiffContent[] {
  if (file.path === null) return [];
  return [
    {
      type: "diff",
      path: absolutePath(file.path, cwd),
      oldText: file.isNew ? null : joinLines(before),
      newText: joinLines(after),
    },
  ];
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
