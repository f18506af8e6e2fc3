/** The line that closes what the first line of some lines opens: it is as deep as the first. */
import { countBrackets } from "./count-brackets.ts";

export function closingLine([first = "", ...rest]: readonly string[]): string | undefined {
  const level = -closersOf(first);
  let depth = countBrackets(first);
  if (depth <= level) return undefined;
  return rest.find((line) => {
    const isEnd = closersOf(line) > 0 && depth - closersOf(line) <= level;
    depth += countBrackets(line);
    return isEnd;
  });
}

function closersOf(line: string): number {
  return /^\s*([)\]}]*)/.exec(line)?.[1]?.length ?? 0;
}
