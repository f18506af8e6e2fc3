/** The rules of a .gitignore file, as git reads its lines. Texts are bytes in latin1. */
import { compileIgnorePattern } from "./compile-ignore-pattern.ts";

export interface IgnoreRule {
  /** Takes back what an earlier rule ignores. */
  readonly negated: boolean;
  readonly directoryOnly: boolean;
  /** Matches the last name of a path; otherwise the whole way from the directory of the file. */
  readonly nameOnly: boolean;
  readonly matches: (text: string) => boolean;
  /** The line itself, trimmed. */
  readonly line: string;
}

const MARK = "\u00ef\u00bb\u00bf";

export function parseIgnoreFile(text: string): readonly IgnoreRule[] {
  const body = text.startsWith(MARK) ? text.slice(MARK.length) : text;
  return body.split("\n").flatMap((raw) => {
    const line = trimSpaces(raw.replace(/\r$/, ""));
    return line === "" || line.startsWith("#") ? [] : [readRule(line)];
  });
}

function readRule(line: string): IgnoreRule {
  const negated = line.startsWith("!");
  const given = negated ? line.slice(1) : line;
  const directoryOnly = given.endsWith("/");
  const pattern = directoryOnly ? given.slice(0, -1) : given;
  const nameOnly = !pattern.includes("/");
  const matches = compileIgnorePattern(pattern.replace(/^\//, ""));
  return { negated, directoryOnly, nameOnly, line, matches };
}

/** Removes spaces at the end, unless a backslash precedes them. */
function trimSpaces(line: string): string {
  let end = 0;
  for (let at = 0; at < line.length; at += 1) {
    if (line.charAt(at) === "\\") {
      at += 1;
      end = Math.min(at + 1, line.length);
    } else if (line.charAt(at) !== " ") end = at + 1;
  }
  return line.slice(0, end);
}
