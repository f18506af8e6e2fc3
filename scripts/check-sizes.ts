// A cap alone makes files hug the cap, so the gate also asks for a distribution: most files are short.
import { join } from "node:path";
import { findUnnamedSkips } from "./sizes/find-unnamed-skips.ts";
import { FORBIDDEN_NAMES, LONG_FILE_REASON, SIZE_LIMITS } from "./sizes/limits.ts";
import { measureFunctions } from "./sizes/measure-functions.ts";
import { type GateResult, reportGate } from "./source/gate.ts";
import { isTestFile, listSourceFiles, type SourceFile, stripTypes } from "./source/source-file.ts";
import { tokenize } from "./source/tokenize.ts";

const FOLDERS = ["packages", "scripts", "lab", "test", "examples"];

/** Lengths of files and functions, depth of folders, empty names, bare errors, and skipped tests that do not say what they need. */
export function checkSizes(root: string): GateResult {
  const files = listSourceFiles(root, { folders: FOLDERS, endings: [".ts", ".tsx"] });
  const shares = judgeShares(files);
  return {
    name: "sizes",
    summary: shares.summary,
    failures: [...files.flatMap(judgeFile), ...shares.failures],
  };
}

function judgeFile(file: SourceFile): readonly string[] {
  return [
    ...judgeLength(file),
    ...judgeNames(file),
    ...judgeFunctions(file),
    ...judgeThrows(file),
    ...judgeSkips(file),
  ].map((failure) => `${file.path}${failure}`);
}

function judgeLength(file: SourceFile): readonly string[] {
  const limit = isTestFile(file.path) ? SIZE_LIMITS.testFileLines : SIZE_LIMITS.fileLines;
  const lines = countLines(file);
  if (lines <= limit || isExcused(file)) return [];
  return [
    ` has ${lines} lines, over ${limit}: split it (or say why on line 1: "// generated …", "// data table: …")`,
  ];
}

function judgeNames(file: SourceFile): readonly string[] {
  const parts = file.path.split("/");
  const empty = parts
    .map((part) => part.split(".")[0] ?? "")
    .filter((part) => FORBIDDEN_NAMES.includes(part));
  const below = parts.indexOf("src");
  const depth = below === -1 ? 0 : parts.length - below - 2;
  return [
    ...empty.map((part) => `: the name "${part}" says nothing; name the thing it holds`),
    ...(depth > SIZE_LIMITS.folderDepth
      ? [` is ${depth} folders below src, over ${SIZE_LIMITS.folderDepth}`]
      : []),
  ];
}

function judgeFunctions(file: SourceFile): readonly string[] {
  const limit = SIZE_LIMITS.functionStatements;
  return measureFunctions(stripTypes(file))
    .filter(({ statements }) => statements > limit)
    .map(
      ({ name, line, statements }) =>
        `:${line} ${name} has ${statements} statements, over ${limit}: name its parts`,
    );
}

function judgeThrows(file: SourceFile): readonly string[] {
  if (!/^packages\/[^/]+\/src\//.test(file.path) || isTestFile(file.path)) return [];
  const tokens = tokenize(file.text);
  return tokens.flatMap((token, at) => {
    const bare =
      token.text === "throw" && tokens[at + 1]?.text === "new" && tokens[at + 2]?.text === "Error";
    return bare && token.kind === "word"
      ? [`:${token.line} throws a bare Error: use ToolError, or contract's configuration error`]
      : [];
  });
}

function judgeSkips(file: SourceFile): readonly string[] {
  if (!isTestFile(file.path)) return [];
  return findUnnamedSkips(file.text).map(
    (line) => `:${line} may be skipped and does not say why: end its title with "(needs …)"`,
  );
}

function judgeShares(files: readonly SourceFile[]): Pick<GateResult, "summary" | "failures"> {
  const counted = files.filter((file) => !isTestFile(file.path) && !isExcused(file));
  const rows = SIZE_LIMITS.shares.map(({ lines, share }) => {
    const within = counted.filter((file) => countLines(file) <= lines).length;
    return { lines, wanted: share, actual: counted.length === 0 ? 1 : within / counted.length };
  });
  return {
    summary: `${counted.length} source files, ${rows.map((row) => `${percent(row.actual)} <= ${row.lines} lines`).join(", ")}`,
    failures: rows
      .filter((row) => row.actual < row.wanted)
      .map(
        (row) =>
          `only ${percent(row.actual)} of the source files have <= ${row.lines} lines; ${percent(row.wanted)} must`,
      ),
  };
}

function isExcused(file: SourceFile): boolean {
  return LONG_FILE_REASON.test(file.text);
}

function countLines(file: SourceFile): number {
  return file.text.split("\n").length - (file.text.endsWith("\n") ? 1 : 0);
}

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10} %`;
}

if (import.meta.main) reportGate(checkSizes(join(import.meta.dirname, "..")));
