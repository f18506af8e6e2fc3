/**
 * Lines, tables and drawings for people, as data, each for standard output or standard error. A command puts them into
 * its report, and `show` paints them. The text of a line is escaped there, so it may come from anywhere.
 */
import type { Table } from "../lines/render-table.ts";
import type { Mark, Style, View } from "../paint.ts";

/** `out` is for the result, `err` for what is said about it: a pipe gets the result and nothing more. */
type Stream = "out" | "err";

/** A part of a line. */
type Piece = string | { readonly text: string; readonly style: Style };

export interface Line {
  readonly to: Stream;
  readonly pieces: readonly Piece[];
  /** Stands before the text. */
  readonly mark?: Mark;
  /** Blanks before every line. */
  readonly indent?: number;
  /** True: the text goes on in the next line where the window ends, below itself and not below the mark. */
  readonly wraps?: boolean;
}

export interface TableBlock {
  readonly to: Stream;
  readonly table: Table;
}

/** Lines that are laid out by the width of the window. The function that draws them escapes foreign text. */
export interface Drawing {
  readonly to: Stream;
  readonly draw: (view: View) => readonly string[];
}

export type Shown = Line | TableBlock | Drawing;

type Text = string | readonly Piece[];
type Look = Pick<Line, "mark" | "indent" | "wraps">;

/** A line of the result; an empty one when no text is given. */
export function line(text: Text = "", look: Look = {}): Line {
  return { to: "out", pieces: typeof text === "string" ? [text] : text, ...look };
}

/** A line beside the result: what to type next, a warning, a count. */
export function note(text: Text = "", look: Look = {}): Line {
  return { ...line(text, look), to: "err" };
}

export function table(drawn: Table): TableBlock {
  return { to: "out", table: drawn };
}

export function drawing(draw: Drawing["draw"]): Drawing {
  return { to: "out", draw };
}

/** Text of ours as it is, of several lines or one: help, a script, a file to be. */
export function verbatim(text: string): Drawing {
  return drawing(() => [text]);
}

/** One line for each line of a foreign text. */
export function textLines(text: string): readonly Line[] {
  return text.split("\n").map((one) => line(one));
}
