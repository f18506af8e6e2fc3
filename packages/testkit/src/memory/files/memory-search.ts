/**
 * Content search over files that the gate has already admitted. The engine is RE2, whose language is that of the real host's
 * ripgrep and whose time is linear in the text; it is loaded by the first search.
 */
import { type SearchFound, type SearchHit, type SearchQuery, ToolError } from "@toolplane/contract";
import type { RE2JS } from "re2js";
import type { FileNode } from "../disk/memory-tree.ts";
import { compileGlob } from "./compile-glob.ts";

/** A file to look into; `relative` is its way from the root of the search. */
export interface SearchedFile {
  readonly path: string;
  readonly relative: string;
  readonly node: FileNode;
}

const SEARCH_LIMIT = 200;

/** Endings by type, as far as tests need them. */
const TYPE_GLOBS: Readonly<Record<string, string>> = {
  js: "*.{js,jsx,mjs,cjs}",
  json: "*.json",
  md: "*.{md,markdown}",
  py: "*.{py,pyi}",
  rust: "*.rs",
  ts: "*.{ts,tsx,mts,cts}",
};

/** Looks through files in order. `limit` counts hits in mode "content" and files in the other two. */
export async function searchFiles(
  files: readonly SearchedFile[],
  query: SearchQuery,
): Promise<SearchFound> {
  const { mode = "content", limit = SEARCH_LIMIT } = query;
  const expression = await compileExpression(query);
  const hits: SearchHit[] = [];
  const counts: { readonly path: string; readonly count: number }[] = [];
  for (const file of files.filter(fileFilter(query))) {
    const text = new TextDecoder().decode(file.node.bytes);
    if (text.includes("\0")) continue;
    const found = hitsIn(text, expression, query);
    if (found.length === 0) continue;
    if (mode === "content") hits.push(...found.map((hit) => ({ path: file.path, ...hit })));
    else counts.push({ path: file.path, count: found.length });
  }
  return {
    hits: hits.slice(0, limit),
    counts: counts.slice(0, limit),
    truncated: Math.max(hits.length, counts.length) > limit,
  };
}

function fileFilter({ glob, type }: SearchQuery): (file: SearchedFile) => boolean {
  const ofType = type === undefined ? undefined : TYPE_GLOBS[type];
  if (type !== undefined && ofType === undefined)
    throw new ToolError("invalid_input", `The file type ${type} is not known here`);
  const filters = [glob, ofType].filter((text) => text !== undefined).map(anyDepth);
  return ({ relative }) => filters.every((matches) => matches(relative));
}

// A glob without a slash matches names at any depth, as in a .gitignore.
function anyDepth(glob: string): (relative: string) => boolean {
  return compileGlob(glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`).matches;
}

async function compileExpression({ pattern, ignoreCase, multiline }: SearchQuery): Promise<RE2JS> {
  const { RE2JS } = await import("re2js");
  const flags =
    RE2JS.MULTILINE | (multiline ? RE2JS.DOTALL : 0) | (ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  try {
    return RE2JS.compile(pattern, flags);
  } catch (cause) {
    throw new ToolError("invalid_input", `The pattern ${pattern} cannot be read`, { cause });
  }
}

type Hit = Omit<SearchHit, "path">;

function hitsIn(text: string, expression: RE2JS, query: SearchQuery): readonly Hit[] {
  const lines = text.replace(/\n$/, "").split("\n");
  const spans = query.multiline
    ? spansAcross(text, expression)
    : lines.flatMap((line, index) =>
        expression.test(line) ? [{ first: index, last: index }] : [],
      );
  const context = query.context ?? 0;
  return spans.map(({ first, last }) => ({
    line: first + 1,
    text: lines.slice(first, last + 1).join("\n"),
    ...(context === 0
      ? {}
      : {
          before: lines.slice(Math.max(0, first - context), first),
          after: lines.slice(last + 1, last + 1 + context),
        }),
  }));
}

function spansAcross(
  text: string,
  expression: RE2JS,
): readonly { readonly first: number; readonly last: number }[] {
  const lineAt = (index: number) => text.slice(0, index).split("\n").length - 1;
  const spans: { readonly first: number; readonly last: number }[] = [];
  for (const matcher = expression.matcher(text); matcher.find(); ) {
    const last = Math.max(matcher.start(), matcher.end() - 1);
    spans.push({ first: lineAt(matcher.start()), last: lineAt(last) });
  }
  return spans;
}
