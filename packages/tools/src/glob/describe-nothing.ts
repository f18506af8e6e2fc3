/** What to tell a model whose pattern matched nothing: most often a depth was forgotten, or the files are hidden. */

/** One or two sentences with what to try. */
export function describeNothing(pattern: string, path: string | undefined): string {
  const where = path === undefined || path === "." ? "the workspace" : path;
  return [`No file in ${where} matches ${pattern}.`, ...hints(pattern)].join(" ");
}

function hints(pattern: string): readonly string[] {
  const bare = pattern.replace(/^\.\//, "");
  if (!bare.includes("/"))
    return [`It was looked for in that folder only: try **/${bare} for every depth.`];
  if (!/(?:^|[/{,])\./.test(bare))
    return ["Ignored files are left out, and hidden ones unless their name is written out."];
  return [];
}
