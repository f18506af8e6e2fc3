/**
 * Plans a query for ripgrep. A glob is not handed on as one of ripgrep's own, because those open what .gitignore and hidden names
 * close: it narrows where the search begins and which names it opens, and our matcher decides.
 */
import { type SearchQuery, ToolError } from "@toolplane/contract";
import { compileGlob } from "./compile-glob.ts";
import { namedTypes } from "./named-types.ts";

export interface SearchPlan {
  readonly args: readonly string[];
  /** The part of the root that can hold matches. */
  readonly prefix: string;
  matches(relative: string): boolean;
}

const MAX_PATTERN_CHARACTERS = 10_000;
const MAX_CONTEXT = 100;
/** The engine is linear in the text, not in the pattern: one that grows past this is refused. */
const SIZE_LIMITS = ["--regex-size-limit=10M", "--dfa-size-limit=10M"];
/** A search across lines holds the whole file in memory, so larger ones are left out. */
export const MAX_MULTILINE_BYTES: number = 64 * 1024 * 1024;
const MULTILINE = ["--multiline", "--multiline-dotall", `--max-filesize=${MAX_MULTILINE_BYTES}`];

/** The place that the glob of a query is read from. */
export interface GlobPlace {
  /** The way from there down to the root of the search; empty when the glob is read from the root itself. */
  readonly lead: string;
}

/** Reads a query; `limit` is how many hits are wanted. */
export function planSearch(
  query: SearchQuery,
  limit: number,
  { lead }: GlobPlace = { lead: "" },
): SearchPlan {
  const { pattern, glob, type, mode = "content", context = 0 } = query;
  if (pattern.length > MAX_PATTERN_CHARACTERS || pattern.includes("\0"))
    throw new ToolError("invalid_input", "The pattern is too long, or holds a NUL character");
  const narrowed = glob === undefined ? NOTHING_NARROWED : narrow(glob, { type, lead });
  return {
    prefix: narrowed.prefix,
    matches: narrowed.matches,
    args: [
      ...["--json", "--engine=default", ...SIZE_LIMITS, `--regexp=${pattern}`],
      ...(query.ignoreCase ? ["--ignore-case"] : ["--case-sensitive"]),
      ...(query.multiline ? MULTILINE : []),
      ...(mode === "content" && context > 0
        ? [`--context=${Math.min(Math.trunc(context), MAX_CONTEXT)}`]
        : []),
      ...(mode === "content" ? [`--max-count=${limit + 1}`] : []),
      ...(mode === "files" ? ["--max-count=1"] : []),
      ...(type === undefined ? [] : [`--type=${type}`]),
      ...narrowed.args,
    ],
  };
}

const NOTHING_NARROWED: SearchPlan = { args: [], prefix: "", matches: () => true };

function narrow(
  glob: string,
  { type, lead }: { readonly type: string | undefined; readonly lead: string },
): SearchPlan {
  // One that only takes away opens nothing.
  if (glob.startsWith("!")) return { ...NOTHING_NARROWED, args: [`--glob=${glob}`] };
  // Without a slash a glob means a name at any depth, as in a .gitignore.
  const compiled = compileGlob(glob.includes("/") ? glob.replace(/^\//, "") : `**/${glob}`);
  const args = [
    ...(compiled.hidden ? ["--hidden"] : []),
    ...(type === undefined ? namedTypes(compiled) : []),
  ];
  if (lead === "" || !glob.includes("/"))
    return { args, prefix: compiled.prefix, matches: compiled.matches };
  return { args, prefix: "", matches: (relative) => compiled.matches(`${lead}/${relative}`) };
}
