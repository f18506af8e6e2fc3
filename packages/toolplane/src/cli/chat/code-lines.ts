/** Code as lines of a terminal, with the words of its language told apart where that language is known. */
import type { Paint } from "../terminal/paint.ts";
import { wrapText } from "../terminal/wrap-text.ts";
import { highlightCode } from "./highlight-code.ts";

const MARGIN = "    ";

/** Text that was escaped already. A line that does not fit goes on below. */
export function codeLines(
  code: string,
  {
    paint,
    width,
    language,
  }: { readonly paint: Paint; readonly width: number; readonly language: string },
): readonly string[] {
  const room = Math.max(10, width - MARGIN.length);
  const lines = code.split("\n");
  const coloured = lines.every((line) => line.length <= room)
    ? highlightCode(code, language, paint)
    : null;
  if (coloured !== null) return coloured.map((line) => `${MARGIN}${line}`);
  return lines.flatMap((line) => {
    const lead = line.slice(0, line.length - line.trimStart().length).slice(0, room / 2);
    return wrapText(line.trimStart(), room - lead.length).map((part) => `${MARGIN}${lead}${part}`);
  });
}
