/**
 * Whether lines that lost (or gained) one common indentation may get it back. A line at the margin could have been moved
 * there or have stood there: brackets tell. In a language without brackets nothing tells, so there only lines that stand
 * one for one in the place of old ones are moved.
 */

/** Files in which brackets show how deep a line stands. */
const BRACKETED =
  /\.(?:[cm]?[jt]sx?|jsonc?|json5|go|rs|java|kts?|swift|scala|dart|zig|cs?|cc|cpp|cxx|hh?|hpp|php|css|scss|less|proto|graphql|gradle|sol|groovy|m|mm|vue|svelte)$/i;

/** Null when every new line is as deep as brackets say; else what is unclear. */
export function describeShiftFault(
  old: readonly string[],
  next: readonly string[],
  path: string,
): string | null {
  if (!BRACKETED.test(path) && standOneForOne(old, next)) return null;
  if (!BRACKETED.test(path))
    return "the indentation of added lines cannot be told from the ones that are there";
  if (lowestDepth(next) < Math.min(0, lowestDepth(old)))
    return "the new lines close more brackets than the old ones, so their indentation is not clear";
  return next.some((line, index) => !isDeeperAfterOpening(line, next.slice(index + 1)))
    ? "the new lines are not indented below the brackets that they open"
    : null;
}

function standOneForOne(old: readonly string[], next: readonly string[]): boolean {
  return (
    old.length === next.length &&
    old.every((line, index) => indentWidth(line) === indentWidth(next[index] ?? ""))
  );
}

function lowestDepth(lines: readonly string[]): number {
  let depth = 0;
  let lowest = 0;
  for (const character of lines.join("\n")) {
    if ("([{".includes(character)) depth += 1;
    else if (")]}".includes(character)) depth -= 1;
    lowest = Math.min(lowest, depth);
  }
  return lowest;
}

function isDeeperAfterOpening(line: string, rest: readonly string[]): boolean {
  if (!/[([{]$/.test(line.trimEnd())) return true;
  const next = rest.find((following) => following.trim() !== "");
  if (next === undefined || /^\s*[)\]}]/.test(next)) return true;
  return indentWidth(next) > indentWidth(line);
}

function indentWidth(line: string): number {
  return line.length - line.trimStart().length;
}
