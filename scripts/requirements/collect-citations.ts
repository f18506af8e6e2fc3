// Reads which requirement ids the tests claim to prove. Only the name of a test or of a group counts,
// and the rows of an `.each` table that names are made from; a skipped test proves nothing.
import { isTestFile, listSourceFiles, type SourceFile } from "../source/source-file.ts";
import { type Token, tokenize } from "../source/tokenize.ts";
import { readIds } from "./read-runs.ts";

export interface Citation {
  readonly id: string;
  readonly path: string;
  readonly line: number;
}

const TEST_CALLS: ReadonlySet<string> = new Set(["it", "test", "describe"]);
const NOT_RUN: ReadonlySet<string> = new Set(["skip", "todo", "fails"]);

/** Citations of all tests, and of the conformance suites that testkit publishes. */
export function collectCitations(root: string): readonly Citation[] {
  return listSourceFiles(root, { folders: ["packages", "test"], endings: [".ts", ".tsx"] })
    .filter((file) => isTestFile(file.path) || file.path.startsWith("packages/testkit/src/"))
    .flatMap(readCitations);
}

export function readCitations(file: SourceFile): readonly Citation[] {
  const tokens = tokenize(file.text);
  return tokens.flatMap((token, index) => {
    if (token.kind !== "word" || !TEST_CALLS.has(token.text)) return [];
    if (tokens[index - 1]?.text === ".") return [];
    return nameTokens(tokens, index).flatMap((name) =>
      readIds(name.text).map((id) => ({ id, path: file.path, line: name.line })),
    );
  });
}

// `it("…", …)`, `it.each(table)("…", …)`: the table, then all text of the first argument.
function nameTokens(tokens: readonly Token[], index: number): readonly Token[] {
  let at = index + 1;
  const chain: string[] = [];
  while (tokens[at]?.text === ".") {
    chain.push(tokens[at + 1]?.text ?? "");
    at += 2;
  }
  if (chain.some((name) => NOT_RUN.has(name)) || tokens[at]?.text !== "(") return [];
  const table = argumentTokens(tokens, at, ")");
  const afterTable = at + table.length + 2;
  const called = tokens[afterTable]?.text === "(" && tokens[afterTable]?.kind === "punctuation";
  const texts = called
    ? [...table, ...argumentTokens(tokens, afterTable, ",")]
    : argumentTokens(tokens, at, ",");
  return texts.filter((token) => token.kind === "string" || token.kind === "template");
}

/** Tokens after the bracket at `open` up to `end` on its own level, or to the closing bracket. */
function argumentTokens(tokens: readonly Token[], open: number, end: ")" | ","): readonly Token[] {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== "punctuation") continue;
    if ("([{".includes(token.text)) depth += 1;
    if (")]}".includes(token.text)) depth -= 1;
    if (depth === 0 || (depth === 1 && token.text === end)) return tokens.slice(open + 1, at);
  }
  return tokens.slice(open + 1);
}
