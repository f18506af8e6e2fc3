/** Paints what a command shows: the one place where data becomes lines of a terminal. */
import { renderTable } from "../lines/render-table.ts";
import type { View } from "../paint.ts";
import type { Terminal } from "../terminal.ts";
import { escapeText } from "../text/escape-text.ts";
import { wrapText } from "../text/wrap-text.ts";
import type { Line, Shown } from "./shown.ts";

/** Prints to both streams, in order. With `--json` nothing is drawn. */
export function show(
  terminal: Pick<Terminal, "print" | "note" | "columns" | "out" | "err" | "wantsJson">,
  shown: readonly Shown[],
): void {
  if (terminal.wantsJson) return;
  for (const part of shown) {
    const isResult = part.to === "out";
    const view = { paint: isResult ? terminal.out : terminal.err, width: terminal.columns() };
    for (const text of shownLines(part, view))
      if (isResult) terminal.print(text);
      else terminal.note(text);
  }
}

/** The lines of one part, painted. */
export function shownLines(part: Shown, view: View): readonly string[] {
  if ("draw" in part) return part.draw(view);
  if ("table" in part) return renderTable({ ...part.table, ...view });
  return lineTexts(part, view);
}

function lineTexts({ pieces, mark, indent = 0, wraps }: Line, view: View): readonly string[] {
  const { paint, width } = view;
  const margin = " ".repeat(indent);
  const lead = mark === undefined ? margin : `${margin}${paint.mark(mark)} `;
  const under = mark === undefined ? margin : `${margin}  `;
  const text = pieces
    .map((piece) =>
      typeof piece === "string"
        ? escapeText(piece)
        : paint.style(piece.style, escapeText(piece.text)),
    )
    .join("");
  if (!wraps) return [`${lead}${text}`];
  return wrapText(text, width - under.length).map((one, index) =>
    `${index === 0 ? lead : under}${one}`.trimEnd(),
  );
}
