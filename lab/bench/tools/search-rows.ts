/** Searching and listing a large tree: the program alone, and the tools over it. */
import { rgPath } from "@vscode/ripgrep";
import type { Figures } from "../harness/section.ts";
import { findLargeFiles, TREE } from "./large-files.ts";
import { type ToolArguments, withTools } from "./open-tools.ts";
import { runProgram } from "./run-program.ts";
import { type CallTimes, timeCalls } from "./time-calls.ts";

const TIMES: CallTimes = { warmUp: 2, runs: 9 };
const PATTERN = "needle_[0-9]+";

/** ripgrep, told to print as for a person. */
export function rawGrep(mode: readonly string[]): Promise<Figures> {
  return raw([...mode, PATTERN, "."], countLines(TREE.needles));
}

export function ourGrep(mode: "content" | "files_with_matches"): Promise<Figures> {
  const hits = mode === "content" ? / is here$/gm : /module-|notes-/g;
  return ours("grep", { pattern: PATTERN, output_mode: mode }, (text) => {
    const found = text.match(hits)?.length ?? 0;
    if (found !== TREE.needles) throw new Error(`${found} instead of ${TREE.needles}: ${text}`);
  });
}

export function rawFiles(options: readonly string[], expected: number): Promise<Figures> {
  return raw(["--files", ...options], countLines(expected));
}

export function ourGlob(pattern: string, shown: number): Promise<Figures> {
  return ours("glob", { pattern }, countLines(shown));
}

function raw(argv: readonly string[], check: (text: string) => void): Promise<Figures> {
  const { tree } = findLargeFiles();
  return timeCalls(TIMES, () => runProgram(rgPath, ["--no-config", ...argv], tree), check);
}

function ours(tool: string, args: ToolArguments, check: (text: string) => void): Promise<Figures> {
  const { tree } = findLargeFiles();
  return withTools({ workspace: tree }, (call) => timeCalls(TIMES, () => call(tool, args), check));
}

function countLines(expected: number): (text: string) => void {
  return (text) => {
    const lines = text.trimEnd().split("\n").length;
    if (lines !== expected) throw new Error(`${lines} lines instead of ${expected}`);
  };
}
