/** The steps by which the lines of a text go in: what a line has more than the line above it. */

/** The stars of a comment are lined up; they make no step. */
export function indentSteps(lines: readonly string[]): readonly string[] {
  const indents = lines
    .filter((line) => !/^\s*(?:\*|$)/.test(line))
    .map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  return indents.flatMap((indent, index) => {
    const above = indents[index - 1] ?? indent;
    return indent.length > above.length && indent.startsWith(above)
      ? [indent.slice(above.length)]
      : [];
  });
}
