/** The file tools on large trees and large files (goals 4a, 4c and 4d). */
import { heapRow } from "../harness/row.ts";
import type { Line, Section } from "../harness/section.ts";
import { durableEdit, ourEdit, plainEdit } from "../tools/edit-rows.ts";
import { makeLargeFiles, TREE } from "../tools/large-files.ts";
import { ourGlob, ourGrep, rawFiles, rawGrep } from "../tools/search-rows.ts";
import {
  ourWindow,
  ourWindowPeak,
  sedWindow,
  splitPeak,
  splitWindow,
  windowAllowance,
} from "../tools/window-rows.ts";

const OURS =
  "a whole call: validated, judged by default policy and one rule, envelope; no recorder";
const FOUND = "files opened again by pinned folders, lines compared, denied paths left out";

/** Makes the files that the rows share: removed after the last round. */
export const prepare: () => Promise<() => Promise<void>> = makeLargeFiles;

export const section: Section = {
  title: "file tools on large trees and files",
  method: [
    "A tree of 100,000 files of about 1.5 kB in 1,000 folders with one .gitignore, and a file of 100 MB, made once in the system's temporary directory; all of it fits the page cache, which is warm.",
    "rg is the binary that our tools use (@vscode/ripgrep), run by Node's spawn, its output kept. Each run timed alone after a warm-up.",
    "grep: `needle_[0-9]+`, one hit in each of 150 files. read: 200 lines from line 900,000 of 1,000,000. edit: one line of 100,000 replaced in a file of 10 MB.",
    "rise: the most memory of this Node process during one call, above where it stood before; other processes are not in it.",
  ],
  rows: [
    heapRow("rg", "lines with numbers; no policy, no limit", () => rawGrep(["--line-number"])),
    heapRow("grep", `${OURS}; ${FOUND}`, () => ourGrep("content")),
    heapRow("rg, files", "--files-with-matches, in no order", () =>
      rawGrep(["--files-with-matches"]),
    ),
    heapRow("grep, files", `${OURS}; ${FOUND}; newest first`, () => ourGrep("files_with_matches")),
    heapRow(
      "rg --files *.md",
      "1,000 names in no order; by --glob, which compares no file with .gitignore",
      () => rawFiles(["--glob=*.md"], TREE.markdown),
    ),
    heapRow("glob **/*.md", `${OURS}; 1,000 names, dated, newest first`, () =>
      ourGlob("**/*.md", TREE.markdown),
    ),
    heapRow("rg --files", "all 100,000 names in no order", () => rawFiles([], TREE.files)),
    heapRow("rg --files, by date", "all 100,000 names, newest first (one thread)", () =>
      rawFiles(["--sortr=modified"], TREE.files),
    ),
    heapRow("glob **/*", `${OURS}; the newest 1,000 of all`, () => ourGlob("**/*", 1_000)),
    heapRow("sed", "spawned; stops after the window; no memory of this process", sedWindow),
    heapRow("read", `${OURS}; line numbers; encoding looked at`, ourWindow, ourWindowPeak),
    heapRow("readFile + split", "the whole file as one text", splitWindow, splitPeak),
    heapRow("read + replace + write", "in place: no sync, no journal, no diff", plainEdit),
    heapRow("the same, durable", "old content kept, both synced, renamed; no diff", durableEdit),
    heapRow(
      "edit",
      `${OURS}; one place made sure, old content in the journal, synced, conflict looked for, diff`,
      ourEdit,
    ),
    heapRow("allowance", "no measurement: the 8 MiB that goal 4d allows", windowAllowance),
  ],
  lines: [
    line("4a grep, lines", { row: "grep", floor: "rg", atMost: 1.1 }),
    line("4a grep, files", { row: "grep, files", floor: "rg, files", atMost: 1.1 }),
    line("4c glob, 1,000 of 100,000", {
      row: "glob **/*.md",
      floor: "rg --files *.md",
      atMost: 1.5,
    }),
    line("4c glob, all", { row: "glob **/*", floor: "rg --files", atMost: 1.5 }),
    line("for comparison: glob, all, against rg by date", {
      row: "glob **/*",
      floor: "rg --files, by date",
      atMost: null,
    }),
    line("4d late window", { row: "read", floor: "sed", atMost: 1.2 }),
    { ...rise("read", 1), line: "4d late window, memory" },
    line("for comparison: readFile + split", {
      row: "readFile + split",
      floor: "sed",
      atMost: null,
    }),
    { ...rise("readFile + split", null), line: "for comparison: its memory" },
    line("edit of 10 MB", { row: "edit", floor: "read + replace + write", atMost: null }),
    line("edit of 10 MB, against durable", {
      row: "edit",
      floor: "the same, durable",
      atMost: null,
    }),
  ],
  columns: [
    { figure: "p50Ms", title: "p50", show: milliseconds },
    { figure: "bestMs", title: "best", show: milliseconds },
    {
      figure: "riseBytes",
      title: "rise",
      show: (bytes) => `+${(bytes / (1024 * 1024)).toFixed(1)} MiB`,
    },
  ],
  peers: [],
};

function line(
  text: string,
  compared: { readonly row: string; readonly floor: string; readonly atMost: number | null },
): Line {
  const { row: name, floor, atMost } = compared;
  const goal = atMost === null ? null : { atMost };
  return { line: text, row: name, floor, figure: "p50Ms", goal };
}

function rise(name: string, atMost: number | null): Omit<Line, "line"> {
  const goal = atMost === null ? null : { atMost };
  return { row: name, floor: "allowance", figure: "riseBytes", goal };
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`;
}
