/**
 * Marks and colours. Text always goes with a mark, and colour never means anything by itself: without colour, and without UTF-8,
 * the same text is printed. Only the sixteen colours of the terminal are used, so the person's theme decides.
 */
import { styleText } from "node:util";

export type Mark =
  | "allow"
  | "ask"
  | "deny"
  | "failed"
  | "opaque"
  | "unknown"
  | "off"
  | "running"
  | "bar"
  | "cursor"
  | "winner";

export type Style = "allow" | "ask" | "deny" | "opaque" | "accent" | "dim" | "bold" | "changed";

/** Writes marks and styled words for one stream. */
export interface Paint {
  readonly hasColour: boolean;
  readonly isAscii: boolean;
  mark(mark: Mark): string;
  style(style: Style, text: string): string;
}

/** Marks and colours of a stream, and the width of the window. */
export interface View {
  readonly paint: Paint;
  readonly width: number;
}

const MARKS: Readonly<Record<Mark, readonly [unicode: string, ascii: string, style: Style]>> = {
  allow: ["✓", "+", "allow"],
  ask: ["◆", "?", "ask"],
  deny: ["✗", "x", "deny"],
  failed: ["!", "!", "deny"],
  opaque: ["▒", "%", "opaque"],
  unknown: ["?", "~", "opaque"],
  off: ["–", "-", "dim"],
  running: ["⠹", "*", "accent"],
  bar: ["┃", "|", "ask"],
  cursor: ["›", ">", "accent"],
  winner: ["▸", ">", "bold"],
};

const COLOURS: Readonly<Record<Style, Parameters<typeof styleText>[0]>> = {
  allow: "green",
  ask: "yellow",
  deny: "red",
  opaque: "magenta",
  accent: "blue",
  dim: "dim",
  bold: "bold",
  changed: "inverse",
};

export function createPaint({ hasColour, isAscii }: Pick<Paint, "hasColour" | "isAscii">): Paint {
  const style = (name: Style, text: string): string =>
    hasColour ? styleText(COLOURS[name], text, { validateStream: false }) : text;
  return {
    hasColour,
    isAscii,
    style,
    mark(mark) {
      const [unicode, ascii, own] = MARKS[mark];
      return style(own, isAscii ? ascii : unicode);
    },
  };
}
