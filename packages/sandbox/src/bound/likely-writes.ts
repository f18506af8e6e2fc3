import { posix } from "node:path";

/**
 * Picks the walls read from a process's output that it named as paths. Nearly everything is read-only to it, so that every word
 * of a message could be a file: what counts is quoted, or looks like a path.
 */
export function likelyWrites(
  walls: readonly string[],
  { output, cwd }: { readonly output: string; readonly cwd: string },
): readonly string[] {
  return walls.filter((wall) => {
    if (posix.dirname(wall) !== cwd) return true;
    const name = posix.basename(wall);
    return name.includes(".") || QUOTES.some((quote) => output.includes(`${quote}${name}`));
  });
}

const QUOTES: readonly string[] = ["'", '"', "‘", "`", "/"];
