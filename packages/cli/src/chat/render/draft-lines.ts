/** The text being typed, with the cursor in it, broken into lines that fit. */
import { escapeTyped } from "@toolplane/readings";
import type { EditedLine } from "../../terminal/card/line-editor.ts";
import type { Paint } from "../../terminal/paint.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { characterWidth } from "../../terminal/text/text-width.ts";

const MOST_LINES = 8;
const ESC = "\u001b[";

/** At most eight lines, those around the cursor; the first has the sign that it is typed in. */
export function draftLines(
  { characters, cursor }: EditedLine,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  const room = Math.max(4, width - 3);
  const lines: string[] = [""];
  let used = 0;
  let cursorLine = 0;
  const put = (text: string, columns: number): void => {
    if (used + columns > room) {
      lines.push("");
      used = 0;
    }
    lines[lines.length - 1] += text;
    used += columns;
  };
  for (let at = 0; at <= characters.length; at += 1) {
    const character = characters[at];
    const isEnd = character === undefined || character === "\n";
    const shown = isEnd ? " " : shownAt(characters, at, cursor);
    const columns = isEnd ? 1 : [...shown].reduce((sum, one) => sum + characterWidth(one), 0);
    if (at === cursor) {
      put(cursorText(shown, paint, isEnd), columns);
      cursorLine = lines.length - 1;
    } else if (!isEnd) put(shown, columns);
    if (character === "\n") {
      lines.push("");
      used = 0;
    }
  }
  const from = Math.max(0, Math.min(cursorLine - MOST_LINES + 1, lines.length - MOST_LINES));
  const shown = lines.slice(from, from + MOST_LINES);
  const signs = paint.isAscii ? ["^", "v"] : ["↑", "↓"];
  return shown.map((line, index) => {
    if (from + index === 0) return `> ${line}`;
    // There is more than is shown, and the person is about to send it.
    const isMore = [index === 0, index === shown.length - 1 && from + MOST_LINES < lines.length];
    return `${signs.find((_, at) => isMore[at]) ?? " "} ${line}`;
  });
}

/** A sign between two others may join them to one picture. Under the cursor it is shown for itself: it can be taken out. */
function shownAt(characters: readonly string[], at: number, cursor: number): string {
  const character = characters[at] ?? "";
  if (at === cursor || !JOINS.has(character)) return escapeText(character);
  let from = at - 1;
  while (from > at - MOST_SIGNS && !SIGN.test(characters[from] ?? "")) from -= 1;
  const to = character === JOINER ? at + 2 : at + 1;
  const text = characters.slice(Math.max(0, from), to).join("");
  return escapeTyped(text) === text ? character : escapeText(character);
}

const SIGN = /^\p{Extended_Pictographic}$/u;
/** A sign, its colour, and that it is a picture. */
const MOST_SIGNS = 3;
const JOINER = "\u200d";
const JOINS: ReadonlySet<string> = new Set([JOINER, "\ufe0f"]);

/** Turned round, which is no colour; where even that is not shown, an underscore. */
function cursorText(text: string, { hasColour }: Paint, isEnd: boolean): string {
  if (hasColour) return `${ESC}7m${text}${ESC}27m`;
  return isEnd ? "_" : `_${text}`;
}
